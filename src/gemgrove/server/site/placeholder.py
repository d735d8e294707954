"""A placeholder for a page that has not been built."""

from http import HTTPStatus

from litestar import MediaType, Response

SENTENCE = (
    "The page is missing: this copy of Gemgrove has been installed from sources without it. "
    "Build it with `make web` and start the server again, or install Gemgrove from its wheel, "
    "which contains the page."
)

_PAGE = f"""\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Gemgrove: the page is missing</title>
<h1>The page is missing</h1>
<p>{SENTENCE}</p>
<p>The API for programs is there: <a href="/api">/api</a>.</p>
</html>
"""


def nothing_built() -> Response[bytes]:
    return Response(
        _PAGE.encode(), status_code=HTTPStatus.SERVICE_UNAVAILABLE, media_type=MediaType.HTML
    )

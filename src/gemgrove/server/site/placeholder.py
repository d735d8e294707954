"""A placeholder for a page that has not been built."""

from http import HTTPStatus

from litestar import MediaType, Response

SENTENCE = (
    "The page is missing: this copy of Gemgrove has been installed from sources without it. "
    "Build it with `make web` and start the server again, or install Gemgrove from its wheel, "
    "which has the page in it."
)

_PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Gemgrove: the page is missing</title>
<h1>The page is missing</h1>
<p>The server runs, but this copy of Gemgrove has been installed from sources without the page that
should be here.</p>
<p>Either build it in the folder of the sources, and start the server again:</p>
<pre>make web</pre>
<p>or install Gemgrove from its wheel, which has the page in it.</p>
<p>What programs ask for is there: <a href="/api">/api</a>.</p>
</html>
"""


def nothing_built() -> Response[bytes]:
    """The answer to a browser."""
    return Response(
        _PAGE.encode(), status_code=HTTPStatus.SERVICE_UNAVAILABLE, media_type=MediaType.HTML
    )

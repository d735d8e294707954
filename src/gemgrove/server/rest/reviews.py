"""Reviews of finished games."""

from http import HTTPStatus

from litestar import Controller, Response, get, post
from litestar.params import FromPath

from gemgrove.server.rest import bodies, examples, shapes
from gemgrove.server.rest.answering import told as tell
from gemgrove.server.rest.asking import Asking
from gemgrove.server.rest.describing import told


class Reviews(Controller):
    """The review of each table's game."""

    path = "/api/tables/{table:str}/review"

    @get(
        name="review",
        opt=told(
            "What a search says of a finished game's decisions",
            shapes.Review,
            examples.REVIEW,
            token="may",
            codes="not_over",
        ),
    )
    async def review(self, request: Asking, table: FromPath[str]) -> Response[bytes]:
        """As far as it has come; who wants it to go on asks for it."""
        caller = await request.caller_if_any()
        return tell(await request.service.review(caller, table, request.invite))

    @post(
        name="start_review",
        status_code=HTTPStatus.OK,
        opt=told(
            "Have a finished game reviewed",
            shapes.Review,
            examples.REVIEW,
            also=(HTTPStatus.ACCEPTED,),
            token="must",
            codes="not_over reviews_off too_many_reviews",
        ),
    )
    async def start_review(self, request: Asking, table: FromPath[str]) -> Response[bytes]:
        """It is made once, and goes on where it stopped. 202: it is not complete yet."""
        caller = await request.caller()
        await request.read(bodies.Nothing)
        _ = request.key  # it has nothing to tell apart, but must be right
        found = await request.service.start_review(caller, table, request.invite)
        answer = tell(found)
        if not found["complete"]:
            answer.status_code = HTTPStatus.ACCEPTED
        return answer

"""Reviews of finished games."""

from http import HTTPStatus

from litestar import Controller, Response, get, post
from litestar.params import JSONBody

from gemgrove.server.rest.api_request import ApiRequest
from gemgrove.server.rest.authentication import TOKEN_OPTIONAL, TOKEN_REQUIRED
from gemgrove.server.rest.parameters import Empty, IdempotencyKey, Invite, TableId
from gemgrove.server.reviews.reviewer import Review


class Reviews(Controller):
    """The review of each table's game."""

    path = "/api/tables/{table:str}/review"
    tags = ("tables",)

    @get(
        name="review",
        summary="Get the review of a finished game",
        opt={"codes": "not_over"},
        **TOKEN_OPTIONAL,
    )
    async def review(self, request: ApiRequest, table: TableId, invite: Invite = None) -> Review:
        """The decisions that have been judged so far."""
        return await request.service.review(request.caller_if_any, table, invite)

    @post(
        name="start_review",
        status_code=HTTPStatus.OK,
        summary="Review a finished game",
        opt={"codes": "not_over reviews_off too_many_reviews", "also": [HTTPStatus.ACCEPTED]},
        **TOKEN_REQUIRED,
    )
    async def start_review(
        self,
        request: ApiRequest,
        table: TableId,
        data: JSONBody[Empty],  # noqa: ARG002 - unknown members are refused
        key: IdempotencyKey = None,  # noqa: ARG002 - the request is idempotent by itself
        invite: Invite = None,
    ) -> Response[Review]:
        """It is made once, and goes on where it stopped. 202: it is not complete yet."""
        found = await request.service.start_review(request.caller, table, invite)
        status = HTTPStatus.OK if found.complete else HTTPStatus.ACCEPTED
        return Response(found, status_code=status)

"""Tables: creating, finding and reading them, and reviews of finished games."""

from http import HTTPStatus
from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import FromQuery, JSONBody, QueryParameter

from gemgrove.game import GAMES
from gemgrove.server.domain.commands import Create, PlayOn
from gemgrove.server.domain.payloads import TableEvent
from gemgrove.server.domain.snapshot import Snapshot
from gemgrove.server.listing import PAGE, Filters, TablePage, TableStatus
from gemgrove.server.record_export import ExportedRecord
from gemgrove.server.rest.api_request import TOKEN_OPTIONAL, TOKEN_REQUIRED, ApiRequest
from gemgrove.server.rest.parameters import Before, Empty, IdempotencyKey, Invite, Limit, TableId
from gemgrove.server.rest.responses import response_of
from gemgrove.server.reviews.reviewer import Review
from gemgrove.server.service import MAX_EVENTS
from gemgrove.server.table_service import Answer, NewTable

Status = Annotated[
    list[TableStatus] | None, QueryParameter(description="Any of these; default: all.")
]
Players = Annotated[int | None, QueryParameter(ge=1, le=64)]


class Events(msgspec.Struct, frozen=True):
    """Events, in order."""

    events: list[TableEvent]


class Tables(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @get(summary="List public tables")
    async def tables(
        self,
        request: ApiRequest,
        status: Status = None,
        game: FromQuery[Literal[GAMES] | None] = None,  # type: ignore[valid-type]
        players: Players = None,
        free: Annotated[
            bool | None,
            QueryParameter(description="If true, with a free seat; if false, without any."),
        ] = None,
        before: Before = None,
        limit: Limit = PAGE,
    ) -> TablePage:
        """Newest first."""
        filters = Filters(
            status=tuple(status or ()),
            game=game,
            players=players,
            free=free,
            before=before or None,
            limit=limit,
        )
        return await request.service.tables(filters)

    @post(
        summary="Set up a table",
        opt={"codes": Create.refusals, "links": "table"},
        **TOKEN_REQUIRED,
    )
    async def create(
        self, request: ApiRequest, data: JSONBody[Create], key: IdempotencyKey = None
    ) -> Response[NewTable]:
        """Nobody is seated yet, not even the creator."""
        return self._made(await request.service.create(request.caller, data, key))

    @post(
        "/{table:str}/continue",
        summary="Play on from the middle of a finished game",
        opt={"codes": PlayOn.refusals, "links": "table"},
        **TOKEN_REQUIRED,
    )
    async def play_on(
        self,
        request: ApiRequest,
        table: TableId,
        data: JSONBody[PlayOn],
        key: IdempotencyKey = None,
        invite: Invite = None,
    ) -> Response[NewTable]:
        """Creates a private table against bots, with the hidden cards redrawn."""
        answer = await request.service.play_on(request.caller, table, data, key, invite=invite)
        return self._made(answer)

    @get("/{table:str}", summary="Get a table's snapshot", **TOKEN_OPTIONAL)
    async def table(self, request: ApiRequest, table: TableId, invite: Invite = None) -> Snapshot:
        """The table as the caller may see it, with the legal moves if it is their turn."""
        return await request.service.snapshot(request.context.caller, table, invite)

    @get("/{table:str}/events", summary="Get a table's events", **TOKEN_OPTIONAL)
    async def events(
        self,
        request: ApiRequest,
        table: TableId,
        after: Annotated[
            int, QueryParameter(ge=0, le=2**31 - 1, description="Events with a larger `seq`.")
        ] = 0,
        most: Annotated[int, QueryParameter(ge=1, le=MAX_EVENTS)] = MAX_EVENTS,
        invite: Invite = None,
    ) -> Events:
        """The events as the caller may see them."""
        caller = request.context.caller
        found: Any = await request.service.events(
            caller, table, invite=invite, after=after, limit=most
        )
        return Events(found)

    @get(
        "/{table:str}/record",
        summary="Export a finished game as a record",
        opt={"codes": "not_over"},
        **TOKEN_OPTIONAL,
    )
    async def record(
        self, request: ApiRequest, table: TableId, invite: Invite = None
    ) -> ExportedRecord:
        """`gemgrove replay` verifies the record."""
        return await request.service.record(request.context.caller, table, invite)

    @get(
        "/{table:str}/review",
        summary="Get the review of a finished game",
        opt={"codes": "not_over"},
        **TOKEN_OPTIONAL,
    )
    async def review(self, request: ApiRequest, table: TableId, invite: Invite = None) -> Review:
        """The decisions that have been judged so far."""
        return await request.service.review(request.context.caller, table, invite)

    @post(
        "/{table:str}/review",
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
        """A review is made once, and resumes where it stopped. 202: it is not complete yet."""
        found = await request.service.start_review(request.caller, table, invite)
        status = HTTPStatus.OK if found.complete else HTTPStatus.ACCEPTED
        return Response(found, status_code=status)

    def _made(self, answer: Answer) -> Response[NewTable]:
        """Return the response with a new table's address."""
        made = msgspec.json.decode(answer.body)["table"]
        return response_of(answer, location=f"{self.path}/{made}")

"""Tables: set up, found and looked at."""

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import FromPath
from msgspec import UNSET

from gemgrove.server.hall import Answer
from gemgrove.server.listing import Filters
from gemgrove.server.rest import bodies, examples, shapes
from gemgrove.server.rest.answering import answered
from gemgrove.server.rest.answering import told as tell
from gemgrove.server.rest.asking import Asking
from gemgrove.server.rest.describing import told


class _Named(msgspec.Struct):
    table: str


class Tables(Controller):
    """All tables, and each of them."""

    path = "/api/tables"

    @get(
        name="tables",
        opt=told(
            "Public tables, the newest first",
            shapes.Tables,
            examples.TABLES,
            query=bodies.TablesQuery,
        ),
    )
    async def tables(self, request: Asking) -> Response[bytes]:
        """A page of those that are wanted."""
        query = request.wanted(bodies.TablesQuery)
        filters = Filters(
            status=tuple(query.status),
            game=None if query.game is UNSET else query.game,
            players=None if query.players is UNSET else query.players,
            free=None if query.free is UNSET else query.free,
            before=query.before or None,
            limit=query.limit,
        )
        return tell(await request.service.tables(filters))

    @post(
        name="create",
        opt=told(
            "Set up a table",
            shapes.Made,
            examples.MADE,
            status=201,
            token="must",
            body=bodies.NewTable,
            says=examples.NEW_TABLE,
            codes="bad_clock bad_deal bad_rules no_such_game too_many_tables",
            links={"table": "table"},
        ),
    )
    async def create(self, request: Asking) -> Response[bytes]:
        """Nobody sits at it yet, not even who has made it."""
        caller = await request.caller()
        wish = await request.read(bodies.NewTable)
        return self._made(await request.service.create(caller, bodies.wished(wish), request.key))

    @post(
        "/{table:str}/continue",
        name="play_on",
        opt=told(
            "Play on from the middle of a finished game",
            shapes.Made,
            examples.CONTINUED,
            status=201,
            token="must",
            body=bodies.PlayOn,
            says=examples.PLAY_ON,
            codes="bad_position bad_seat bot_not_allowed frozen not_over not_started "
            "too_many_tables",
            links={"table": "table"},
        ),
    )
    async def play_on(self, request: Asking, table: FromPath[str]) -> Response[bytes]:
        """At a new table by invitation, against bots, with what was hidden drawn anew."""
        caller = await request.caller()
        wish = bodies.continued(await request.read(bodies.PlayOn))
        return self._made(
            await request.service.play_on(caller, table, wish, request.key, invite=request.invite)
        )

    @get(
        "/{table:str}",
        name="table",
        opt=told("A table as it stands", shapes.Snapshot, examples.SNAPSHOT, token="may"),
    )
    async def table(self, request: Asking, table: FromPath[str]) -> Response[bytes]:
        """As the caller may see it, with the legal moves of who is to move."""
        caller = await request.caller_if_any()
        return tell(await request.service.snapshot(caller, table, request.invite))

    @get(
        "/{table:str}/events",
        name="events",
        opt=told(
            "What has happened at a table",
            shapes.Events,
            examples.EVENTS,
            token="may",
            query=bodies.EventsQuery,
        ),
    )
    async def events(self, request: Asking, table: FromPath[str]) -> Response[bytes]:
        """As the caller was told it."""
        caller = await request.caller_if_any()
        query = request.wanted(bodies.EventsQuery)
        found = await request.service.events(
            caller, table, invite=request.invite, after=query.after, most=query.most
        )
        return tell({"events": found})

    @get(
        "/{table:str}/record",
        name="record",
        opt=told(
            "A finished game as a record",
            shapes.Record,
            examples.RECORD,
            token="may",
            codes="not_over",
        ),
    )
    async def record(self, request: Asking, table: FromPath[str]) -> Response[bytes]:
        """What `gemgrove replay` reads and verifies."""
        caller = await request.caller_if_any()
        return tell(await request.service.record(caller, table, request.invite))

    def _made(self, answer: Answer) -> Response[bytes]:
        """A new table, with its address."""
        made = msgspec.json.decode(answer.body, type=_Named).table
        return answered(answer, location=f"{self.path}/{made}")

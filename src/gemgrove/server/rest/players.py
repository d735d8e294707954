"""Players: becoming one, and what everybody may know of them."""

from typing import Any

from litestar import Controller, Response, get, post
from litestar.params import FromPath
from msgspec import UNSET

from gemgrove.server import ids, problems
from gemgrove.server.listing import Filters
from gemgrove.server.members import profile
from gemgrove.server.rest import bodies, examples, shapes
from gemgrove.server.rest.answering import answered
from gemgrove.server.rest.answering import told as tell
from gemgrove.server.rest.asking import Asking
from gemgrove.server.rest.describing import told

REGISTERING_COSTS = 20
"""As many other requests: names are scarce, and codes must not be guessed."""


class Players(Controller):
    """Accounts as others see them."""

    path = "/api"

    @post(
        "/players",
        name="register",
        opt=told(
            "Register a player, or a guest",
            shapes.Credentials,
            examples.CREDENTIALS,
            status=201,
            body=bodies.Registration,
            says=examples.REGISTRATION,
            codes="bad_name name_reserved name_taken weak_key",
            links={"player": "player"},
        ),
    )
    async def register(self, request: Asking) -> Response[bytes]:
        """The token and the recovery code are told once."""
        request.visit.charge(REGISTERING_COSTS - 1)
        wish = await request.read(bodies.Registration)
        members = request.service.members
        answer = await members.register(wish.name, bot=wish.bot, key=request.key)
        return answered(answer)

    @post(
        "/recover",
        name="recover",
        status_code=200,
        opt=told(
            "Have a new token for one that was lost",
            shapes.Credentials,
            examples.CREDENTIALS,
            body=bodies.Recovery,
            says=examples.RECOVERY,
            codes="banned weak_key wrong_recovery_code",
        ),
    )
    async def recover(self, request: Asking) -> Response[bytes]:
        """All tokens and the code are void then, and there are new ones."""
        request.visit.charge(REGISTERING_COSTS - 1)
        given = await request.read(bodies.Recovery)
        members = request.service.members
        return answered(await members.recover(given.name, given.recovery, key=request.key))

    @get(
        "/players/{player:str}",
        name="player",
        opt=told("A player, with the ratings", shapes.RatedPlayer, examples.RATED_PLAYER),
    )
    async def player(self, request: Asking, player: FromPath[str]) -> Response[bytes]:
        """Anybody may ask."""
        return tell(await rated(request, player))

    @get(
        "/players/{player:str}/history",
        name="player_history",
        opt=told(
            "A player's rated games",
            shapes.History,
            examples.HISTORY,
            query=bodies.HistoryQuery,
        ),
    )
    async def history(self, request: Asking, player: FromPath[str]) -> Response[bytes]:
        """The latest first."""
        query = request.wanted(bodies.HistoryQuery)
        await found(request, player)
        before = None if query.before is UNSET else query.before
        games = await request.service.history(player, limit=query.limit, before=before)
        return tell({"games": games})

    @get(
        "/players/{player:str}/tables",
        name="player_tables",
        opt=told(
            "A player's public tables", shapes.Tables, examples.TABLES, query=bodies.PageQuery
        ),
    )
    async def tables(self, request: Asking, player: FromPath[str]) -> Response[bytes]:
        """The newest first."""
        query = request.wanted(bodies.PageQuery)
        await found(request, player)
        return tell(await request.service.tables(page_of(query, player=player)))


def page_of(query: bodies.PageQuery, **more: Any) -> Filters:
    """A page of somebody's tables."""
    status = tuple(query.status)
    return Filters(status=status, before=query.before or None, limit=query.limit, **more)


async def found(request: Asking, player: str) -> dict[str, Any]:
    """A player; a `Problem` if there never was one."""
    if not ids.is_player(player):
        raise problems.not_found("player")
    return profile(await request.service.members.find(player))


async def rated(request: Asking, player: str) -> dict[str, Any]:
    """A player with the ratings."""
    known = await found(request, player)
    return known | {"ratings": await request.service.ratings(player)}

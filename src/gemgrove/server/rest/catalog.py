"""The catalog: games, bots and leaderboards."""

from functools import cache
from typing import Annotated, Any

from litestar import Controller, get
from litestar.openapi.spec import Example
from litestar.params import PathParameter
from msgspec import Meta, Struct

from gemgrove.game import GAMES
from gemgrove.options import Options
from gemgrove.server import problems
from gemgrove.server.bot_allowlist import OfferedBot
from gemgrove.server.domain.commands import Create
from gemgrove.server.domain.setup import chosen_variant
from gemgrove.server.listing import PAGE
from gemgrove.server.rating_queries import Leaderboard, leaderboard
from gemgrove.server.rest.api_request import ApiRequest
from gemgrove.server.rest.parameters import Limit
from gemgrove.server.rest.responses import PUBLIC

_MAX_PLAYERS = 8


class Option(Struct, frozen=True):
    """An option of a game's rules."""

    option: str
    default: int | bool | str
    wanted: Annotated[str, Meta(description="The allowed values, in words.")]


class OfferedGame(Struct, frozen=True):
    """A game and its rules."""

    game: str
    players: list[int]
    presets: dict[str, dict[str, int | bool | str]]
    options: list[Option]


class OfferedGames(Struct, frozen=True):
    """All games."""

    games: list[OfferedGame]


class OfferedBots(Struct, frozen=True):
    """The bots, weakest first."""

    bots: list[OfferedBot]


class Catalog(Controller):
    path = "/api"
    tags = ("games",)

    @get("/games", summary="List the games and their rules", response_headers=PUBLIC)
    async def games(self) -> OfferedGames:
        """Each game with its presets and options."""
        return OfferedGames([offered(game) for game in GAMES])

    @get("/bots", summary="List the bots that may play at tables", response_headers=PUBLIC)
    async def bots(self, request: ApiRequest) -> OfferedBots:
        """The bots that the host allows."""
        return OfferedBots(request.service.allowed.described())

    @get("/leaderboard/{game:str}/{players:str}", summary="Get a leaderboard")
    async def leaderboard(
        self,
        request: ApiRequest,
        game: Annotated[str, PathParameter(examples=[Example(value="splendor")])],
        players: Annotated[str, PathParameter(pattern="^[2-4]$", examples=[Example(value="2")])],
        limit: Limit = PAGE,
    ) -> Leaderboard:
        """The best players of a game with this number of players; empty before any rated game."""
        if game not in GAMES or int(players) not in offered(game).players:
            raise problems.not_found("leaderboard")
        return await leaderboard(request.service.database, game, int(players), limit=limit)


@cache
def offered(game: str) -> OfferedGame:
    """Return a game with its numbers of players, its presets, and the values of each option."""
    usual = _rules(game)
    counts = range(1, _MAX_PLAYERS + 1)
    return OfferedGame(
        game,
        [count for count in counts if not usual.checks["players"](count, count)],
        {name: _rules(game, name).to_dict() for name in usual.presets},
        [
            Option(name, value, usual.checks[name](None, usual.players))
            for name, value in usual.to_dict().items()
        ],
    )


def _rules(game: str, preset: str = "official") -> Options:
    """Return the rules of a table created with no other options."""
    rules: Any = chosen_variant(Create(game=game, rules=preset)).rules
    assert isinstance(rules, Options)
    return rules

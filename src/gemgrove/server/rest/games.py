"""What can be played, with whom, and who plays it best."""

from functools import cache
from typing import Any

from litestar import Controller, Response, get
from litestar.params import FromPath

from gemgrove.game import GAMES
from gemgrove.options import Options
from gemgrove.server import problems
from gemgrove.server.domain.commands import Create
from gemgrove.server.domain.seating import chosen_variant
from gemgrove.server.rest import examples, shapes
from gemgrove.server.rest.answering import told as tell
from gemgrove.server.rest.answering import told_all
from gemgrove.server.rest.asking import Asking
from gemgrove.server.rest.bodies import LeadersQuery
from gemgrove.server.rest.describing import told

_MOST_PLAYERS = 8


class Games(Controller):
    """Games, bots and leaderboards."""

    path = "/api"

    @get(
        "/games",
        name="games",
        opt=told("The games and their rules", shapes.Games, examples.GAMES),
    )
    async def games(self) -> Response[bytes]:
        """Each game with its presets and options."""
        return told_all({"games": [offered(game) for game in GAMES]})

    @get(
        "/bots",
        name="bots",
        opt=told("The bots that tables may have", shapes.Bots, examples.BOTS),
    )
    async def bots(self, request: Asking) -> Response[bytes]:
        """The host's list."""
        return told_all({"bots": request.service.allowed.described()})

    @get(
        "/leaderboard/{game:str}/{players:str}",
        name="leaderboard",
        opt=told(
            "The best players of a game for so many players",
            shapes.Leaders,
            examples.LEADERS,
            query=LeadersQuery,
        ),
    )
    async def leaderboard(
        self, request: Asking, game: FromPath[str], players: FromPath[str]
    ) -> Response[bytes]:
        """Ladders that nobody has climbed yet are empty."""
        limit = request.wanted(LeadersQuery).limit
        counts = [str(count) for count in offered(game)["players"]] if game in GAMES else []
        if players not in counts:
            raise problems.not_found("leaderboard")
        count = int(players)
        leaders = await request.service.leaderboard(game, count, limit=limit)
        return tell({"game": game, "players": count, "leaders": leaders})


@cache
def offered(game: str) -> dict[str, Any]:
    """A game with the numbers of players, the presets, and what each option can be."""
    usual = _rules(game)
    return {
        "game": game,
        "players": [
            count
            for count in range(1, _MOST_PLAYERS + 1)
            if not usual.checks["players"](count, count)
        ],
        "presets": {name: _rules(game, name).to_dict() for name in usual.presets},
        "options": [
            {"option": name, "default": value, "wanted": usual.checks[name](None, usual.players)}
            for name, value in usual.to_dict().items()
        ],
    }


def _rules(game: str, preset: str = "official") -> Options:
    """The rules of a table for which nothing else is wished."""
    rules = chosen_variant(Create(game=game, rules=preset)).rules
    assert isinstance(rules, Options)
    return rules

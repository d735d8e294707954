"""Ratings: how good a player is, from the places of finished games.

A rating belongs to a player, a game and a number of players: two at a table and four at a table are
different skills. It is a belief about a skill, its mean and its spread, by the Plackett-Luce model
of openskill, which looks at places alone.

What counts: sealed games that were played to their end, in which every seat belongs to another
player's account. That leaves out

- open deals, since their cards can be known;
- games by other rules than the official ones, which ask for another skill, and those in which it
  was agreed who begins;
- practice, games with a bot of the server at the table: such a bot is software that the host may
  change or slow down at any time, and anyone could play it all night for points. A bot with an
  account, which plays from outside, is a player like all others;
- aborted games, and those in which a seat went to a bot at no cost to who left it.

Whoever resigned, ran out of time or was deleted is last, whatever the bot in its seat did then, and
the others are ranked among themselves: the domain says so by the places.

Ratings are a function of the set of games, not of the order in which they are reported: games
count in the order in which they ended. One that is reported late is put in its place, and those
after it are counted again.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from openskill.models import PlackettLuce

from gemgrove.deal import KEY_BYTES
from gemgrove.server.domain import Table, decide
from gemgrove.server.domain.commands import CommandContext, Create

_MODEL = PlackettLuce()
CAUTION = 3
"""A level is this many spreads below the mean: what a player has surely shown."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """A separate set of ratings: a game with a number of players."""

    game: str
    players: int


@dataclass(frozen=True, slots=True)
class Standing:
    """The estimate of a player's skill, and the number of games behind it."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0

    @property
    def level(self) -> float:
        """The value by which leaderboards are sorted."""
        return self.mu - CAUTION * self.sigma


@dataclass(frozen=True, slots=True)
class Finished:
    """A table that is over, as far as ratings are concerned."""

    table: str
    ladder: Ladder
    ended: float
    owners: tuple[str | None, ...]
    """By seat: the player who answers for its place, also one who left; None: a bot's seat."""
    places: tuple[int, ...]
    """By seat, 1 is best; who left at a cost is last."""
    sealed: bool
    """True if nobody could know the decks before the end."""
    practice: bool
    """So is every game that began in the middle of another one."""
    official: bool
    """True if it was played by the official rules, with a random first player."""
    decided: bool
    """True if it has a result, by the rules, a resignation or a clock; False if it was aborted."""

    @classmethod
    def of(cls, table: Table, ended: float) -> "Finished":
        """A table that is over, and when the event was that ended it."""
        terms, outcome = table.terms, table.outcome
        if terms is None:
            raise ValueError(f"table {table.id} was never made")
        return cls(
            table=table.id,
            ladder=Ladder(terms.game, terms.players),
            ended=ended,
            owners=tuple(
                seat.player if seat.gone is None or number in table.losers else None
                for number, seat in enumerate(table.seats)
            ),
            places=tuple(outcome.places) if outcome else (),
            sealed=table.concealed,
            practice=terms.practice,
            official=terms.variant == _official(terms.game, terms.players),
            decided=outcome is not None,
        )


@dataclass(frozen=True, slots=True)
class Result:
    """A game that counts: who got which place."""

    ended: float
    table: str
    places: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Step:
    """The change of one player's rating by one game, as it is stored."""

    table: str
    player: str
    at: float
    place: int
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


def why_unrated(finished: Finished) -> str | None:
    """A word for why a game does not count; None if it does."""
    owners = [owner for owner in finished.owners if owner is not None]
    if not finished.decided:
        return "unfinished"
    if not finished.sealed:
        return "open_deal"
    if finished.practice:
        return "practice"
    if not finished.official:
        return "other_rules"
    if len(owners) < len(finished.owners):
        return "bot_seat"
    if len(set(owners)) < len(owners):
        return "same_player"
    return None


def result(finished: Finished) -> Result:
    """The result of a game that counts; a ValueError for one that does not."""
    why = why_unrated(finished)
    if why is not None:
        raise ValueError(f"table {finished.table} is not rated: {why}")
    owners = [owner for owner in finished.owners if owner is not None]
    places = dict(zip(owners, finished.places, strict=True))
    return Result(finished.ended, finished.table, places)


def rate(places: Mapping[str, int], before: Mapping[str, Standing]) -> dict[str, Standing]:
    """The standings after a game. The order of the players makes no difference, to the last bit."""
    order = sorted(places, key=lambda player: (places[player], player))
    teams = [[_MODEL.create_rating([before[who].mu, before[who].sigma])] for who in order]
    after = _MODEL.rate(teams, ranks=[float(places[who]) for who in order])
    return {
        who: Standing(skill.mu, skill.sigma, before[who].games + 1)
        for who, (skill,) in zip(order, after, strict=True)
    }


def replay(results: Iterable[Result], standings: dict[str, Standing]) -> list[Step]:
    """Count games in the order in which they ended; `standings` are changed to those after."""
    steps = []
    for game in sorted(results, key=lambda game: (game.ended, game.table)):
        old = {player: standings.get(player, Standing()) for player in game.places}
        new = rate(game.places, old)
        standings.update(new)
        for player, place in game.places.items():
            before, after = old[player], new[player]
            skills = (before.mu, before.sigma, after.mu, after.sigma)
            steps.append(Step(game.table, player, game.ended, place, *skills))
    return steps


@cache
def _official(game: str, players: int) -> dict[str, Any]:
    """The rules of a table that was created without options, with a random first player."""
    table = Table("t_official", bytes(KEY_BYTES))
    command = Create(game=game, players=players)
    (created,) = decide(table, command, CommandContext(now=0))
    assert created.after.terms is not None
    return created.after.terms.variant

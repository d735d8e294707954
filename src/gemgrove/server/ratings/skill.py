"""Ratings: how good a player is, judged by the places in finished games.

A rating belongs to a player, a game and a number of players: playing with two and playing with four
are different skills. It is a belief about a skill, its mean and its spread, in openskill's
Plackett-Luce model, which considers only places.

Only sealed games that were played to the end count, and only if every seat belongs to a different
player's account. That excludes

- open deals, since their cards can be known;
- games with rules other than the official ones, which need a different skill, and those whose first
  player was agreed on;
- practice, and games with one of the server's bots at the table: such a bot is software that the
  host may change or slow down at any time, and anyone could play it all night for points. A bot
  with an account, which plays from outside, is a player like any other;
- aborted games, and those in which a bot took over the seat of a player who left at no cost.

Whoever resigned, ran out of time or was deleted is last, whatever the bot in their seat did then,
and the others are ranked among themselves: the domain decides this with the places.

Ratings depend on the set of games, not on the order in which they are reported: games count in the
order in which they ended. One that is reported late is put in its place, and those after it are
counted again.
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
"""A level is this many spreads below the mean: what a player has almost certainly shown."""


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
    """By seat: the player whose rating it affects, even one who left; None: a bot's seat."""
    places: tuple[int, ...]
    """By seat, 1 is best; players who left at a cost are last."""
    sealed: bool
    """True if nobody could know the decks before the end."""
    practice: bool
    """True for practice games, which include those that began in the middle of another one."""
    official: bool
    """True if the game used the official rules, with a random first player."""
    decided: bool
    """True if the game has a result, from the rules, a resignation or a clock; False if aborted."""

    @classmethod
    def of(cls, table: Table, ended: float) -> "Finished":
        """Return a table that is over; `ended` is the time of the event that ended it."""
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
    """A game that counts, with each player's place."""

    ended: float
    table: str
    places: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Step:
    """The effect of one game on one player's rating, as stored."""

    table: str
    player: str
    at: float
    place: int
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


def why_unrated(finished: Finished) -> str | None:
    """Return a word that says why a game does not count; None if it does."""
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
    """Return the result of a game that counts; raise ValueError for one that does not."""
    why = why_unrated(finished)
    if why is not None:
        raise ValueError(f"table {finished.table} is not rated: {why}")
    owners = [owner for owner in finished.owners if owner is not None]
    places = dict(zip(owners, finished.places, strict=True))
    return Result(finished.ended, finished.table, places)


def rate(places: Mapping[str, int], before: Mapping[str, Standing]) -> dict[str, Standing]:
    """Return the standings after a game; the players' order makes no difference to any bit."""
    order = sorted(places, key=lambda player: (places[player], player))
    teams = [[_MODEL.create_rating([before[who].mu, before[who].sigma])] for who in order]
    after = _MODEL.rate(teams, ranks=[float(places[who]) for who in order])
    return {
        who: Standing(skill.mu, skill.sigma, before[who].games + 1)
        for who, (skill,) in zip(order, after, strict=True)
    }


def replay(results: Iterable[Result], standings: dict[str, Standing]) -> list[Step]:
    """Count games in the order in which they ended, and update `standings`."""
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
    """Return the rules of a table created without options, with a random first player."""
    table = Table("t_official", bytes(KEY_BYTES))
    command = Create(game=game, players=players)
    (created,) = decide(table, command, CommandContext(now=0))
    assert created.after.terms is not None
    return created.after.terms.variant

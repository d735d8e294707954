"""Reviews of games: for every decision the chances before and after it, and the loss.

Each position is searched from the view of the seat that decided, so that nobody is blamed for what
they could not know, nor for how the cards fell afterwards.
"""

import json
from collections.abc import Callable, Collection, Iterator
from dataclasses import asdict, dataclass, replace
from math import sqrt
from typing import TYPE_CHECKING, Protocol

from gemgrove.game import Game, View
from gemgrove.record import Record
from gemgrove.variant import Move

if TYPE_CHECKING:
    from gemgrove.agents.search import RootMove, SearchResult

MARKS = {"blunder": 0.20, "mistake": 0.10, "inaccuracy": 0.05}
"""The names of large losses, and the chance of winning that each costs at least."""

CERTAINTY = 2.0
"""A loss is marked only where it is more than so many of its standard errors: else it may be
chance alone."""

SEED = 1
"""Of the searches: with the same one, the same record is judged the same again."""

FORMAT = "gemgrove review"
VERSION = 1
"""The format of a review as JSON, and its version."""

_ENOUGH = 0.5
"""A played move with this share of the best one's visits needs no search of its own."""


class Searcher(Protocol):
    """The part of a `Search` that a review needs."""

    def run(self, view: View, *, only: int | None = None) -> "SearchResult":
        """Search the position of the seat to move; with `only`, this action alone."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A search's judgement of a decision. Chances are by seat; a shared win counts in parts."""

    before: tuple[float, ...]
    """With the best move."""
    after: tuple[float, ...]
    """With the move that was played, whatever cards came then."""
    best: str
    """The best move; the one played where none is better."""
    line: tuple[str, ...]
    """The best continuation, as far as the seat could tell."""
    loss: float
    """The loss in the seat's chance by the move; never negative."""
    error: float
    """The standard error of the loss, at most."""

    @property
    def mark(self) -> str:
        """The name of a large loss; empty if it is not large, or not certain."""
        if self.loss <= CERTAINTY * self.error:
            return ""
        return next((name for name, least in MARKS.items() if self.loss >= least), "")


@dataclass(frozen=True, slots=True)
class Decision:
    """A move of a game. Numbers count from 1, seats from 0."""

    number: int
    turn: int
    seat: int
    move: str
    choices: int
    """The number of legal moves."""
    judgement: Judgement | None = None
    """None for a move that was forced, skipped by hand, or not to be judged."""


@dataclass(frozen=True, slots=True)
class Summary:
    """One seat's decisions taken together."""

    seat: int
    judged: int
    loss: float
    """The average of a judged decision; 0 where there is none."""
    marks: dict[str, int]


@dataclass(frozen=True, slots=True)
class Review:
    """A game and the judgements of its decisions, from the first on.

    Of a game that is not over it tells what only some of its seats know.
    """

    record: Record
    iterations: int
    """The iterations of each search."""
    decisions: tuple[Decision, ...]

    @property
    def complete(self) -> bool:
        """True if the review has reached the end of the game."""
        return len(self.decisions) == len(self.record.moves)

    @property
    def players(self) -> int:
        return len(self.record.result.scores)

    @property
    def names(self) -> list[str]:
        """The players' names by seat; equal names get their seats added."""
        given = self.record.names
        if not given:
            return [f"player {seat + 1}" for seat in range(self.players)]
        return [
            f"{name} (seat {seat})" if given.count(name) > 1 else name
            for seat, name in enumerate(given, 1)
        ]

    def summary(self, seat: int) -> Summary:
        found = [
            decision.judgement
            for decision in self.decisions
            if decision.seat == seat and decision.judgement is not None
        ]
        marks = [judgement.mark for judgement in found]
        return Summary(
            seat=seat,
            judged=len(found),
            loss=sum(judgement.loss for judgement in found) / max(1, len(found)),
            marks={name: marks.count(name) for name in MARKS},
        )

    def largest_losses(self, most: int) -> list[Decision]:
        """The marked decisions that cost most, the worst first."""
        marked = [
            (decision.judgement.loss, decision)
            for decision in self.decisions
            if decision.judgement is not None and decision.judgement.mark
        ]
        return [decision for _, decision in sorted(marked, key=lambda pair: -pair[0])[:most]]

    def to_json(self) -> str:
        """The review as JSON text, the record included."""
        values = asdict(self) | {"record": json.loads(self.record.to_json())}
        return json.dumps({"format": FORMAT, "version": VERSION} | values, indent=1)


@dataclass(frozen=True, slots=True)
class Step:
    """A decision in a replay; `before` and `after` are the caller's own."""

    number: int
    before: Game
    move: Move
    after: Game
    action: int


def steps(record: Record) -> Iterator[Step]:
    """A record played again, decision by decision."""
    game = replace(record, moves=()).replay()
    for number, text in enumerate(record.moves, 1):
        before = game.copy()
        game.play(text)
        action = game.actions[-1]
        yield Step(number, before, before.move(action), game.copy(), action)


def decisions(
    record: Record, search: Callable[[], Searcher], *, seats: Collection[int] | None = None
) -> Iterator[Decision]:
    """The decisions of a game, judged one after the other as they are asked for.

    `search` makes a new search each time: one that has thought about another seat's view has
    seen what this one may not. `seats` are those to be judged; None: all.
    """
    for step, decision, to_judge in unjudged(record):
        if to_judge and (seats is None or decision.seat in seats):
            judgement = judge(step.before.view(decision.seat), step.action, search)
            decision = replace(decision, judgement=judgement)
        yield decision


def unjudged(record: Record) -> Iterator[tuple[Step, Decision, bool]]:
    """The decisions of a game without judgements, and whether there is anything to judge."""
    turn, last = 0, None
    for step in steps(record):
        seat, legal = step.before.to_move, step.before.legal_actions()
        turn += seat != last
        last = seat
        decision = Decision(
            number=step.number, turn=turn, seat=seat, move=step.move.text, choices=len(legal)
        )
        yield step, decision, step.action in legal and len(legal) > 1


def judge(view: View, action: int, search: Callable[[], Searcher]) -> Judgement:
    """The loss of the seat to move by this action, compared with the best."""
    result = search().run(view)
    best = result.best
    played = next((move for move in result.moves if move.action == action), None)
    if played is None or played.visits < _ENOUGH * best.visits:
        # A search hardly looks at what it thinks is bad, so its value there is mostly chance.
        played = search().run(view, only=action).best
    # What is played may turn out the better move, with the search that it gets for itself.
    line = result.pv if best.value > played.value else (played.move,)
    if played.value >= best.value:
        best = played
    return Judgement(
        before=_chances(best),
        after=_chances(played),
        best=best.move.text,
        line=tuple(move.text for move in line),
        loss=best.value - played.value,
        error=0.0 if best is played else sqrt(_variance(best) + _variance(played)),
    )


def _chances(root_move: "RootMove") -> tuple[float, ...]:
    """By seat. A mean of many may be off by a rounding error."""
    return tuple(min(1.0, max(0.0, value)) for value in root_move.values)


def _variance(root_move: "RootMove") -> float:
    """The standard error of a mean of results between 0 and 1: at most that of results 0 or 1.

    One more success and one more failure are counted, so that few visits never look certain.
    """
    tries = root_move.visits + 2
    share: float = (root_move.value * root_move.visits + 1) / tries
    return share * (1 - share) / tries

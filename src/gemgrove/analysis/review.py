"""Game reviews: for every decision, the chances before and after it, and the loss.

Each position is searched from the view of the seat that decided, so nobody is blamed for hidden
cards or for how the cards fell afterwards.
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
"""The names of large losses, and the smallest loss in winning chance for each."""

CERTAINTY = 2.0
"""A loss is marked only if it exceeds this many standard errors: a smaller one may be noise."""

SEED = 1
"""The seed of the searches: reviewing a record again gives the same judgements."""

FORMAT = "gemgrove review"
VERSION = 1
"""The version of the JSON format."""

_ENOUGH = 0.5
"""A played move with this share of the best move's visits needs no separate search."""


class Searcher(Protocol):
    """The part of a `Search` that a review needs."""

    def run(self, view: View, *, only: int | None = None) -> "SearchResult":
        """Search the position of the seat to move; with `only`, just that action."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A search's judgement of a decision. Chances are by seat; a shared win counts in parts."""

    before: tuple[float, ...]
    """The chances of winning with the best move."""
    after: tuple[float, ...]
    """The chances of winning with the move played, whatever cards came afterwards."""
    best: str
    """The best move; the move played if none is better."""
    line: tuple[str, ...]
    """The best continuation, as far as the seat could tell."""
    loss: float
    """How much the move lowered the seat's chance; never negative."""
    error: float
    """An upper bound on the standard error of the loss."""

    @property
    def mark(self) -> str:
        """The name of a large loss; empty if the loss is small or uncertain."""
        if self.loss <= CERTAINTY * self.error:
            return ""
        return next((name for name, least in MARKS.items() if self.loss >= least), "")


@dataclass(frozen=True, slots=True)
class Decision:
    """A move in a game. Moves and turns are numbered from 1, seats from 0."""

    number: int
    turn: int
    seat: int
    move: str
    choices: int
    """The number of legal moves."""
    judgement: Judgement | None = None
    """None if the move was forced, was skipped, or is not to be judged."""


@dataclass(frozen=True, slots=True)
class Summary:
    """One seat's decisions taken together."""

    seat: int
    judged: int
    loss: float
    """The average loss of the judged decisions; 0 if there are none."""
    marks: dict[str, int]


@dataclass(frozen=True, slots=True)
class Review:
    """A game and the judgements of its decisions, from the first on.

    The review of an unfinished game reveals things that only some of its seats know.
    """

    record: Record
    iterations: int
    """The iterations of each search."""
    decisions: tuple[Decision, ...]
    bot: str
    """The bot whose search judges."""

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
        """Return the marked decisions that cost most, worst first."""
        marked = [
            (decision.judgement.loss, decision)
            for decision in self.decisions
            if decision.judgement is not None and decision.judgement.mark
        ]
        return [decision for _, decision in sorted(marked, key=lambda pair: -pair[0])[:most]]

    def to_json(self) -> str:
        """Return the review as JSON text, including the record."""
        values = asdict(self) | {"record": json.loads(self.record.to_json())}
        return json.dumps({"format": FORMAT, "version": VERSION} | values, indent=1)


@dataclass(frozen=True, slots=True)
class Step:
    """A decision in a replay; `before` and `after` are copies that the caller may change."""

    number: int
    before: Game
    move: Move
    after: Game
    action: int


def steps(record: Record) -> Iterator[Step]:
    """Replay a record decision by decision."""
    game = replace(record, moves=()).replay()
    for number, text in enumerate(record.moves, 1):
        before = game.copy()
        game.play(text)
        action = game.actions[-1]
        yield Step(number, before, before.move(action), game.copy(), action)


def decisions(
    record: Record, search: Callable[[], Searcher], *, seats: Collection[int] | None = None
) -> Iterator[Decision]:
    """Judge the decisions of a game, one at a time as they are asked for.

    `search` makes a new search each time: a search of another seat's view has seen things that this
    seat may not see. `seats` are the seats to judge; None means all.
    """
    for step, decision, to_judge in unjudged(record):
        if to_judge and (seats is None or decision.seat in seats):
            judgement = judge(step.before.view(decision.seat), step.action, search)
            decision = replace(decision, judgement=judgement)
        yield decision


def unjudged(record: Record) -> Iterator[tuple[Step, Decision, bool]]:
    """Yield a game's decisions without judgements, and whether there is anything to judge."""
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
    """Judge an action of the seat to move, compared with the best."""
    result = search().run(view)
    best = result.best
    played = next((move for move in result.moves if move.action == action), None)
    if played is None or played.visits < _ENOUGH * best.visits:
        # A search hardly visits moves it considers bad, so their values are mostly noise.
        played = search().run(view, only=action).best
    # With its own search, the move played may turn out to be the better one.
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
    """Return the chances by seat, clipped since a mean may be off by a rounding error."""
    return tuple(min(1.0, max(0.0, value)) for value in root_move.values)


def _variance(root_move: "RootMove") -> float:
    """Return an upper bound on the variance of a mean of results between 0 and 1.

    The bound is the variance if all results were 0 or 1. One more success and one more failure are
    counted, so that few visits never look certain.
    """
    tries = root_move.visits + 2
    share: float = (root_move.value * root_move.visits + 1) / tries
    return share * (1 - share) / tries

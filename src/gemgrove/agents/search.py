"""The search: thinks ahead over what a seat can see.

>>> import gemgrove as gg
>>> from gemgrove.agents import Search
>>> thoughts = Search(iterations=200, seed=1).think(gg.new("splendor", seed=42).view(0))
>>> thoughts.iterations, len(thoughts.choices)
(200, 30)
"""

import random
import time
from dataclasses import dataclass
from typing import Any, Literal

from gemgrove import _native
from gemgrove.game import Game, View
from gemgrove.variant import Move, shown, whole

ITERATIONS = 1000
_NO_LIMIT = 2**62
_TO_THE_END = -1
_ANY_ACTION = -1
_THE_GAMES_OWN = -1.0
_MOST_THREADS = 256

Rollout = Literal["lean", "random"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move and what the search found out about it."""

    action: int
    move: Move
    visits: int
    value: float
    """The mover's chance of winning, from 0 to 1."""
    values: tuple[float, ...]
    """Every seat's chance."""
    prior: float
    """The share of the visits that the move deserves at first sight."""


@dataclass(frozen=True, slots=True)
class Thoughts:
    """What a search thinks of a position."""

    seat: int
    values: tuple[float, ...]
    """Every seat's chance of winning."""
    choices: tuple[Choice, ...]
    """The legal moves, the most visited first."""
    line: tuple[Move, ...]
    """What it expects to be played, as far as the seat can see the cards for it."""
    iterations: int
    """Those of earlier positions that led here included."""
    seconds: float

    @property
    def best(self) -> Choice:
        """The move to make."""
        return self.choices[0]


class Search:
    """Information-set Monte Carlo tree search: it redraws what is hidden, again and again.

    `iterations` and `seconds` bound the thinking for each position, whichever ends first; with
    neither it is 1000 iterations. With the same seed, iterations and number of threads, the same
    positions give the same thoughts. What was found out on the way to a position is kept, unless
    the seat has seen a new card since (`reuse`).

    A leaf of the tree is judged by the game's own evaluation after `cutoff` more decisions (None:
    only at the end of the game), made by `rollout`: "lean" follows the game's inclinations, and
    "random" does not. `exploration` is how much a seldom tried move attracts, and `doubt` how
    much worse an untried one is thought to be (None: as much as suits the game); `bias` is how much
    the inclinations count in the tree.
    """

    def __init__(
        self,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        seed: int | None = None,
        reuse: bool = True,
        exploration: float | None = None,
        bias: float = 1.0,
        doubt: float | None = None,
        rollout: Rollout = "lean",
        cutoff: int | None = 0,
    ) -> None:
        if iterations is not None:
            _check_whole("iterations", iterations, 1, _NO_LIMIT)
        if cutoff is not None:
            _check_whole("cutoff", cutoff, 0, 10**6)
        if seconds is not None:
            _check_number("seconds", seconds, above_zero=True)
        _check_whole("threads", threads, 1, _MOST_THREADS)
        _check_number("bias", bias)
        for name, number in (("exploration", exploration), ("doubt", doubt)):
            if number is not None:
                _check_number(name, number)
        if rollout not in ("lean", "random"):
            raise ValueError(f"rollout is {shown(rollout)}; it must be 'lean' or 'random'.")
        if iterations is None and seconds is None:
            iterations = ITERATIONS
        self.iterations = iterations
        self.seconds = seconds
        self._reuse = reuse
        self._options: dict[str, Any] = {
            "exploration": _THE_GAMES_OWN if exploration is None else exploration,
            "bias": bias,
            "doubt": _THE_GAMES_OWN if doubt is None else doubt,
            "random_rollouts": rollout == "random",
            "cutoff": _TO_THE_END if cutoff is None else cutoff,
            "threads": threads,
        }
        self._seeds = random.Random(seed)
        self._game: str | None = None
        self._native: Any = None

    def think(self, view: View, *, only: int | None = None) -> Thoughts:
        """What the seat of `view`, which must be to move, should make of its position.

        With `only`, what comes of that one action, for which all iterations are spent: nothing
        found out before is used, and nothing of it is kept.
        """
        start = time.perf_counter()
        if only is None:
            found = self._run(view)
        else:
            self.forget()
            try:
                found = self._run(view, only)
            finally:
                self.forget()
        return _read(view, found, time.perf_counter() - start)

    def choose(self, view: View) -> int:
        """The action that it visits most."""
        choices = self._run(view)[2]
        action: int = choices[0][0]
        return action

    def forget(self) -> None:
        """Keep nothing of the positions seen so far."""
        self._native = None

    def _run(self, view: View, only: int = _ANY_ACTION) -> tuple[Any, ...]:
        native = self._for(view)
        native.look_at(view)
        seconds = -1.0 if self.seconds is None else self.seconds
        native.run(self.iterations or _NO_LIMIT, seconds, only)
        found: tuple[Any, ...] = native.thoughts()
        return found

    def _for(self, view: View) -> Any:
        if not isinstance(view, View):
            raise TypeError(f"A search thinks about a View, not {shown(view)}.")
        if self._native is None or self._game != view.name:
            kind = getattr(_native, view.name).Search
            self._native = kind(seed=self._seeds.getrandbits(64), **self._options)
            self._game = view.name
        if not self._reuse:
            self._native.forget()
        return self._native


class SearchAgent:
    """Plays what its search visits most."""

    def __init__(self, **options: Any) -> None:
        self.search = Search(**options)
        named = {key: value for key, value in options.items() if key != "seed"}
        if self.search.seconds is None:
            named = {"iterations": self.search.iterations} | named
        self.spec = "mcts:" + ",".join(f"{key}={_told(value)}" for key, value in named.items())

    def begin(self, view: View) -> None:  # noqa: ARG002
        """A new game: what was found out in the last one is of no use."""
        self.search.forget()

    def choose(self, view: View) -> int:
        """The most visited action; without thinking where there is only one."""
        actions = view.legal_actions()
        if len(actions) == 1:
            return actions[0]
        return self.search.choose(view)


def _read(view: View, found: tuple[Any, ...], seconds: float) -> Thoughts:
    iterations, values, choices, line = found
    seat = view.to_move
    return Thoughts(
        seat=seat,
        values=tuple(values),
        choices=tuple(
            Choice(action, view.move(action), visits, by_seat[seat], tuple(by_seat), prior)
            for action, visits, _available, prior, by_seat in choices
        ),
        line=_moves(view, line),
        iterations=iterations,
        seconds=seconds,
    )


def _moves(view: View, actions: list[int]) -> tuple[Move, ...]:
    """The moves of a line, each in the position that the ones before lead to."""
    seen = view.variant.from_fields(view.variant.fields(view), hidden=True)
    game = Game(view.variant, seen, None)
    moves = []
    for action in actions:
        moves.append(game.move(action))
        game.play(action)
    return tuple(moves)


def _told(value: Any) -> str:
    if value is None:
        return "none"
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def _check_whole(name: str, value: Any, least: int, most: int) -> None:
    number = whole(value)
    if number is None or not least <= number <= most:
        bounds = f"{least} or more" if most == _NO_LIMIT else f"from {least} to {most}"
        raise ValueError(f"{name} is {shown(value)}; it must be a whole number, {bounds}.")


def _check_number(name: str, value: Any, *, above_zero: bool = False) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{name} is {shown(value)}; it must be a number.")
    if not 0 <= value < 1e9 or (above_zero and value == 0):
        least = "above 0" if above_zero else "0 or more"
        raise ValueError(f"{name} is {shown(value)}; it must be {least}.")

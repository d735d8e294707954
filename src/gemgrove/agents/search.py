"""Monte Carlo tree search from one seat's view.

>>> import gemgrove as gg
>>> from gemgrove.agents import Search
>>> result = Search(iterations=200, seed=1).run(gg.new("splendor", seed=42).view(0))
>>> result.iterations, len(result.moves)
(200, 30)
"""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from gemgrove import _native
from gemgrove.agents.evaluator import ArrayEvaluator, Evaluator
from gemgrove.game import Game, View
from gemgrove.rng import checked_seed
from gemgrove.variant import Move, shown, whole

if TYPE_CHECKING:
    from gemgrove.agents.search_network import SearchNetwork

ITERATIONS = 1000
_MOST_ITERATIONS = 2**62
BATCH_SIZE = 16
_MOST_THREADS = 256
_LARGEST_BATCH = 4096

Rollout = Literal["prior", "random"]
RootPolicy = Literal["halving", "puct"]


@dataclass(frozen=True, slots=True)
class RootMove:
    """A legal move in the searched position, with its statistics."""

    action: int
    """The action number of the move."""
    move: Move
    visits: int
    """The number of iterations that began with the move."""
    value: float
    """The mover's probability of winning."""
    values: tuple[float, ...]
    """Each seat's probability of winning."""
    prior: float
    """The probability that the game's heuristics or the evaluator give the move before the search.
    """
    improved: float = 0.0
    """The prior corrected by the values that the search has found: a policy to learn from."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of searching one position."""

    seat: int
    """The seat to move."""
    values: tuple[float, ...]
    """Each seat's probability of winning."""
    moves: tuple[RootMove, ...]
    """The legal moves: the best first, then the most visited."""
    pv: tuple[Move, ...]
    """The principal variation, up to the first hidden card."""
    iterations: int
    """The number of iterations in the tree, including those kept from earlier positions."""
    seconds: float
    """The time that the search took; of positions searched together, all of them."""

    @property
    def best(self) -> RootMove:
        """The most visited move; of several visited about equally often, the one valued highest."""
        return self.moves[0]


class Search:
    """Information-set Monte Carlo tree search: every iteration samples the hidden information.

    The search of a position stops after `iterations` or `seconds`, whichever comes first; with
    neither, after 1000 iterations. The same seed, iterations and number of threads give the same
    results. With `reuse`, the subtree of a later position in the same game is kept, unless the seat
    has seen a new card since.

    A leaf is evaluated after a rollout of `cutoff` decisions (None: to the end of the game), drawn
    from the game's priors (`rollout="prior"`) or uniformly (`rollout="random"`).

    `root` is how the root shares its iterations. With `"halving"` (sequential halving) the moves
    with the highest priors, up to 16, get an equal share of a first round, the better half go on to
    the next, and so on, so a good move is found even if others have higher priors. With `"puct"`
    the root selects as all other nodes do.

    Moves are selected with PUCT: `exploration` is its constant, `prior_weight` the exponent of the
    priors (0 ignores them), and `fpu_reduction` how much worse than its parent an unvisited move is
    assumed to be. For `exploration` and `fpu_reduction`, None means the game's own value.

    `root_noise` is the scale of Gumbel noise on the root's logits, for `root="halving"`: 0 to play
    well, 1 to explore in self-play.

    With an `evaluator`, priors and values come from this Python function (see `Evaluator`) instead
    of the game's own heuristics, and there are no rollouts. It is called with the observations and
    masks of up to `batch_size` leaves, 16 by default. A leaf that waits for its evaluation counts
    as lost for whoever chose it, so that the others of its batch are elsewhere (virtual loss): a
    larger batch is faster, a smaller one searches better. `run_many` fills batches without that.
    The first call of a search is about the root alone and is not an iteration. If an action is
    legal at a node for the first time, because the sample shows another card, the node is evaluated
    again. If the evaluator raises an error, so does the search, and it forgets its tree.

    With a `network`, they come from a network that runs in the native search (see
    `gemgrove.agents.search_network`).
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
        prior_weight: float = 1.0,
        fpu_reduction: float | None = None,
        root: RootPolicy = "halving",
        rollout: Rollout = "prior",
        cutoff: int | None = 0,
        root_noise: float = 0.0,
        evaluator: Evaluator | None = None,
        batch_size: int | None = None,
        network: "SearchNetwork | None" = None,
    ) -> None:
        if iterations is not None:
            _check_whole("iterations", iterations, 1, _MOST_ITERATIONS)
        if cutoff is not None:
            _check_whole("cutoff", cutoff, 0, 10**6)
        if seconds is not None:
            _check_number("seconds", seconds, above_zero=True)
        _check_whole("threads", threads, 1, _MOST_THREADS)
        _check_number("prior_weight", prior_weight)
        _check_number("root_noise", root_noise)
        for name, number in (("exploration", exploration), ("fpu_reduction", fpu_reduction)):
            if number is not None:
                _check_number(name, number)
        if rollout not in ("prior", "random"):
            raise ValueError(f"rollout is {shown(rollout)}; it must be 'prior' or 'random'.")
        if root not in ("halving", "puct"):
            raise ValueError(f"root is {shown(root)}; it must be 'halving' or 'puct'.")
        if root_noise and root != "halving":
            raise ValueError("root_noise needs root='halving'.")
        if batch_size is not None:
            _check_whole("batch_size", batch_size, 1, _LARGEST_BATCH)
        rollouts = (rollout, cutoff) != ("prior", 0)
        _check_evaluator(
            evaluator, threads, batch_size, rollouts=rollouts, network=network is not None
        )
        if iterations is None and seconds is None:
            iterations = ITERATIONS
        self.iterations = iterations
        self.seconds = seconds
        self._reuse = reuse
        self._options: dict[str, Any] = {
            "exploration": exploration,
            "prior_weight": prior_weight,
            "fpu_reduction": fpu_reduction,
            "root": _native.RootPolicy[root.upper()],
            "rollout": _native.Rollout[rollout.upper()],
            "cutoff": cutoff,
            "threads": threads,
            "root_noise": root_noise,
        }
        self.network = network
        self._evaluator = evaluator
        self._batch_size = batch_size or BATCH_SIZE
        self._seeds = random.Random(checked_seed(seed))
        self._natives: list[tuple[tuple[str, SearchNetwork | None] | None, Any]] = []
        """For each position that is searched together: the game and network, the native search."""

    def run(self, view: View, *, only: int | None = None) -> SearchResult:
        """Search the position in `view`, whose seat must be to move.

        With `only`, every iteration begins with that action; the tree starts empty and is not kept.
        """
        start = time.perf_counter()
        if only is None:
            found = self._run(view)
        else:
            self.clear()
            try:
                found = self._run(view, only)
            finally:
                self.clear()
        return _read(view, found, time.perf_counter() - start)

    def run_many(self, views: Sequence[View]) -> list[SearchResult]:
        """Search several positions, evaluating their leaves together.

        They are of one game and number of players. Each has its own tree and its own iterations,
        and is searched as if it were alone.
        `batch_size` is the number of leaves from each tree, so with many positions 1 is enough. The
        tree of `views[i]` is kept for `views[i]` of the next call.
        """
        if self._evaluator is None:
            raise ValueError(
                "run_many needs an evaluator; without one, run the positions one after another."
            )
        start = time.perf_counter()
        found = self._run_all(list(views))
        seconds = time.perf_counter() - start
        return [_read(view, each, seconds) for view, each in zip(views, found, strict=True)]

    def choose(self, view: View, *, at_most: float | None = None) -> int:
        """Search, and return the best action; `at_most` is an extra limit in seconds."""
        return self._run(view, at_most=at_most).moves[0].action

    def policy(self, view: View, *, at_most: float | None = None) -> dict[int, float]:
        """Search, and return the probability that the search would give each legal action."""
        found = self._run(view, at_most=at_most)
        return {move.action: move.improved for move in found.moves}

    def clear(self) -> None:
        """Forget all trees."""
        self._natives.clear()

    def _run(
        self, view: View, only: int | None = None, *, at_most: float | None = None
    ) -> _native.SearchResult:
        if self._evaluator is not None:
            return self._run_all([view], only, at_most=at_most)[0]
        native = self._search_for(view)
        native.set_position(view)
        native.run(self.iterations, self._limit(at_most), only)
        result: _native.SearchResult = native.result()
        return result

    def _run_all(
        self, views: list[View], only: int | None = None, *, at_most: float | None = None
    ) -> list[_native.SearchResult]:
        natives = [self._search_for(view, place) for place, view in enumerate(views)]
        if len({view.name for view in views}) > 1:
            raise ValueError(
                "Positions that are searched together must be of one game and number of players."
            )
        if not views:
            return []
        for native, view in zip(natives, views, strict=True):
            native.set_position(view)
        assert self._evaluator is not None
        variant = views[0].variant
        variant.core.run_searches(
            natives,
            ArrayEvaluator(self._evaluator, variant.rules.players),
            self.iterations,
            self._limit(at_most),
            only,
            batch_size=self._batch_size,
        )
        return [native.result() for native in natives]

    def _limit(self, at_most: float | None) -> float | None:
        limits = [limit for limit in (self.seconds, at_most) if limit is not None]
        return max(0.0, min(limits)) if limits else None

    def _search_for(self, view: View, place: int = 0) -> Any:
        if not isinstance(view, View):
            raise TypeError(f"A search needs a View, not {shown(view)}.")
        if place == len(self._natives):
            self._natives.append((None, None))
        made_for, native = self._natives[place]
        if made_for != (view.name, self.network):
            native = view.variant.core.Search(
                seed=self._seeds.getrandbits(64),
                network=None if self.network is None else self.network.native,
                **self._options,
            )
            self._natives[place] = (view.name, self.network), native
        if not self._reuse:
            native.clear()
        return native


class SearchAgent:
    """Searches each position and plays the best move."""

    name = "mcts"

    def __init__(self, **options: Any) -> None:
        """Create an agent; the options are those of `Search`."""
        self.search = Search(**options)
        named = {key: value for key, value in options.items() if key != "seed"}
        if self.search.seconds is None:
            named = {"iterations": self.search.iterations} | named
        self.spec = f"{self.name}:" + ",".join(
            f"{key}={_told(value)}" for key, value in named.items()
        )
        self._at_most: float | None = None

    def begin(self, view: View) -> None:  # noqa: ARG002
        """Forget the tree of the last game."""
        self.search.clear()

    def limit(self, seconds: float) -> None:
        """Limit the next decision to this many seconds, in addition to the options."""
        self._at_most = seconds

    def choose(self, view: View) -> int:
        """Return the best action; a single legal action needs no search."""
        at_most, self._at_most = self._at_most, None
        actions = view.legal_actions()
        if len(actions) == 1:
            return actions[0]
        return self.search.choose(view, at_most=at_most)


def _read(view: View, found: _native.SearchResult, seconds: float) -> SearchResult:
    moves = []
    for each in found.moves:
        values = tuple(each.values)
        move = view.move(each.action)
        moves.append(
            RootMove(
                action=each.action,
                move=move,
                visits=each.visits,
                value=values[view.to_move],
                values=values,
                prior=each.prior,
                improved=each.improved,
            )
        )
    return SearchResult(
        seat=view.to_move,
        values=tuple(found.values),
        moves=tuple(moves),
        pv=_moves(view, found.pv),
        iterations=found.iterations,
        seconds=seconds,
    )


def _moves(view: View, actions: list[int]) -> tuple[Move, ...]:
    """Return the moves of a variation, each read in the position that the earlier ones lead to."""
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
    if callable(value):
        return str(getattr(value, "__name__", type(value).__name__))
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def _check_evaluator(
    evaluator: Any, threads: int, batch_size: Any, *, rollouts: bool, network: bool
) -> None:
    if evaluator is None:
        if batch_size is not None:
            raise ValueError("batch_size needs an evaluator.")
        return
    if not callable(evaluator):
        raise TypeError(f"evaluator is {shown(evaluator)}; it must be a function.")
    if threads != 1:
        raise ValueError(f"threads is {threads}; a search with an evaluator has a single thread.")
    if network:
        raise ValueError("A search has a network or an evaluator, not both.")
    if rollouts:
        raise ValueError("An evaluator leaves no rollouts: rollout and cutoff must be left out.")


def _check_whole(name: str, value: Any, least: int, most: int) -> None:
    number = whole(value)
    if number is None or not least <= number <= most:
        bounds = f"{least} or more" if most == _MOST_ITERATIONS else f"from {least} to {most}"
        raise ValueError(f"{name} is {shown(value)}; it must be a whole number, {bounds}.")


def _check_number(name: str, value: Any, *, above_zero: bool = False) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{name} is {shown(value)}; it must be a number.")
    if not 0 <= value < 1e9 or (above_zero and value == 0):
        least = "above 0" if above_zero else "0 or more"
        raise ValueError(f"{name} is {shown(value)}; it must be {least}.")

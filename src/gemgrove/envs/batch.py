"""Many games stepped together by native code, for custom training loops.

>>> import gemgrove as gg
>>> batch = gg.batch("splendor", players=2, size=64, seed=0)
>>> batch.observations.shape, batch.masks.shape
((64, 424), (64, 72))
>>> for _ in range(100):
...     batch.step(batch.choose("random"))  # or your own actions; batch.masks flags the legal ones
>>> batch.rewards.shape
(64, 2)
"""

import os
from collections.abc import Sequence
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gemgrove import _native
from gemgrove.agents.spec import BotSpec
from gemgrove.deal import Deal
from gemgrove.envs.options import ILLEGAL, one_for_each, one_of, read_seat
from gemgrove.envs.rewards import DEFAULT, Reward, read
from gemgrove.game import Game, View, variant_class
from gemgrove.variant import IllegalMove, NotationError, Rules, Variant, shown, whole

Autoreset = Literal["same_step", "next_step", "disabled"]

_BOTS = {
    "random": _native.BatchBot.RANDOM,
    "greedy": _native.BatchBot.GREEDY,
    "greedy@1": _native.BatchBot.GREEDY,
}
_MOST_BYTES = 1 << 36
_MOST_THREADS = 1024


class Batch:
    """Many environments stepped together, each playing the same variant of a game.

    Every `step` writes into the same arrays: copy whatever you want to keep. An environment's
    randomness depends only on the seed and the environment's number, so its games depend neither on
    the size of the batch nor on the number of threads.
    """

    observations: NDArray[np.uint8]
    """(size, entries): the observation of the seat to move. docs/ has a page for each game."""
    masks: NDArray[np.bool_]
    """(size, actions): True for the legal actions."""
    to_move: NDArray[np.int8]
    """(size,): the seat to move."""
    rewards: NDArray[np.float32]
    """(size, players): each seat's reward in the last step."""
    terminations: NDArray[np.bool_]
    """(size,): True if the game ended in the last step."""
    truncations: NDArray[np.bool_]
    """(size,): True if the turn limit cut the game off in the last step."""
    final_observations: NDArray[np.uint8]
    """(size, players, entries): each seat's observation at the end of the last finished game."""
    lengths: NDArray[np.int32]
    """(size,): the number of decisions, by all seats, in the last finished game."""
    returns: NDArray[np.float32]
    """(size, players): the sum of each seat's rewards in the last finished game."""
    scores: NDArray[np.int32]
    """(size, players): each seat's points in the last finished game."""
    places: NDArray[np.int8]
    """(size, players): each seat's place in the last finished game, 1 for the winners."""

    def __init__(
        self,
        game: str | Variant,
        *,
        size: int,
        players: int | None = None,
        rules: str | Rules = "official",
        seed: int | None = None,
        threads: int = 1,
        reward: str | Reward = DEFAULT,
        autoreset: Autoreset = "same_step",
        illegal: Literal["error", "lose"] = "error",
        opponents: str | Sequence[str] | None = None,
        seat: int | Literal["rotate"] = "rotate",
        **options: Any,
    ) -> None:
        """Create `size` environments for a variant, or for the game with this name.

        `players`, `rules` and further options are the same as in `gg.new`. `seed` makes everything
        random repeatable. Each of the `threads` steps a contiguous slice of the environments.
        `reward` is a name, an expression such as `"outcome + 0.1 * points_gained"`, or a `Reward`
        from `gemgrove.envs.rewards`.

        `autoreset` says when the next game begins in an environment whose game has ended:

        - `"same_step"`: in the step that ends the game. Rewards and flags belong to the finished
          game, observations and masks to the next one; `final_observations` has the last
          observations.
        - `"next_step"`: in the following step, which ignores its action.
        - `"disabled"`: only when you call `reset`.

        With `illegal="lose"` an illegal action loses the game, for policies without masks; with
        `"error"` it raises `IllegalMove`.

        With `opponents`, bots play the other seats within `step`, and you make all decisions of
        one seat: `seat` or, with `"rotate"`, the next seat in every game. `opponents` is `random`
        or `greedy`, or one of them for each seat after yours.
        """
        if not isinstance(game, Variant):
            variant: Variant = variant_class(game).create(rules, players=players, options=options)
        elif players is None and rules == "official" and not options:
            variant = game
        else:
            raise TypeError("A variant has its players and rules; they go with a game's name.")
        self.variant = variant
        self.players = variant.rules.players
        self.size = _number("size", size, 1)
        self.threads = _number("threads", threads, 1, _MOST_THREADS)
        self.reward = read(reward)
        self.autoreset = one_of("autoreset", autoreset, get_args(Autoreset))
        self.illegal = one_of("illegal", illegal, ILLEGAL)
        self._check_memory()
        self._native = variant.core.batch(
            variant.native,
            size=self.size,
            threads=self.threads,
            seed=_seed(seed),
            autoreset=_native.Autoreset[self.autoreset.upper()],
            illegal_loses=self.illegal == "lose",
            reward=self._weights(),
            seat=self._seat(seat, opponents is not None),
            opponents=_opponents(opponents, self.players),
        )
        for name, array in self._native.arrays().items():
            setattr(self, name, array)

    def step(self, actions: ArrayLike) -> None:
        """Play one action in every environment, and write the results into the arrays.

        If any action is illegal, nothing is played anywhere, and `IllegalMove` names the first such
        environment. With `illegal="lose"` an illegal action ends its game instead, with the mover
        in last place.
        """
        rejected = self._native.step(self._checked(actions))
        if rejected is not None:
            error, environment = rejected
            self._reject(error, environment, int(np.asarray(actions)[environment]))

    def reset(self, environments: ArrayLike | None = None, *, seed: int | None = None) -> None:
        """Begin a new game in these environments (numbers or flags), or in all of them.

        With a seed, their random streams restart as if the batch had been created with it.
        """
        chosen = self._environments(environments)
        self._native.reset(chosen, None if seed is None else _seed(seed))

    def choose(
        self, bot: str = "random", out: NDArray[np.int32] | None = None
    ) -> NDArray[np.int32]:
        """Return the action that a bot, `random` or `greedy`, would choose in every environment.

        The bot sees only what the seat to move may know. The actions are written into `out` if it
        is given.
        """
        native_bot = _bot(bot)
        actions = np.empty(self.size, np.int32) if out is None else self._room(out)
        self._native.bot_actions(native_bot, actions)
        return actions

    def game(self, environment: int) -> Game:
        """Return an environment's current game, with its hidden cards but without its history."""
        return Game(self.variant, self._native.position(self._environment(environment)), None)

    def view(self, environment: int) -> View:
        """Return the view of the seat to move in an environment."""
        number = self._environment(environment)
        return self.game(number).view(int(self.to_move[number]))

    def deal(self, environment: int) -> Deal:
        """Return the deal of an environment's game; `gg.new` begins the same game from it."""
        key = self._native.deal_key(self._environment(environment))
        return Deal("sealed", int.from_bytes(key, "big"))

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return (
            f"<Batch of {self.size} games of {self.variant.name} {self.variant.spec}, "
            f"reward {self.reward}, autoreset {self.autoreset}>"
        )

    def __reduce__(self) -> Any:
        raise TypeError("A batch cannot be copied or pickled; make another with the same seed.")

    def _check_memory(self) -> None:
        native = self.variant.native
        row = (1 + self.players) * native.observation_size + native.action_count
        if self.size * row > _MOST_BYTES:
            most = _MOST_BYTES // row
            raise ValueError(f"size is {self.size}; a batch of this game has at most {most}.")

    def _weights(self) -> dict[str, float]:
        self.reward.check_game(self.variant.name)
        weights = {name: float(weight) for name, weight in self.reward.terms().items() if weight}
        if max(map(abs, weights.values()), default=0.0) > float(np.finfo(np.float32).max):
            raise ValueError(f"The rewards of a batch are float32; {self.reward} is too large.")
        return weights

    def _seat(self, seat: object, has_opponents: bool) -> int | None:
        if isinstance(seat, str) and seat == "rotate":
            return None
        if not has_opponents:
            raise ValueError("seat is the learner's among opponents; name opponents, too.")
        return int(read_seat(seat, self.players, words=("rotate",)))

    def _checked(self, actions: ArrayLike) -> NDArray[Any]:
        array = np.asarray(actions)
        if array.shape != (self.size,):
            raise ValueError(
                f"actions have the shape {array.shape}; there must be {self.size}, one for each "
                "environment."
            )
        if array.dtype.kind not in "iu":
            raise TypeError(f"actions are {array.dtype}; they must be whole numbers.")
        if array.dtype not in (np.int32, np.int64):
            array = array.astype(np.int64)  # numbers too large become negative, so are illegal, too
        return np.ascontiguousarray(array)

    def _room(self, out: Any) -> NDArray[np.int32]:
        fits = isinstance(out, np.ndarray) and out.dtype == np.int32 and out.shape == (self.size,)
        if not fits or not (out.flags.c_contiguous and out.flags.writeable):
            raise ValueError(
                f"out must be a contiguous array of {self.size} int32 that can be written."
            )
        room: NDArray[np.int32] = out
        return room

    def _reject(self, error: _native.StepError, environment: int, action: int) -> None:
        if error == _native.StepError.GAME_OVER:
            raise IllegalMove(
                f"Environment {environment}: its game has ended; reset([{environment}]) begins "
                "the next one."
            )
        last = self.variant.native.action_count - 1
        if not 0 <= action <= last:
            raise NotationError(
                f"Environment {environment}: {action} is not an action; actions are 0 to {last}."
            )
        try:
            self.game(environment).play(action)
        except IllegalMove as problem:
            raise IllegalMove(f"Environment {environment}: {problem}") from None

    def _environments(self, environments: ArrayLike | None) -> list[int]:
        if environments is None:
            return list(range(self.size))
        array = np.asarray(environments)
        if array.dtype == np.bool_:
            if array.shape != (self.size,):
                raise ValueError(
                    f"environments are flags of the shape {array.shape}; there must be {self.size}."
                )
            return [int(number) for number in np.flatnonzero(array)]
        if array.size and array.dtype.kind not in "iu":
            raise TypeError(f"environments are {array.dtype}; they must be numbers or flags.")
        chosen = [self._environment(number) for number in array.ravel()]
        if len(set(chosen)) < len(chosen):
            raise ValueError("environments has the same environment twice.")
        return chosen

    def _environment(self, environment: Any) -> int:
        number = whole(environment)
        if number is None:
            raise TypeError(f"environment is {shown(environment)}; it must be a whole number.")
        if not 0 <= number < self.size:
            raise IndexError(
                f"There is no environment {number}; environments are 0 to {self.size - 1}."
            )
        return number


batch = Batch


def _number(name: str, value: Any, least: int, most: int | None = None) -> int:
    number = whole(value)
    if number is None:
        raise TypeError(f"{name} is {shown(value)}; it must be a whole number.")
    if number < least or (most is not None and number > most):
        bound = f"at least {least}" if most is None else f"{least} to {most}"
        raise ValueError(f"{name} is {number}; it must be {bound}.")
    return number


def _seed(seed: int | None) -> int:
    if seed is None:
        return int.from_bytes(os.urandom(8), "little")
    return _number("seed", seed, 0, 2**64 - 1)


def _bot(bot: str) -> _native.BatchBot:
    if not isinstance(bot, str):
        raise TypeError(f"A bot of a batch is named by a text, not by {shown(bot)}.")
    spec = str(BotSpec.parse(bot))
    if spec not in _BOTS:
        raise ValueError(
            f"A batch plays the bots {', '.join(_BOTS)} by itself, not {shown(bot)}. "
            'gymnasium.make takes any bot, and so does make_vec with vectorization_mode="async" or '
            '"sync".'
        )
    return _BOTS[spec]


def _opponents(opponents: str | Sequence[str] | None, players: int) -> list[_native.BatchBot]:
    if opponents is None:
        return []
    return [_bot(name) for name in one_for_each(opponents, players)]

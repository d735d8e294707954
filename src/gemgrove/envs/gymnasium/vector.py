"""Many games at once for one learner, stepped by native code."""

import time
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from gemgrove.envs import rewards
from gemgrove.envs.batch import Autoreset, Batch
from gemgrove.envs.options import either, one_for_each, one_of, read_options
from gemgrove.envs.render import RENDER_MODES, rendered
from gemgrove.envs.spaces import action_space, observation_space
from gemgrove.game import variant_class
from gemgrove.rng import bits
from gemgrove.variant import Rules, shown, whole

Observations = NDArray[np.uint8]
Steps = tuple[Observations, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]

_OUTCOME = ("scores", "places")
_AUTORESET: dict[AutoresetMode, Autoreset] = {
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.DISABLED: "disabled",
}


class GameVectorEnv(VectorEnv[Observations, NDArray[Any], NDArray[Any]]):
    """Many games at once: the learner plays one seat in each, and native bots play the others.

    It behaves like a vector of `GameEnv`, with these differences: in the infos, `illegal` only
    flags the games lost by an illegal action, without an explanation; there are no `winners`, who
    are the seats with place 1; and with `seat="rotate"` the environments begin at different seats.
    """

    def __init__(
        self,
        game: str,
        *,
        num_envs: int = 1,
        players: int | None = None,
        opponents: str | Sequence[str] = "greedy",
        seat: int | Literal["rotate"] = "rotate",
        reward: str | rewards.Reward = rewards.DEFAULT,
        rules: str | Rules = "official",
        illegal: Literal["lose", "error"] = "lose",
        threads: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        statistics: bool = False,
        copy: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Create `num_envs` environments, which are stepped by `threads` threads.

        `opponents` (only `random` and `greedy`), `seat`, `reward`, `illegal`, `rules` and further
        options are described in `GameEnv`. `autoreset_mode` says when the next game begins: by
        default in the step after the end, which ignores its action, as Gymnasium's wrappers expect.

        With `statistics` the infos contain what the wrapper `RecordEpisodeStatistics` would add;
        the two cannot be combined. With `copy=False` observations, masks, terminations and
        truncations are the buffers that the next step writes into.
        """
        if render_mode is not None:
            one_of("render_mode", render_mode, RENDER_MODES)
        if (whole(num_envs) or 0) < 1:
            raise ValueError(f"num_envs is {shown(num_envs)}; it must be a number from 1 on.")
        self.variant = variant = variant_class(game).create(rules, players=players, options=options)
        self.players = variant.rules.players
        self.autoreset_mode = _read_mode(autoreset_mode)
        self.batch = Batch(
            variant,
            size=num_envs,
            threads=threads,
            reward=reward,
            autoreset=_AUTORESET[self.autoreset_mode],
            illegal=illegal,
            opponents=one_for_each(opponents, self.players),
            seat=seat,
        )
        self.render_mode = render_mode
        self.num_envs = num_envs
        self.copy = copy
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "autoreset_mode": self.autoreset_mode,
        }
        self.single_observation_space = observation_space(variant)
        self.single_action_space = action_space(variant)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)
        self._episodes = _EpisodeStatistics(num_envs) if statistics else None
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin a new game in every environment; a `seed` makes all following games repeatable.

        `options` may contain a `reset_mask`, one flag per environment: only flagged ones restart.
        """
        which = _read_options(options, self.num_envs)
        super().reset(seed=seed)
        self.batch.reset(which, seed=None if seed is None else bits(self.np_random))
        if self._episodes is not None:
            self._episodes.begin(which)
        self._begun = True
        return self._given(self.batch.observations), self._infos()

    def step(self, actions: Any) -> Steps:
        """Play an action in every game, and then the bots' moves."""
        if not self._begun:
            raise ResetNeeded("No game has begun; reset() begins the first ones.")
        games = self.batch
        # In an environment whose game has ended, this step only begins the next game.
        resting = np.zeros(self.num_envs, np.bool_) if self._at_once else self._ended()
        illegal = self._illegal(np.asarray(actions)) & ~resting
        seats = games.to_move.copy()
        games.step(actions)
        ended = self._ended()
        earned = games.rewards[self._rows, seats].astype(np.float64)
        if not self._at_once:
            # A policy is also asked for the action that will be ignored, and must find a legal one.
            games.masks[ended] = True
        if self._episodes is not None:
            self._episodes.count(earned, ~resting)
        infos = self._infos()
        if ended.any():
            self._tell_ends(infos, ended, seats, illegal)
        if self._episodes is not None:
            self._episodes.begin(ended)
        flags = self._given(games.terminations), self._given(games.truncations)
        return self._given(games.observations), earned, *flags, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return one flag per environment and action: True if it is legal now."""
        return self._given(self.batch.masks)

    def render(self) -> tuple[Any, ...]:
        """Render every game as text or as a picture, depending on `render_mode`."""
        views = map(self.batch.view, range(self.num_envs))
        return tuple(rendered(view, self.render_mode) for view in views)

    @property
    def _at_once(self) -> bool:
        """True if the next game begins in the step that ends the last one."""
        return self.autoreset_mode is AutoresetMode.SAME_STEP

    def _ended(self) -> NDArray[np.bool_]:
        """Return a flag for each environment: True if its game ended in the last step."""
        ended: NDArray[np.bool_] = self.batch.terminations | self.batch.truncations
        return ended

    def _illegal(self, actions: NDArray[Any]) -> NDArray[np.bool_]:
        """Flag the illegal actions; the batch itself rejects arrays of the wrong shape or type."""
        masks = self.batch.masks
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            return np.zeros(self.num_envs, np.bool_)
        known = (actions >= 0) & (actions < masks.shape[1])
        legal: NDArray[np.bool_] = known & masks[self._rows, np.where(known, actions, 0)]
        return ~legal

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self.copy else array

    def _infos(self) -> dict[str, Any]:
        """Return the infos that every environment gets in every step."""
        return _flagged(
            {
                "seat": self.batch.to_move.astype(np.int64),
                "action_mask": self._given(self.batch.masks).view(np.int8),
            },
            np.ones(self.num_envs, np.bool_),
        )

    def _tell_ends(
        self,
        infos: dict[str, Any],
        ended: NDArray[np.bool_],
        seats: NDArray[np.int8],
        illegal: NDArray[np.bool_],
    ) -> None:
        """Add the games' results, where Gymnasium's vector environments put them in this mode."""
        info = _flagged(
            {name: _where(ended, getattr(self.batch, name)) for name in _OUTCOME}, ended
        )
        if illegal.any():
            info |= {"illegal": illegal, "_illegal": illegal.copy()}
        if self._episodes is not None:
            infos |= {"episode": self._episodes.of(ended), "_episode": ended.copy()}
        if not self._at_once:
            infos |= info
            return
        observations = np.full(self.num_envs, None, np.object_)
        for row in np.flatnonzero(ended):
            observations[row] = self.batch.final_observations[row, seats[row]].copy()
        last = {"seat": seats.astype(np.int64), "action_mask": np.ones_like(infos["action_mask"])}
        info |= _flagged({name: _where(ended, array) for name, array in last.items()}, ended)
        infos |= _flagged({"final_obs": observations, "final_info": info}, ended)


class _EpisodeStatistics:
    """The return, length and duration of every episode, as in `RecordEpisodeStatistics`."""

    def __init__(self, size: int) -> None:
        self._returns = np.zeros(size, np.float64)
        self._lengths = np.zeros(size, np.int64)
        self._starts = np.zeros(size, np.float64)

    def begin(self, which: NDArray[np.bool_]) -> None:
        self._returns[which] = 0.0
        self._lengths[which] = 0
        self._starts[which] = time.perf_counter()

    def count(self, earned: NDArray[Any], which: NDArray[np.bool_]) -> None:
        self._returns[which] += earned[which]
        self._lengths[which] += 1

    def of(self, ended: NDArray[np.bool_]) -> dict[str, NDArray[Any]]:
        """Return the statistics of the episodes that have ended; zero elsewhere."""
        elapsed = np.round(time.perf_counter() - self._starts, 6)
        return {
            "r": np.where(ended, self._returns, 0.0),
            "l": np.where(ended, self._lengths, 0),
            "t": np.where(ended, elapsed, 0.0),
        }


def _where(flags: NDArray[np.bool_], array: NDArray[Any]) -> NDArray[Any]:
    """Return the flagged rows, and zeros elsewhere."""
    found = np.zeros_like(array)
    found[flags] = array[flags]
    return found


def _flagged(info: dict[str, Any], flags: NDArray[np.bool_]) -> dict[str, Any]:
    """Add to each info the flags of its environments, as Gymnasium's vector environments do."""
    return info | {f"_{name}": flags.copy() for name in info}


def _read_mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        modes = either([shown(known.value) for known in AutoresetMode])
        raise ValueError(f"autoreset_mode is {shown(mode)}; it can be {modes}.") from None


def _read_options(options: Mapping[str, Any] | None, size: int) -> NDArray[np.bool_]:
    """Return flags for the environments that `reset` should restart."""
    wanted, complaint = read_options(options, ["reset_mask"])
    if complaint:
        raise ValueError(complaint)
    which = wanted.get("reset_mask")
    if which is None:
        return np.ones(size, np.bool_)
    if not isinstance(which, np.ndarray) or which.dtype != np.bool_ or which.shape != (size,):
        raise ValueError(
            f"reset_mask is {shown(which)}; it must be an array of {size} flags, one for each "
            "environment."
        )
    return which

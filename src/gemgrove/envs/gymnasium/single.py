"""One game at a time for one learner, with bots at the other seats."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import logger
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from gemgrove.agents import Forfeit
from gemgrove.deal import Deal
from gemgrove.envs import rewards
from gemgrove.envs.gymnasium.opponents import Opponents, check
from gemgrove.envs.options import (
    ILLEGAL,
    dealt,
    one_for_each,
    one_of,
    read_deal,
    read_options,
    read_seat,
)
from gemgrove.envs.render import RENDER_MODES, rendered
from gemgrove.envs.spaces import action_space, observation_space
from gemgrove.game import Game, View, variant_class
from gemgrove.rng import bits
from gemgrove.variant import IllegalMove, Rules, shown, whole

Observation = NDArray[np.uint8]
Step = tuple[Observation, float, bool, bool, dict[str, Any]]

_RESET_OPTIONS = ("deal", "seat")


class GameEnv(gymnasium.Env[Observation, Any]):
    """A Gymnasium environment in which the learner plays one seat and bots play the others.

    A step is one decision of the learner, followed by the bots' moves until the learner is to move
    again or the game is over. The reward covers the whole step.

    `info` always contains the learner's `seat` and an `action_mask` (int8, as `action_space.sample`
    expects it). At the end of a game it also contains `scores` and `places` by seat and the
    `winners`; the mask is then all ones, so that a policy that is asked for one more action always
    has one to choose.

    A game may also end in two other ways:

    - The learner plays an illegal action, with `illegal="lose"`. The game is terminated, with the
      reward of the last place, and `info["illegal"]` says what was wrong.
    - A bot forfeits: a program crashes, is too slow or makes an illegal move. The game is
      truncated, with only the reward that the step has earned so far, since such a game says
      nothing about the learner. `info["forfeit"]` contains the bot's `seat` and the `reason`, and a
      warning gives the details.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        players: int | None = None,
        opponents: str | Sequence[str] = "greedy",
        seat: int | Literal["rotate", "random"] = "rotate",
        reward: str | rewards.Reward = rewards.DEFAULT,
        rules: str | Rules = "official",
        illegal: Literal["lose", "error"] = "lose",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Create an environment for the game with this name.

        `opponents` is a bot's spec for all other seats, or a list with one for each, in turn order
        after the learner. `seat` is the learner's seat: a number, `"rotate"` (the next one in every
        episode) or `"random"`. `reward` is a `gemgrove.envs.rewards.Reward` or its text. `illegal`
        says what an illegal action does: `"lose"` the game, or raise an `"error"`. `players`,
        `rules` and further options are the same as in `gemgrove.new`.
        """
        self.variant = variant_class(game).create(rules, players=players, options=options)
        self.players = self.variant.rules.players
        self.reward = rewards.read(reward)
        self.reward.check_game(game)
        self.seat = read_seat(seat, self.players, words=("rotate", "random"))
        self.illegal = one_of("illegal", illegal, ILLEGAL)
        if render_mode is not None:
            one_of("render_mode", render_mode, RENDER_MODES)
        self.render_mode = render_mode
        self.observation_space = observation_space(self.variant)
        self.action_space = action_space(self.variant)
        self._specs = one_for_each(opponents, self.players)
        check(self._specs)
        self._opponents: Opponents | None = None
        self._game: Game | None = None
        self._before: Game | None = None
        self._learner = 0
        self._episodes = 0
        self._ended = True

    @property
    def view(self) -> View:
        """The learner's view of the game."""
        return self._running().view(self._learner)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin the next game; a `seed` makes all following games repeatable, including the bots.

        `options` may contain the game's `deal` (a `Deal` or its id) and the learner's `seat`.
        """
        wanted = _read_options(options, self.players)
        super().reset(seed=seed)
        if seed is not None:
            self._episodes = 0
        if seed is not None or self._opponents is None:
            self.close()
            self._opponents = Opponents(self._specs, self.np_random)
        deal, learner = Deal.from_seed(bits(self.np_random)), self._next_seat()
        deal, self._learner = wanted.get("deal", deal), wanted.get("seat", learner)
        self._game = dealt(self.variant, deal)
        self._begin(self._game, self._opponents)
        return self._game.observe(self._learner), self._info()

    def step(self, action: Any) -> Step:
        """Play an action, and then the bots' moves."""
        game, opponents = self._running(), self._opponents
        if self._ended or opponents is None:
            raise ResetNeeded("The game has ended; reset() begins the next one.")
        number = whole(action)
        if number is None:
            raise TypeError(f"action is {shown(action)}; it must be an action's number.")
        try:
            game.play(number)
        except IllegalMove as error:
            if self.illegal == "error":
                raise
            return self._lose(game, opponents, str(error))
        self._ended = True  # if a bot raises an exception, this game cannot go on
        forfeited = opponents.play(game)
        self._ended = game.over or forfeited is not None
        reward = self._rewarded(game)
        info = self._info()
        if forfeited is not None:
            seat, forfeit = forfeited
            opponents.end(game, (seat, forfeit.reason))
            logger.warn("%s", _forfeit_text(seat, forfeit))
            info["forfeit"] = {"seat": seat, "reason": forfeit.reason}
        elif game.over:
            opponents.end(game)
            info |= _outcome(game.scores, game.places, game.winners)
        truncated = game.truncated or forfeited is not None
        terminated = game.over and not truncated
        return game.observe(self._learner), reward, terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return one flag per action: True if it is legal now."""
        if self._ended:
            return np.ones(self.variant.native.action_count, np.bool_)
        return self._running().mask()

    def render(self) -> Any:
        """Render the learner's view as text or as a picture, depending on `render_mode`."""
        return rendered(self.view, self.render_mode)

    def close(self) -> None:
        """Close the bots, which ends their processes; `reset` makes new ones."""
        opponents, self._opponents = self._opponents, None
        self._ended = True
        if opponents is not None:
            opponents.close()

    def _running(self) -> Game:
        if self._game is None:
            raise ResetNeeded("No game has begun; reset() begins the first one.")
        return self._game

    def _next_seat(self) -> int:
        drawn = int(self.np_random.integers(self.players))
        episode, self._episodes = self._episodes, self._episodes + 1
        if isinstance(self.seat, int):
            return self.seat
        return drawn if self.seat == "random" else episode % self.players

    def _begin(self, game: Game, opponents: Opponents) -> None:
        """Let the bots play until the learner is to move."""
        self._ended = True
        opponents.begin(game, self._learner)
        forfeited = opponents.play(game)
        if forfeited is not None:
            raise RuntimeError(f"Before the learner's first decision: {_forfeit_text(*forfeited)}")
        if game.over:
            raise RuntimeError("By these rules the game is over before the learner's decision.")
        self._before = game.copy()
        self._ended = False

    def _rewarded(self, game: Game) -> float:
        """Return the reward for everything since the last call."""
        assert self._before is not None
        reward = self.reward(self._before, game, self._learner)
        if not self.reward.terminal:
            self._before = game.copy()
        return float(reward)

    def _lose(self, game: Game, opponents: Opponents, why: str) -> Step:
        """End the game, which the learner has lost with an illegal action."""
        self._ended = True
        opponents.end(game, (self._learner, "illegal move"))
        others = [seat for seat in range(self.players) if seat != self._learner]
        places = [self.players if seat == self._learner else 1 for seat in range(self.players)]
        info = self._info() | _outcome(game.scores, places, others) | {"illegal": why}
        reward = self.reward.forfeit(self.players, self._learner, self._learner)
        return game.observe(self._learner), float(reward), True, False, info

    def _info(self) -> dict[str, Any]:
        return {"seat": self._learner, "action_mask": self.action_masks().view(np.int8)}


def _forfeit_text(seat: int, forfeit: Forfeit) -> str:
    return f"The bot at seat {seat} has forfeited the game ({forfeit.reason}): {forfeit.detail}"


def _outcome(scores: list[int], places: list[int], winners: list[int]) -> dict[str, Any]:
    """Return a game's result as arrays, which vector environments can stack."""
    return {
        "scores": np.array(scores, np.int32),
        "places": np.array(places, np.int8),
        "winners": winners,
    }


def _read_options(options: Mapping[str, Any] | None, players: int) -> dict[str, Any]:
    wanted, complaint = read_options(options, _RESET_OPTIONS)
    if complaint:
        raise ValueError(complaint)
    if "seat" in wanted:
        wanted["seat"] = read_seat(wanted["seat"], players)
    if "deal" in wanted:
        wanted["deal"] = read_deal(wanted["deal"])
    return wanted

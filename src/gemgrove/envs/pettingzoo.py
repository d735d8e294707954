"""Every game as a PettingZoo environment in which the seats act one at a time (AEC).

    from gemgrove.envs.pettingzoo import splendor_v0

    env = splendor_v0.env(players=3)

Each game has such a namespace, named after the game and the version. The module's own `env` and
`raw_env` take the game's name as their first argument.

An observation is a dictionary: `observation`, the bytes of `Game.observe`, and `action_mask`, which
is all zero for a seat that is not to move. A turn may take several decisions, so an agent may be
selected several times in a row.
"""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from gemgrove.deal import Deal
from gemgrove.envs import render, rewards
from gemgrove.envs.extras import needs
from gemgrove.envs.options import ILLEGAL, dealt, either, one_of, read_deal, read_options
from gemgrove.game import GAMES, Game, variant_class
from gemgrove.rng import bits, checked_seed
from gemgrove.variant import IllegalMove, NotationError, Rules, Variant, shown, whole

with needs("pettingzoo"):
    from gymnasium import logger, spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

    from gemgrove.envs.spaces import action_space, observation_space

VERSION = 0
"""The version in the environments' names; it changes when the same actions give other results."""

RENDER_MODES = ("human", *render.RENDER_MODES)

Observation = dict[str, NDArray[Any]]
T = TypeVar("T")

_NOBODY = -1
_SINCE_RESET = ("agent_selection", "game", "infos", "rewards", "terminations", "truncations")


class _ByAgent(dict[str, T]):
    """A value for each agent."""

    def __missing__(self, agent: object) -> T:
        raise KeyError(f"There is no agent {shown(agent)}; the agents are {', '.join(self)}.")


class TurnEnv(AECEnv):  # type: ignore[misc]
    """A game as an AEC environment, without PettingZoo's wrappers; also called `raw_env`."""

    game: Game
    """The current game, including hidden cards: for tests, and for bots' views."""
    agent_selection: str
    """The agent to act next."""

    def __init__(
        self,
        game: str,
        *,
        players: int | None = None,
        rules: str | Rules = "official",
        reward: str | rewards.Reward = rewards.DEFAULT,
        render_mode: str | None = None,
        illegal: str = "error",
        **options: Any,
    ) -> None:
        """Create an environment for the game with this name.

        `players`, `rules` and further options are the same as in `gemgrove.new`. `reward` is a
        `gemgrove.envs.rewards.Reward` or its text. `render_mode` is `"human"`, `"ansi"` or
        `"rgb_array"`. `illegal` says what an illegal action does: `"lose"` the game, or raise an
        `"error"`.
        """
        super().__init__()
        if render_mode is not None:
            one_of("render_mode", render_mode, RENDER_MODES)
        variant = variant_class(game).create(rules, players=players, options=options)
        self.metadata = {
            "name": f"{game}_v{VERSION}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.reward = rewards.read(reward)
        self.render_mode = render_mode
        self.illegal = one_of("illegal", illegal, ILLEGAL)
        self.agents: list[str] = []
        self.possible_agents = [f"player_{seat}" for seat in range(variant.rules.players)]
        # Each agent gets its own space, since a space has a random generator for its samples.
        self.observation_spaces = _ByAgent(
            (agent, _masked_space(variant)) for agent in self.possible_agents
        )
        self.action_spaces = _ByAgent(
            (agent, action_space(variant)) for agent in self.possible_agents
        )
        self._seats = _ByAgent((agent, seat) for seat, agent in enumerate(self.possible_agents))
        # The initial position of the current game; before the first reset, of some game. It holds
        # the variant, which cannot be pickled by itself.
        self._beginning = dealt(variant, Deal.from_seed(0))
        self.reward.check_game(game)
        self._at_the_end = self.reward.terminal
        self._shown_always = render_mode == "human"
        self._rng = np.random.default_rng()
        self._flags = np.zeros(variant.native.action_count, np.bool_)
        self._mover = _NOBODY

    @property
    def variant(self) -> Variant:
        variant: Variant = self._beginning.variant
        return variant

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game.

        `seed` determines the deal, as in `gemgrove.new`, and the deals of the games that follow:
        a reset without a seed goes on to the next one. `options` may contain a `deal` for this
        game (a `Deal` or its id).
        """
        deal = _deal_option(options)
        if (seed := checked_seed(seed)) is not None:
            deal = deal or Deal.from_seed(seed)
            self._rng = np.random.default_rng(seed)
        if deal is None:
            deal = Deal.from_seed(bits(self._rng))
        self._begin(dealt(self.variant, deal))

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent; after the end of the game it must be None.

        An illegal action raises `IllegalMove` and changes nothing. With `illegal="lose"` it ends
        the game instead, and the agent's info says under `illegal` why it was not legal; only a
        number outside the action space still raises `IllegalMove`.
        """
        seat = self._mover
        if seat < 0:
            self._step_out(action)
            return
        number = action if type(action) is int else self._number(action)
        game = self.game
        # Most rewards are only given at the end; they only ask `before` whether it was over.
        before = self._beginning if self._at_the_end else game.copy()
        try:
            game.play(number)
        except IllegalMove as error:
            if self.illegal == "error" or not 0 <= number < self._flags.size:
                raise
            self._forfeit(seat, str(error))
        else:
            self._cumulative_rewards[self.agent_selection] = 0.0
            over = game.over
            if over or not self._at_the_end:
                self._give(self.reward.by_seat(before, game))
            if over:
                self._end(truncated=game.truncated)
            else:
                self._mover = seat = game.to_move
                self.agent_selection = self.possible_agents[seat]
        if self._shown_always:
            self.render()

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation and its mask of legal actions, as new arrays."""
        seat = self._seats[agent]
        game = self.game
        if seat == self._mover:
            mask = game.mask(self._flags).astype(np.int8)
        else:
            mask = np.zeros(self._flags.size, np.int8)
        return {"observation": game.observe(seat), "action_mask": mask}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return a spectator's view as text or as a picture, or print it as text."""
        if self.render_mode is None:
            logger.warn(
                f"There is nothing to render: render_mode is None, not {either(RENDER_MODES)}."
            )
            return None
        view = self.game.view(None)
        if self.render_mode == "human":
            print(view)
            return None
        shown_now: str | NDArray[np.uint8] = render.rendered(view, self.render_mode)
        return shown_now

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _begin(self, game: Game) -> None:
        self.game = game
        self._beginning = game.copy() if self._at_the_end else game
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._mover = game.to_move
        self.agent_selection = self.possible_agents[self._mover]
        if self._shown_always:
            self.render()

    def _number(self, action: Any) -> int:
        number = whole(action)
        if number is None:
            last = self._flags.size - 1
            raise NotationError(
                f"{shown(action)} is not an action; actions are whole numbers, 0 to {last}."
            )
        return number

    def _give(self, gains: Sequence[float]) -> None:
        for agent, gain in zip(self.possible_agents, gains, strict=True):
            self.rewards[agent] = gain
            self._cumulative_rewards[agent] += gain

    def _forfeit(self, loser: int, reason: str) -> None:
        players = len(self.possible_agents)
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {"illegal": reason}
        self._give([self.reward.forfeit(players, loser, seat) for seat in range(players)])
        self._end(truncated=False)

    def _end(self, *, truncated: bool) -> None:
        self.terminations = dict.fromkeys(self.agents, not truncated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self._mover = _NOBODY
        self.agent_selection = self.agents[0]

    def _step_out(self, action: int | None) -> None:
        """Remove an agent whose game is over."""
        if not self.agents:
            raise RuntimeError("No game is being played; reset() begins one.")
        self._was_dead_step(action)

    def __getattr__(self, name: str) -> Any:
        if name in _SINCE_RESET:
            raise AttributeError(f"There is no {name} before reset() has begun a game.")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


raw_env = TurnEnv


def env(game: str, *, illegal: str = "lose", **options: Any) -> OrderEnforcingWrapper:
    """Create a game's environment with PettingZoo's wrappers.

    The wrappers check the order of calls and the range of actions. By default an illegal action
    loses the game; the other options are those of `raw_env`.
    """
    return OrderEnforcingWrapper(
        AssertOutOfBoundsWrapper(raw_env(game, illegal=illegal, **options))
    )


@dataclass(frozen=True, slots=True)
class GameModule:
    """One game's `env` and `raw_env`, like PettingZoo's module for an environment."""

    game: str

    def env(self, **options: Any) -> OrderEnforcingWrapper:
        return env(self.game, **options)

    def raw_env(self, **options: Any) -> TurnEnv:
        return raw_env(self.game, **options)


_MODULES = {f"{game}_v{VERSION}": GameModule(game) for game in GAMES}


def __getattr__(name: str) -> GameModule:
    if name in _MODULES:
        return _MODULES[name]
    raise AttributeError(
        f"There is no {name!r} in {__name__}; its games are {', '.join(_MODULES)}."
    )


def __dir__() -> list[str]:
    return sorted([*globals(), *_MODULES])


def _masked_space(variant: Variant) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": observation_space(variant),
            "action_mask": spaces.Box(0, 1, (variant.native.action_count,), np.int8),
        }
    )


def _deal_option(options: Mapping[str, Any] | None) -> Deal | None:
    """Return the deal that `reset` was given, and warn about unknown options.

    It is only a warning because PettingZoo's own test passes an option that no environment knows.
    """
    wanted, complaint = read_options(options, ["deal"])
    if complaint:
        warnings.warn(complaint, stacklevel=3)
    deal = wanted.get("deal")
    return None if deal is None else read_deal(deal)

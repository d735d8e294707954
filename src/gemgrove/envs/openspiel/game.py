"""The OpenSpiel game class, and its registration."""

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any, ClassVar

import pyspiel

from gemgrove.deal import Deal
from gemgrove.envs.openspiel.observer import Observer
from gemgrove.envs.openspiel.state import OpenSpielState
from gemgrove.envs.openspiel.table import Table
from gemgrove.envs.options import dealt
from gemgrove.game import Game, variant_class
from gemgrove.notation import SEATS
from gemgrove.variant import Variant, shown

_PARAMETERS: dict[str, Any] = {"players": 0, "rules": "official", "options": {}}
_NAME = "name"
"""OpenSpiel's key for the text before the brackets in `options=(...)`, which must be empty."""


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its rules; created by `pyspiel.load_game`."""

    name: ClassVar[str]
    """The game's name in this package."""
    variant: Variant
    empty_table: Table
    """The table before the deal."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = _PARAMETERS | dict(params or {})
        options = _options(given["options"])
        self.variant = _variant(self.name, given["players"], given["rules"], options)
        self.empty_table = Table(self.variant, self.variant.chance())
        chosen: dict[str, Any] = {"players": self.variant.rules.players, "rules": given["rules"]}
        if options:
            chosen["options"] = options
        super().__init__(_game_type(self.name), self._info(), chosen)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (str(self),)

    @cached_property
    def any_game(self) -> Game:
        """A game with these rules, which gives actions their names before the deal."""
        return dealt(self.variant, Deal.from_seed(0))

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """Return an observer of public and, on request, of the seat's private information.

        Return None for any other kind of observation.
        """
        if params:
            raise ValueError(f"Observations have no parameters; {shown(params)} was given.")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return None
        private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return Observer(self.empty_table, perfect_recall=kind.perfect_recall, private=private)

    def max_chance_nodes_in_history(self) -> int:
        return self.empty_table.chance.most_draws

    def _info(self) -> Any:
        chance = self.empty_table.chance
        return pyspiel.GameInfo(
            num_distinct_actions=self.variant.native.action_count,
            max_chance_outcomes=chance.outcome_count,
            num_players=self.variant.rules.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=chance.most_decisions,
        )


def short_name(game: str) -> str:
    """Return the OpenSpiel name of one of this package's games."""
    return f"gemgrove_{game}"


def register(game: str) -> None:
    """Register a game, so that `pyspiel.load_game` finds it."""
    # OpenSpiel drops its reference after Python has shut down, when nothing may be freed any more.
    # A class refers to itself, so it is not freed then; a function would be.
    kind = type(f"{game.capitalize()}Game", (OpenSpielGame,), {"name": game})
    pyspiel.register_game(_game_type(game), kind)


@cache
def _game_type(game: str) -> Any:
    players = [count for count in range(1, len(SEATS) + 1) if _can_play(game, count)]
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=game.capitalize(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        # The values of the places add up to zero, so this holds for three and four players, too.
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players[-1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )


def _options(given: Mapping[str, Any]) -> dict[str, Any]:
    options = dict(given)
    name = options.pop(_NAME, "")
    if name:
        raise ValueError(
            f"options is {name}(...); nothing may stand before its brackets, as in "
            "rules=official,options=(first_player=random)."
        )
    return options


def _variant(game: str, players: int, rules: str, options: Mapping[str, Any]) -> Variant:
    if ":" in rules:
        raise ValueError(
            f"rules is {shown(rules)}; it must be the name of a preset, and options go into "
            "options=(...), as in rules=official,options=(first_player=random)."
        )
    return variant_class(game).create(rules, players=players or None, options=options)


def _loaded(text: str) -> OpenSpielGame:
    """Load a game from its text. Unpickling calls this function, and so imports this module."""
    game: OpenSpielGame = pyspiel.load_game(text)
    return game


def _can_play(game: str, players: int) -> bool:
    try:
        variant_class(game).create("official", players=players, options={})
    except ValueError:
        return False
    return True

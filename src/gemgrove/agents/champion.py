"""Bots that play by a network: `champion` searches with it, `policy` plays its first choice.

The package has a network for each game and number of players; another one is named by its file.
Where the package has none, `champion` searches without a network, as `mcts` does.
"""

import hashlib
from functools import lru_cache
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from typing import Any

import numpy as np

from gemgrove.agents.agent import Forfeit
from gemgrove.agents.model_file import open_once
from gemgrove.agents.network import checked_temperature, draw_index
from gemgrove.agents.search import Search, SearchAgent
from gemgrove.agents.search_network import SearchNetwork
from gemgrove.agents.spec import SpecError
from gemgrove.game import View
from gemgrove.rng import checked_seed
from gemgrove.variant import Variant

_FOLDER = files("gemgrove.agents") / "networks"


def _own_file(game: str, players: int) -> Traversable:
    return _FOLDER / f"{game}-{players}p.safetensors"


def network_files() -> list[Traversable]:
    """Return the files of the package's networks, such as `splendor-2p.safetensors`."""
    return [file for file in _FOLDER.iterdir() if file.name.endswith(".safetensors")]


@lru_cache(maxsize=16)
def champion_network(game: str, players: int) -> SearchNetwork | None:
    """Return the package's network for a game and a number of players; None if it has none."""
    file = _own_file(game, players)
    if not file.is_file():
        return None
    with as_file(file) as path:
        return SearchNetwork.load(path)


def own_network(variant: Variant) -> SearchNetwork | None:
    """Return the package's network that plays `variant`; None if there is none."""
    network = champion_network(variant.name, variant.rules.players)
    return None if network is None or network.mismatch(variant) else network


@lru_cache(maxsize=16)
def _file_digest(game: str, players: int) -> str:
    return hashlib.sha256(_own_file(game, players).read_bytes()).hexdigest()


def own_digest(variant: Variant) -> str | None:
    """Return the hash of the file of `own_network`; None if there is none."""
    if own_network(variant) is None:
        return None
    return _file_digest(variant.name, variant.rules.players)


def find_network(model: str | None, variant: Variant) -> SearchNetwork:
    """Return the network that plays `variant`: the package's own, or the one in a file.

    Raise a `SpecError` if there is none.
    """
    if model is not None:
        network = open_once(SearchNetwork.load, model)
    else:
        known = champion_network(variant.name, variant.rules.players)
        if known is None:
            raise SpecError(
                f"There is no network for {variant.name} with {variant.rules.players} players; "
                "model=FILE names one of your own."
            )
        network = known
    if mismatch := network.mismatch(variant):
        raise SpecError(mismatch)
    return network


def analysis_bot(variant: Variant) -> str:
    """Return the bot for hints and reviews: `champion` where there is a network, else `mcts`."""
    return "mcts" if own_network(variant) is None else "champion"


def analysis_search(variant: Variant, *, iterations: int, seed: int) -> Search:
    """Return a search as `analysis_bot` makes it."""
    return Search(iterations=iterations, seed=seed, network=own_network(variant))


class _NetworkChoice:
    """Remembers the network for the variant that is being played."""

    def __init__(self, model: str | None) -> None:
        if model is not None:
            open_once(SearchNetwork.load, model)  # raises the error for a bad file now
        self.model = model
        self._found: tuple[Variant, SearchNetwork] | None = None

    def network_for(self, variant: Variant) -> SearchNetwork:
        """Return the network that plays `variant`; raise `Forfeit` if there is none."""
        if self._found is None or self._found[0] is not variant:
            try:
                self._found = variant, find_network(self.model, variant)
            except SpecError as error:
                raise Forfeit("refused", str(error)) from None
        return self._found[1]


class ChampionAgent(SearchAgent):
    """Searches each position with a network and plays the best move.

    Without a `model`, the network is the package's; where there is none, the search does without.
    With a temperature, moves are drawn by what the search thinks of them: at 1 in proportion to its
    own policy, at higher temperatures more evenly.
    """

    name = "champion"

    def __init__(
        self, *, model: str | None = None, temperature: float = 0.0, **options: Any
    ) -> None:
        """Create an agent; the other options are those of `Search`."""
        self.temperature = checked_temperature(temperature)
        self._networks = _NetworkChoice(model)
        self._random = np.random.default_rng(checked_seed(options.get("seed")))
        super().__init__(**options)
        extra = {"model": model, "temperature": temperature or None}
        self.spec += "".join(f",{key}={value}" for key, value in extra.items() if value is not None)

    def choose(self, view: View) -> int:
        """Return the best action, or a drawn one; a single legal action needs no search."""
        self.search.network = self._network_for(view.variant)
        if self.temperature == 0 or len(view.legal_actions()) == 1:
            return super().choose(view)
        at_most, self._at_most = self._at_most, None
        policy = self.search.policy(view, at_most=at_most)
        logits = np.log(np.maximum([policy[action] for action in policy], 1e-9))
        return list(policy)[draw_index(logits, self.temperature, self._random)]

    def _network_for(self, variant: Variant) -> SearchNetwork | None:
        if self._networks.model is None:
            return own_network(variant)
        return self._networks.network_for(variant)


class PolicyAgent:
    """Plays the action that a network prefers, without a search; with a temperature, draws one."""

    def __init__(
        self, *, model: str | None = None, temperature: float = 0.0, seed: int | None = None
    ) -> None:
        self.temperature = checked_temperature(temperature)
        self._networks = _NetworkChoice(model)
        self._random = np.random.default_rng(checked_seed(seed))
        given = {"model": model, "temperature": temperature or None}
        options = ",".join(f"{key}={value}" for key, value in given.items() if value is not None)
        self.spec = f"policy:{options}" if options else "policy"

    def choose(self, view: View) -> int:
        """Return a legal action; raise `Forfeit` if there is no network for this game."""
        network = self._networks.network_for(view.variant).native
        actions = view.legal_actions()
        if not actions:
            raise ValueError("This seat has nothing to decide now.")
        if len(actions) == 1:
            return actions[0]
        core = view.variant.core
        _, logits = network.run(core.network_inputs(view), core.action_inputs(view))
        return actions[draw_index(np.asarray(logits), self.temperature, self._random)]

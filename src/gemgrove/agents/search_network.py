"""Networks that judge positions for the search: model files of quantized weights.

A network is made for one game, one number of players and one version of its inputs. It has the
layers `trunk.0`, `trunk.1` and so on, `value`, `policy_state`, `policy_action` and `policy`, which
`native/network/network.h` describes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gemgrove import _native
from gemgrove.agents.model_file import ModelError, ModelFile, write_model
from gemgrove.game import GAMES
from gemgrove.json_reader import JsonReader
from gemgrove.variant import Variant, shown, whole

KIND = "search network"
"""The description's entry `kind`, which tells these files from those of a `network.Policy`."""
VERSION = 1
"""The version of the description in a model file."""

_HEADS = ("value", "policy_state", "policy_action", "policy")
_MOST_LAYERS = 16
_MOST_SEATS = 16
_MOST_UNITS = 4096
_MOST_SHIFT = 24
_LONGEST_WORD = 1000


@dataclass(frozen=True, eq=False)
class Layer:
    """A dense layer in whole numbers."""

    weight: NDArray[np.int16]
    """A row for each unit, in steps of 2 ** -shift."""
    bias: NDArray[np.int32]
    """In the steps of the sums: of the weights, or for activations a 1024th of that."""
    shift: int


@dataclass(frozen=True, eq=False)
class SearchNetwork:
    """A quantized network, from which a search takes its priors and values."""

    game: str
    players: int
    rules: str
    """The rules used in training, such as `official:players=2`."""
    inputs_version: int
    """The version of the game's network inputs."""
    layers: Mapping[str, Layer]
    training: Mapping[str, Any]
    """Notes on the training: anything that JSON can hold."""

    @classmethod
    def of(
        cls, variant: Variant, layers: Mapping[str, Layer], training: Mapping[str, Any]
    ) -> "SearchNetwork":
        """Create a network for the game and rules of `variant`."""
        return cls(
            variant.name,
            variant.rules.players,
            variant.spec,
            variant.core.NETWORK_INPUTS_VERSION,
            layers,
            training,
        )

    @cached_property
    def native(self) -> Any:
        """The network for the native search; raises a `ValueError` if its layers do not fit."""
        return self.on(_native)

    def on(self, build: Any) -> Any:
        """Return the network for one of the core's builds."""
        described = {
            name: (layer.weight, layer.bias, layer.shift) for name, layer in self.layers.items()
        }
        trunk = [described[name] for name in _trunk_names(len(self.layers) - len(_HEADS))]
        return build.Network(self.players, trunk, *(described[name] for name in _HEADS))

    def mismatch(self, variant: Variant) -> str:
        """Return a sentence that says why the network cannot play `variant`; empty if it can."""
        if (self.game, self.players) != (variant.name, variant.rules.players):
            return (
                f"The network plays {self.game} with {self.players} players; this is "
                f"{variant.name} with {variant.rules.players}."
            )
        known = variant.core.NETWORK_INPUTS_VERSION
        if self.inputs_version != known:
            return (
                f"The network was trained on version {self.inputs_version} of the network inputs; "
                f"this program has version {known}."
            )
        sizes = input_sizes(variant)
        if (self.native.inputs, self.native.action_inputs) != sizes:
            return (
                f"The network takes {self.native.inputs} inputs of a position and "
                f"{self.native.action_inputs} of an action; here there are {sizes[0]} and "
                f"{sizes[1]}."
            )
        return ""

    def save(self, path: str | PathLike[str]) -> None:
        """Write the network to a model file; an existing file is replaced atomically."""
        description = {
            "kind": KIND,
            "version": VERSION,
            "game": self.game,
            "players": self.players,
            "rules": self.rules,
            "inputs_version": self.inputs_version,
            "layers": [
                {
                    "name": name,
                    "inputs": layer.weight.shape[1],
                    "units": layer.weight.shape[0],
                    "shift": layer.shift,
                }
                for name, layer in self.layers.items()
            ],
            "training": dict(self.training),
        }
        tensors: dict[str, NDArray[Any]] = {}
        for name, layer in self.layers.items():
            tensors |= {f"{name}.weight": layer.weight, f"{name}.bias": layer.bias}
        write_model(path, description, tensors)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "SearchNetwork":
        """Read a network from a model file; raise a `ModelError` if there is something wrong."""
        file = ModelFile(path)
        data = JsonReader(file.description(), f"{file.path}: model", error=ModelError)
        if data.members().get("kind") != KIND:
            raise ModelError(
                f"{file.path} is not a network for the search. If it is a policy, it is a bot by "
                "itself: its path is its spec."
            )
        version = data["version"].value
        if whole(version) != VERSION:
            raise ModelError(
                f"{file.path}: model.version is {shown(version)}; this program reads version "
                f"{VERSION}."
            )
        described = data["layers"].items()
        if len(described) > _MOST_LAYERS:
            raise ModelError(
                f"{file.path}: the network has {len(described)} layers; it can have "
                f"{_MOST_LAYERS} at most."
            )
        layers = {}
        for each in described:
            name = each["name"].text(_LONGEST_WORD)
            units = each["units"].whole(1, _MOST_UNITS)
            inputs = each["inputs"].whole(1, _MOST_UNITS)
            layers[name] = Layer(
                file.tensor(f"{name}.weight", (units, inputs), np.int16),
                file.tensor(f"{name}.bias", (units,), np.int32),
                each["shift"].whole(0, _MOST_SHIFT),
            )
        names = {*_trunk_names(len(layers) - len(_HEADS)), *_HEADS}
        if len(layers) <= len(_HEADS) or set(layers) != names:
            raise ModelError(
                f"{file.path} has the layers {shown(sorted(layers))}; a network has "
                f"trunk.0, trunk.1 and so on, {', '.join(_HEADS)}."
            )
        network = cls(
            data["game"].choice(GAMES),
            data["players"].whole(1, _MOST_SEATS),
            data["rules"].text(_LONGEST_WORD),
            data["inputs_version"].whole(0, 10**9),
            layers,
            data["training"].members(),
        )
        try:
            _ = network.native
        except ValueError as error:
            raise ModelError(f"{file.path}: {error}") from None
        return network


def input_sizes(variant: Variant) -> tuple[int, int]:
    """Return how many inputs a network gets of a position and of an action."""
    sizes = []
    for fields in (variant.core.network_input_fields, variant.core.action_input_fields):
        _, offset, size, _, _ = fields(variant.native)[-1]
        sizes.append(offset + size)
    return sizes[0], sizes[1]


def _trunk_names(count: int) -> list[str]:
    return [f"trunk.{number}" for number in range(count)]

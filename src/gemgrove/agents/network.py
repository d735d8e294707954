"""Networks as bots: policies trained elsewhere that play using only NumPy.

A model is made for one game, one number of players and one version of the encodings. It plays any
rules of that game, since a preset only masks actions; the file names the rules used in training.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gemgrove.agents.agent import Forfeit
from gemgrove.agents.model_file import ModelError, ModelFile, open_once, write_model
from gemgrove.agents.search_network import KIND
from gemgrove.game import GAMES, View, variant_class
from gemgrove.json_reader import JsonReader
from gemgrove.rng import checked_seed
from gemgrove.variant import Variant, shown, whole

VERSION = 1
"""The version of the description in a model file."""

Numbers = NDArray[np.float32]

_ACTIVATIONS: Mapping[str, Callable[[Numbers], Numbers]] = {
    "none": lambda numbers: numbers,
    "relu": lambda numbers: np.maximum(numbers, 0, out=numbers),
    "tanh": lambda numbers: np.tanh(numbers, out=numbers),
}
_MOST_LAYERS = 20
_MOST_UNITS = 65_536
_MOST_SEATS = 16
_LONGEST_WORD = 1000
_HIGHEST_TEMPERATURE = 1e6


@dataclass(frozen=True, eq=False)
class Dense:
    """A fully connected layer: `activation(inputs @ weight.T + bias)`."""

    weight: Numbers
    """A row for each unit."""
    bias: Numbers
    activation: str = "none"
    """`none`, `relu` or `tanh`."""

    def __post_init__(self) -> None:
        if self.activation not in _ACTIVATIONS:
            raise ValueError(
                f"activation is {shown(self.activation)}; it can be {', '.join(_ACTIVATIONS)}."
            )
        if self.weight.ndim != 2 or self.bias.shape != self.weight.shape[:1]:
            raise ValueError(
                f"The layer's weight has the shape {self.weight.shape} and its bias "
                f"{self.bias.shape}; they must be (units, inputs) and (units,)."
            )

    def __call__(self, inputs: Numbers) -> Numbers:
        """Return the outputs, one row per row of inputs."""
        outputs: Numbers = inputs @ self.weight.T
        outputs += self.bias
        return _ACTIVATIONS[self.activation](outputs)


@dataclass(frozen=True, eq=False)
class Policy:
    """A multilayer perceptron that maps an observation to one logit per action.

    The observation is multiplied by `scale` and passes through the `hidden` layers. From the last
    one, `actor` computes the logits and `critic`, if there is one, the value of the position for
    the observing seat.
    """

    game: str
    players: int
    rules: str
    """The rules used in training, such as `official:players=2`."""
    scale: Numbers
    hidden: Sequence[Dense]
    actor: Dense
    critic: Dense | None = None
    encoding: Mapping[str, int] = field(default_factory=dict)
    """The versions of the encodings; by default the current ones."""
    training: Mapping[str, Any] = field(default_factory=dict)
    """Notes on the training: anything that JSON can hold."""

    def __post_init__(self) -> None:
        if not self.encoding:
            object.__setattr__(self, "encoding", dict(variant_class(self.game).encoding))
        object.__setattr__(self, "hidden", tuple(self.hidden))
        width = len(self.scale)
        for number, layer in enumerate(self.hidden, 1):
            _check_inputs(f"hidden layer {number}", layer, width)
            width = len(layer.bias)
        _check_inputs("actor", self.actor, width)
        if self.critic is not None:
            _check_inputs("critic", self.critic, width)
            if len(self.critic.bias) != 1:
                raise ValueError(f"The critic has {len(self.critic.bias)} units; it must have 1.")

    @classmethod
    def of(
        cls,
        variant: Variant,
        *,
        hidden: Sequence[Dense],
        actor: Dense,
        critic: Dense | None = None,
        scale: ArrayLike | None = None,
        training: Mapping[str, Any] | None = None,
    ) -> "Policy":
        """Create a policy for the game and rules of `variant`; `scale` is 1 by default."""
        if scale is None:
            scale = np.ones(variant.native.observation_size)
        policy = cls(
            game=variant.name,
            players=variant.rules.players,
            rules=variant.spec,
            scale=np.asarray(scale, np.float32),
            hidden=hidden,
            actor=actor,
            critic=critic,
            training=training or {},
        )
        if mismatch := policy.mismatch(variant):
            raise ValueError(mismatch)
        return policy

    def logits(self, observations: ArrayLike) -> Numbers:
        """Return the logits of all actions, for one observation or one per row of an array."""
        return self.actor(self._trunk(observations))

    def values(self, observations: ArrayLike) -> Numbers:
        """Return the critic's value of each observation, for the observing seat."""
        if self.critic is None:
            raise ValueError("This policy has no critic, so it knows no values.")
        values: Numbers = self.critic(self._trunk(observations))[..., 0]
        return values

    def mismatch(self, variant: Variant) -> str:
        """Return a sentence that says why the policy cannot play `variant`; empty if it can."""
        if (self.game, self.players) != (variant.name, variant.rules.players):
            return (
                f"The model plays {self.game} with {self.players} players; this is "
                f"{variant.name} with {variant.rules.players}."
            )
        if difference := _encoding_difference(self.game, self.encoding):
            return f"The model {difference}"
        sizes = (variant.native.observation_size, variant.native.action_count)
        if (len(self.scale), len(self.actor.bias)) != sizes:
            return (
                f"The model takes {len(self.scale)} numbers and knows {len(self.actor.bias)} "
                f"actions; here an observation has {sizes[0]} numbers, and there are {sizes[1]} "
                "actions."
            )
        return ""

    def save(self, path: str | PathLike[str]) -> None:
        """Write the policy to a model file; an existing file is replaced atomically."""
        description = {
            "version": VERSION,
            "game": self.game,
            "players": self.players,
            "rules": self.rules,
            "encoding": dict(self.encoding),
            "network": {
                "inputs": len(self.scale),
                "hidden": [
                    {"units": len(layer.bias), "activation": layer.activation}
                    for layer in self.hidden
                ],
                "actions": len(self.actor.bias),
                "critic": self.critic is not None,
            },
            "training": dict(self.training),
        }
        tensors = {"scale": self.scale}
        for name, layer in self._layers():
            tensors |= {f"{name}.weight": layer.weight, f"{name}.bias": layer.bias}
        numbers = {name: np.asarray(tensor, "<f4") for name, tensor in tensors.items()}
        write_model(path, description, numbers)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "Policy":
        """Read a policy from a model file; raise a `ModelError` that says what is wrong with it."""
        return _read(ModelFile(path))

    def _trunk(self, observations: ArrayLike) -> Numbers:
        numbers = np.asarray(observations)
        if numbers.ndim == 0 or numbers.shape[-1] != len(self.scale):
            raise ValueError(
                f"The observations have the shape {numbers.shape}; the model takes "
                f"{len(self.scale)} numbers each."
            )
        inputs: Numbers = numbers.astype(np.float32) * self.scale
        for layer in self.hidden:
            inputs = layer(inputs)
        return inputs

    def _layers(self) -> list[tuple[str, Dense]]:
        layers = [(f"hidden.{number}", layer) for number, layer in enumerate(self.hidden)]
        layers.append(("actor", self.actor))
        return layers if self.critic is None else [*layers, ("critic", self.critic)]


class NetworkAgent:
    """Plays the legal action with the highest logit or, with a temperature, draws one."""

    def __init__(
        self,
        policy: Policy,
        *,
        temperature: float = 0.0,
        seed: int | None = None,
        spec: str = "network",
    ) -> None:
        """Create an agent.

        At temperature 1, actions are drawn with the policy's own probabilities; higher temperatures
        are more random, and 0 always plays the best action.
        """
        self.policy = policy
        self.temperature = checked_temperature(temperature)
        self.spec = spec
        self._random = np.random.default_rng(checked_seed(seed))
        self._fits: Variant | None = None

    def choose(self, view: View) -> int:
        """Return a legal action; raise `Forfeit` if the policy was made for another game."""
        self._check(view.variant)
        actions = view.legal_actions()
        if not actions:
            raise ValueError("This seat has nothing to decide now.")
        if len(actions) == 1:
            return actions[0]
        logits = self.policy.logits(view.observe(copy=False))[actions]
        return actions[draw_index(logits.astype(np.float64), self.temperature, self._random)]

    def _check(self, variant: Variant) -> None:
        if self._fits is variant:
            return
        if mismatch := self.policy.mismatch(variant):
            raise Forfeit("refused", mismatch)
        self._fits = variant


def draw_index(logits: NDArray[Any], temperature: float, rng: np.random.Generator) -> int:
    """Return the index of the highest logit or, with a temperature, one drawn by their softmax."""
    if temperature > 0:
        with np.errstate(over="ignore"):  # at tiny temperatures all but the best become -inf
            logits = (logits - logits.max()) / temperature
        # With Gumbel noise, the highest logit is a draw from the softmax.
        logits = logits + rng.gumbel(size=len(logits))
    return int(np.argmax(logits))


def checked_temperature(temperature: float) -> float:
    """Return a temperature; raise a `ValueError` if it is not possible."""
    if not 0 <= temperature <= _HIGHEST_TEMPERATURE:
        raise ValueError(
            f"temperature is {shown(temperature)}; it must be a number from 0 to "
            f"{_HIGHEST_TEMPERATURE:.0f}."
        )
    return temperature


def open_model(path: str) -> Policy:
    """Load a policy; the file is read again only if it has changed."""
    return open_once(Policy.load, path)


def _check_inputs(name: str, layer: Dense, inputs: int) -> None:
    if layer.weight.shape[1] != inputs:
        raise ValueError(
            f"The {name} takes {layer.weight.shape[1]} numbers, and gets {inputs} from what is "
            "before it."
        )


def _read(file: ModelFile) -> Policy:
    plain = JsonReader(file.description(), f"{file.path}: model", error=ModelError)
    kind = plain.members().get("kind")
    if kind == KIND:
        raise ModelError(
            f"{file.path} is a network for the search: champion:model={file.path} plays it."
        )
    if kind is not None:
        raise ModelError(f"{file.path} is not a policy but of the kind {shown(kind)}.")
    version = plain["version"].value
    if whole(version) != VERSION:
        raise ModelError(
            f"{file.path}: model.version is {shown(version)}; this program reads version {VERSION}."
        )
    game = plain["game"].choice(GAMES)
    encoding = dict(plain["encoding"].members())
    if difference := _encoding_difference(game, encoding):
        raise ModelError(f"{file.path} {difference}")
    network = plain["network"]
    width = inputs = network["inputs"].whole(1, _MOST_UNITS)
    hidden = []
    described = network["hidden"].items()
    if len(described) > _MOST_LAYERS:
        raise ModelError(
            f"{file.path}: the network has {len(described)} hidden layers; it can have "
            f"{_MOST_LAYERS} at most."
        )
    for number, item in enumerate(described):
        units = item["units"].whole(1, _MOST_UNITS)
        kind = item["activation"].choice(tuple(_ACTIVATIONS))
        hidden.append(_read_layer(file, f"hidden.{number}", width, units, kind))
        width = units
    actions = network["actions"].whole(1, _MOST_UNITS)
    return Policy(
        game=game,
        players=plain["players"].whole(1, _MOST_SEATS),
        rules=plain["rules"].text(_LONGEST_WORD),
        scale=file.tensor("scale", (inputs,), np.float32),
        hidden=hidden,
        actor=_read_layer(file, "actor", width, actions),
        critic=_read_layer(file, "critic", width, 1) if network["critic"].flag() else None,
        encoding=encoding,
        training=plain["training"].members(),
    )


def _encoding_difference(game: str, found: Mapping[str, int]) -> str:
    """Return a predicate that says how encodings differ from the current ones; empty if equal."""
    known = variant_class(game).encoding
    for name in {**known, **found}:
        if found.get(name) != known.get(name):
            return (
                f"was made with version {shown(found.get(name))} of the encoding {shown(name)} of "
                f"{game}; this program has version {known.get(name)}."
            )
    return ""


def _read_layer(
    file: ModelFile, name: str, inputs: int, units: int, activation: str = "none"
) -> Dense:
    weight = file.tensor(f"{name}.weight", (units, inputs), np.float32)
    return Dense(weight, file.tensor(f"{name}.bias", (units,), np.float32), activation)

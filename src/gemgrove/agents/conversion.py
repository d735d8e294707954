"""Convert policies from PyTorch and Stable-Baselines3 networks, and from and to ONNX.

None of these libraries is needed to play a model file.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gemgrove.agents.model_file import check_size
from gemgrove.agents.network import Dense, Policy
from gemgrove.variant import Variant, shown

if TYPE_CHECKING:
    import onnx

OPSET = 17
"""The version of ONNX's operators in exported files."""

Numbers = NDArray[np.float32]

_ACTIVATIONS = ("relu", "tanh")
"""The names of PyTorch's modules and ONNX's operators, in lower case."""
_OBSERVATION, _LOGITS, _VALUE = "observation", "logits", "value"
_BATCH = "batch"
_CHANGES_NOTHING = ("Identity", "Cast", "Flatten", "Dropout")
_EITHER_WAY = ("Add", "Mul")


def dense(modules: Iterable[Any]) -> list[Dense]:
    """Convert a PyTorch `Sequential` of `Linear`, `ReLU` and `Tanh` modules to layers."""
    layers: list[Dense] = []
    for module in modules:
        kind = type(module).__name__.lower()
        if kind == "linear":
            weight, bias = _from_torch(module.weight), module.bias
            zeros = np.zeros(len(weight), np.float32)
            layers.append(Dense(weight, zeros if bias is None else _from_torch(bias)))
        elif kind in _ACTIVATIONS and layers and layers[-1].activation == "none":
            layers[-1] = replace(layers[-1], activation=kind)
        else:
            raise ValueError(
                f"A model cannot hold {shown(module)} here; it can hold Linear modules, each "
                "followed by ReLU or Tanh or nothing."
            )
    return layers


def from_sb3(
    model: Any,
    variant: Variant,
    *,
    scale: ArrayLike | None = None,
    training: Mapping[str, Any] | None = None,
) -> Policy:
    """Convert a Stable-Baselines3 model, such as a `MaskablePPO`, to a policy.

    The model must have dense layers and must have been trained on plain observations, or on
    observations multiplied by `scale`. The policy gets no critic, since the library computes
    values with a separate network.
    """
    try:
        hidden = dense(model.policy.mlp_extractor.policy_net)
        (actor,) = dense([model.policy.action_net])
    except (AttributeError, TypeError) as error:
        raise ValueError(
            "The model has no actor of dense layers, as MlpPolicy of Stable-Baselines3 has one: "
            f"{error}."
        ) from None
    return Policy.of(variant, hidden=hidden, actor=actor, scale=scale, training=training)


def to_onnx(policy: Policy, path: str | PathLike[str]) -> None:
    """Write a policy as an ONNX model.

    The input `observation` has a row for each position; the outputs are `logits` and, if the policy
    has a critic, `value`. The metadata names the game, the players, the rules and the encodings.
    """
    onnx = _library()
    helper, kind = onnx.helper, onnx.TensorProto.FLOAT
    nodes = [helper.make_node("Mul", [_OBSERVATION, "scale"], ["scaled"])]
    weights = {"scale": policy.scale}
    before = "scaled"

    def add(name: str, layer: Dense, output: str) -> None:
        weights.update({f"{name}.weight": layer.weight, f"{name}.bias": layer.bias})
        inputs = [before, f"{name}.weight", f"{name}.bias"]
        last = output if layer.activation == "none" else f"{name}.sum"
        nodes.append(helper.make_node("Gemm", inputs, [last], transB=1))
        if layer.activation != "none":
            nodes.append(helper.make_node(layer.activation.capitalize(), [last], [output]))

    for number, layer in enumerate(policy.hidden):
        add(f"hidden.{number}", layer, f"hidden.{number}")
        before = f"hidden.{number}"
    outputs = {_LOGITS: policy.actor}
    if policy.critic is not None:
        outputs[_VALUE] = policy.critic
    for name, layer in outputs.items():
        add("actor" if name == _LOGITS else "critic", layer, name)
    graph = helper.make_graph(
        nodes,
        "policy",
        [helper.make_tensor_value_info(_OBSERVATION, kind, [_BATCH, len(policy.scale)])],
        [
            helper.make_tensor_value_info(name, kind, [_BATCH, len(layer.bias)])
            for name, layer in outputs.items()
        ],
        [onnx.numpy_helper.from_array(tensor, name) for name, tensor in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)])
    model.ir_version = 8  # every recent library reads this version
    helper.set_model_props(
        model,
        {
            "game": policy.game,
            "players": str(policy.players),
            "rules": policy.rules,
            "encoding": json.dumps(dict(policy.encoding)),
        },
    )
    onnx.checker.check_model(model)
    onnx.save(model, fspath(path))


def from_onnx(
    path: str | PathLike[str],
    variant: Variant,
    *,
    scale: ArrayLike | None = None,
    training: Mapping[str, Any] | None = None,
) -> Policy:
    """Convert an ONNX model to a policy.

    The model must map observations, or observations multiplied by `scale`, to logits, and consist
    of dense layers with ReLU or tanh. The output with one number per action becomes the actor; an
    output with a single number, computed from the same hidden layers, becomes the critic. All
    other outputs are ignored.
    """
    onnx = _library()
    check_size(path)
    try:
        # Weights in other files are not loaded: the paths are as untrusted as the model.
        model = onnx.load(fspath(path), load_external_data=False)
    except Exception as error:  # noqa: BLE001 - the libraries that onnx uses raise their own errors
        raise ValueError(f"{path} is not an ONNX model: {error}.") from None
    graph = _Graph(model.graph, onnx.numpy_helper.to_array)
    actions = variant.native.action_count
    found = [graph.chain(output.name) for output in model.graph.output]
    actor = next((chain for chain in found if chain.units == actions), None)
    if actor is None:
        raise ValueError(
            f"{path} has no output with {actions} numbers, one for each action of {variant.name}."
        )
    critics = [
        chain.layers[-1] for chain in found if chain.units == 1 and chain.inputs == actor.inputs
    ]
    for last in (actor.layers[-1], *critics):
        if last.activation != "none":
            raise ValueError(f"{path} has {last.activation} after its last layer; remove it.")
    factors = actor.factors if scale is None else actor.factors * np.asarray(scale, np.float32)
    return Policy.of(
        variant,
        hidden=actor.layers[:-1],
        actor=actor.layers[-1],
        critic=critics[0] if critics else None,
        scale=np.broadcast_to(factors, actor.layers[0].weight.shape[1]),
        training=training,
    )


@dataclass(frozen=True, slots=True)
class _Chain:
    """The layers between a graph's input and one of its outputs."""

    factors: Numbers
    """The factors that the observation is multiplied by."""
    layers: list[Dense]
    inputs: str
    """The name of the last layer's input."""

    @property
    def units(self) -> int:
        return len(self.layers[-1].bias) if self.layers else 0


class _Graph:
    """An ONNX graph, walked from an output back to the input."""

    def __init__(self, graph: "onnx.GraphProto", to_array: Any) -> None:
        self._nodes = {name: node for node in graph.node for name in node.output}
        self._constants = {tensor.name: tensor for tensor in graph.initializer}
        for node in graph.node:
            if node.op_type == "Constant" and node.attribute[0].name == "value":
                self._constants[node.output[0]] = node.attribute[0].t
        self._inputs = {value.name for value in graph.input} - self._constants.keys()
        self._to_array = to_array

    def chain(self, output: str) -> _Chain:
        """Return the layers between the input and an output."""
        layers: list[Dense] = []
        factors: Numbers | None = None
        name, inputs, activation = output, "", "none"
        added: Numbers | None = None
        while name not in self._inputs:
            if name not in self._nodes:
                raise ValueError(f"The model does not say where {shown(name)} comes from.")
            node = self._nodes[name]
            kind = node.op_type
            name, constants = self._split(node)
            done = activation == "none" and added is None
            if kind in _CHANGES_NOTHING:
                continue
            if factors is not None:  # they apply to the observation: nothing may come before them
                self._refuse(node)
            if kind in ("Gemm", "MatMul") and constants:
                layers.insert(0, self._dense(node, constants, added, activation))
                inputs = inputs or name
                activation, added = "none", None
            elif kind == "Add" and added is None and constants:
                added = constants[0]
            elif kind.lower() in _ACTIVATIONS and done:
                activation = kind.lower()
            elif kind in ("Mul", "Div") and done and constants:
                factors = constants[0] if kind == "Mul" else np.float32(1) / constants[0]
            else:
                self._refuse(node)
        if activation != "none" or added is not None:
            raise ValueError("The model changes its input in a way that this program cannot use.")
        factors = np.ones(1, np.float32) if factors is None else factors.reshape(-1)
        return _Chain(factors, layers, inputs)

    def _split(self, node: "onnx.NodeProto") -> tuple[str, list[Numbers]]:
        """Return a node's computed input and its constant inputs."""
        constants = [name for name in node.input if name in self._constants]
        computed = [name for name in node.input if name and name not in self._constants]
        if node.op_type in _CHANGES_NOTHING and computed:
            return computed[0], []
        if len(computed) != 1 or (node.op_type not in _EITHER_WAY and computed[0] != node.input[0]):
            self._refuse(node)
        return computed[0], [self._array(name) for name in constants]

    def _array(self, name: str) -> Numbers:
        tensor = self._constants[name]
        if tensor.external_data:
            raise ValueError(
                f"The weights {shown(name)} are in another file; save the model as a single one."
            )
        return np.asarray(self._to_array(tensor), np.float32)

    def _dense(
        self,
        node: "onnx.NodeProto",
        constants: list[Numbers],
        added: Numbers | None,
        activation: str,
    ) -> Dense:
        settings = {item.name: item.i or item.f for item in node.attribute}
        plain = {"alpha": 1.0, "beta": 1.0, "transA": 0}
        if any(settings.get(name, value) != value for name, value in plain.items()):
            self._refuse(node)
        weight = constants[0] if settings.get("transB") else constants[0].T
        bias = np.zeros(len(weight), np.float32)
        for part in constants[1:] if added is None else [*constants[1:], added]:
            bias = bias + part.reshape(-1)
        return Dense(np.ascontiguousarray(weight), bias, activation)

    def _refuse(self, node: "onnx.NodeProto") -> NoReturn:
        raise ValueError(
            f"The model has a node {node.op_type} ({shown(node.name or node.output[0])}) that this "
            "program cannot use here; it reads dense layers (Gemm, or MatMul and Add) with Relu, "
            "Tanh or nothing after each, and a Mul or Div of the observation."
        )


def _library() -> Any:
    try:
        import onnx
    except ImportError:
        raise ImportError("ONNX needs the extra: pip install 'gemgrove[onnx]'.") from None
    return onnx


def _from_torch(tensor: Any) -> Numbers:
    return np.array(tensor.detach().cpu().numpy(), dtype=np.float32)

"""The network that is trained, in floating-point numbers; `quantize` makes the one that plays."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor, nn

from gemgrove.agents.search_network import Layer, SearchNetwork
from gemgrove.variant import Variant

TRUNK = (256, 32)
"""The units of the layers of the trunk."""
POLICY_UNITS = 32

# The steps of the quantized weights, as powers of two: a weight has 16 bits, so it lies within
# 2^(15 - shift). The first layers take bytes, the others activations.
_SHIFTS = {"trunk.0": 13, "trunk": 12, "value": 11, "policy_state": 12, "policy_action": 13}
_SHIFTS["policy"] = 11
_ACTIVATION_BITS = 10
_LARGEST_WEIGHT = 2**15 - 1


class TrainableNetwork(nn.Module):
    """The network of `native/network/`, with a scale for each input that quantizing folds in."""

    def __init__(
        self,
        inputs: int,
        action_inputs: int,
        players: int,
        *,
        trunk: Sequence[int] = TRUNK,
        policy_units: int = POLICY_UNITS,
    ) -> None:
        super().__init__()
        widths = [inputs, *trunk]
        self.trunk = nn.ModuleList(nn.Linear(before, after) for before, after in pairwise(widths))
        self.value = nn.Linear(widths[-1], players)
        self.policy_state = nn.Linear(widths[-1], policy_units)
        self.policy_action = nn.Linear(action_inputs, policy_units, bias=False)
        self.policy = nn.Linear(policy_units, 1)
        self.register_buffer("scale", torch.ones(inputs))
        self.register_buffer("action_scale", torch.ones(action_inputs))
        self.scale: Tensor
        self.action_scale: Tensor
        with torch.no_grad():
            for layer in (*self.trunk, self.policy_state):
                layer.bias.fill_(0.5)

    def set_scales(self, inputs: Tensor, action_inputs: Tensor) -> None:
        """Set the scales by a sample of inputs, so that no input is much larger than 1."""
        for scale, rows in ((self.scale, inputs), (self.action_scale, action_inputs)):
            scale.copy_(1 / rows.float().square().mean(0).sqrt().clamp(min=1))

    def activations(self, inputs: Tensor) -> Tensor:
        """Return the last activations of the trunk, for one row of bytes per position."""
        hidden = inputs.float() * self.scale
        for layer in self.trunk:
            hidden = layer(hidden).clamp(0, 1)
        return hidden

    def policy_logits(self, activations: Tensor, action_inputs: Tensor) -> Tensor:
        """Return a logit for each action; `action_inputs` has a row for each, by position."""
        state = self.policy_state(activations).unsqueeze(1)
        action = self.policy_action(action_inputs.float() * self.action_scale)
        logits: Tensor = self.policy((state + action).clamp(0, 1)).squeeze(-1)
        return logits

    def policy_parameters(self) -> Iterator[nn.Parameter]:
        """Yield the weights of the policy head, which the values do not depend on."""
        for layer in (self.policy_state, self.policy_action, self.policy):
            yield from layer.parameters()

    def is_finite(self) -> bool:
        """Return True if all weights are finite numbers."""
        return all(bool(each.isfinite().all()) for each in self.state_dict().values())

    @torch.no_grad()
    def clamp_weights(self) -> None:
        """Keep all weights within what 16 bits can hold."""
        for name, layer, scale in self._layers():
            bound = _LARGEST_WEIGHT / 2 ** _shift(name)
            limit = torch.full_like(layer.weight, bound) if scale is None else bound / scale
            layer.weight.copy_(torch.minimum(torch.maximum(layer.weight, -limit), limit))

    def _layers(self) -> list[tuple[str, nn.Linear, Tensor | None]]:
        """Return each layer with its name and the scale of its inputs."""
        trunk: list[Any] = list(self.trunk)
        return [
            ("trunk.0", trunk[0], self.scale),
            *((f"trunk.{i}", layer, None) for i, layer in enumerate(trunk) if i > 0),
            ("value", self.value, None),
            ("policy_state", self.policy_state, None),
            ("policy_action", self.policy_action, self.action_scale),
            ("policy", self.policy, None),
        ]

    @torch.no_grad()
    def quantize(self, variant: Variant, training: Mapping[str, Any]) -> SearchNetwork:
        """Return the network as the search plays it."""
        layers = {}
        for name, layer, scale in self._layers():
            shift = _shift(name)
            weight = layer.weight if scale is None else layer.weight * scale
            unit, surplus = _bias_steps(name, shift)
            bias = torch.zeros(layer.out_features) if layer.bias is None else layer.bias * unit
            bounds = (-_LARGEST_WEIGHT, _LARGEST_WEIGHT)
            layers[name] = Layer(
                (weight * 2.0**shift).round().clamp(*bounds).to(torch.int16).numpy(),
                (bias + surplus).round().clamp(-(2**31) + 1, 2**31 - 1).to(torch.int32).numpy(),
                shift,
            )
        return SearchNetwork.of(variant, layers, training)

    @torch.no_grad()
    def dequantize(self, network: SearchNetwork) -> bool:
        """Take over the weights of a quantized network; return False if the shapes differ."""
        shapes = {name: tuple(layer.weight.shape) for name, layer, _ in self._layers()}
        if shapes != {name: each.weight.shape for name, each in network.layers.items()}:
            return False
        for name, layer, scale in self._layers():
            quantized = network.layers[name]
            weight = torch.from_numpy(quantized.weight) * 2.0**-quantized.shift
            layer.weight.copy_(weight if scale is None else weight / scale)
            if layer.bias is not None:
                unit, surplus = _bias_steps(name, quantized.shift)
                layer.bias.copy_((torch.from_numpy(quantized.bias) - surplus) / unit)
        return True


def _bias_steps(name: str, shift: int) -> tuple[float, float]:
    """Return how many steps of a layer's quantized biases are 1, and how many each has too many."""
    of_bytes = name in ("trunk.0", "policy_action")
    # Sums of activations have ten more bits than those of bytes.
    unit = 2.0 ** (shift if of_bytes else shift + _ACTIVATION_BITS)
    # Activations are cut off, not rounded: half a step more makes up for it.
    is_activated = name.startswith(("trunk", "policy_state"))
    return unit, unit / 2 ** (_ACTIVATION_BITS + 1) if is_activated else 0.0


def _shift(name: str) -> int:
    return _SHIFTS[name if name in _SHIFTS else "trunk"]

"""Fits a network to samples."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import cast

import numpy as np
import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel

from gemgrove.learn.network import TrainableNetwork
from gemgrove.learn.samples import Batch, Samples

_ILLEGAL = -1e9
_WARM_UP_STEPS = 200
_AVERAGED_STEPS = 500
_MOST_GRADIENT = 1.0
_REPORT_STEPS = 100
_VALUE_WEIGHT = 4
"""How much more the value's loss counts than the policy's when a fit ends: values overfit first."""


@dataclass(frozen=True, slots=True)
class FitOptions:
    """The hyperparameters of a fit."""

    epochs: float = 4.0
    """At most; a fit with test samples ends when more would overfit."""
    policy_epochs: float = 8.0
    """Those of the policy head by itself, at most; none without test samples."""
    batch_size: int = 1024
    learning_rate: float = 2e-3
    weight_decay: float = 0.1
    result_share: float = 0.5
    """The share of the games' results in the value's target; the rest is the search's value."""


@dataclass(frozen=True, slots=True)
class Losses:
    """Mean cross-entropies."""

    policy: float
    value: float
    result: float
    """The value's with the results of the games alone."""

    @classmethod
    def mean(cls, losses: list[Tensor]) -> "Losses":
        return cls(*torch.stack(losses).mean(0).tolist())


@dataclass(frozen=True, slots=True)
class FitProgress:
    step: int
    steps: int
    losses: Losses
    """Of the last steps."""


def losses_of(network: TrainableNetwork, batch: Batch, result_share: float) -> Tensor:
    """Return the losses of the policy, of the value, and of the value against results alone."""
    seats = batch.results.shape[1]
    hidden = network.activations(batch.inputs)
    logits = network.policy_logits(hidden[:, 0], batch.action_inputs)
    logits = logits.masked_fill(~batch.legal, _ILLEGAL)
    policy = -(batch.policy * logits.log_softmax(1)).sum(1).mean()
    chances = network.value(hidden).log_softmax(2)

    def cross_entropy(targets: Tensor) -> Tensor:
        mean: Tensor = -(targets * chances).sum(2).mean()
        return mean

    # Each seat counts the others from itself.
    results = torch.stack([batch.results.roll(-seat, 1) for seat in range(seats)], 1)
    target = result_share * results + (1 - result_share) * batch.root_values
    return torch.stack([policy, cross_entropy(target), cross_entropy(results)])


def fit(
    network: TrainableNetwork,
    samples: Samples,
    options: FitOptions,
    *,
    seed: int,
    test: Samples | None = None,
) -> Iterator[FitProgress]:
    """Fit a network to samples; yield the progress now and then, and at the end.

    The network gets the moving average of its weights over the last steps, which is better than the
    weights of any one step. With `test`, samples to measure by, the fit ends after an epoch that
    does not lower the loss there, and the network is the one of the epoch before. Values overfit
    first; then the policy head goes on by itself.
    """
    stage = _Stage(network, samples, options, np.random.default_rng(seed), test)
    yield from stage.run(options.epochs, policy_only=False)
    if test is not None:
        yield from stage.run(options.policy_epochs, policy_only=True)


class _Stage:
    """Fits all of a network, or its policy head."""

    def __init__(
        self,
        network: TrainableNetwork,
        samples: Samples,
        options: FitOptions,
        rng: np.random.Generator,
        test: Samples | None,
    ) -> None:
        self._network = network
        self._samples = samples
        self._options = options
        self._rng = rng
        self._test = test
        self._size = min(options.batch_size, len(samples))
        self._done = 0
        """The steps of earlier stages."""

    def run(self, epochs: float, *, policy_only: bool) -> Iterator[FitProgress]:
        network, options = self._network, self._options
        steps = max(1, int(epochs * len(self._samples) / self._size))
        epoch_steps = len(self._samples) // self._size
        fitted = list(network.policy_parameters() if policy_only else network.parameters())
        optimizer = torch.optim.AdamW(
            fitted, lr=options.learning_rate, weight_decay=options.weight_decay
        )
        average = AveragedModel(network, avg_fn=_moving_average)
        averaged = cast("TrainableNetwork", average.module)
        best: dict[str, Tensor] = {}
        least = inf
        recent: list[Tensor] = []
        batches = self._batches()
        for step in range(1, steps + 1):
            for group in optimizer.param_groups:
                group["lr"] = options.learning_rate * min(1, step / _WARM_UP_STEPS)
            losses = losses_of(network, next(batches), options.result_share)
            network.zero_grad()
            loss = losses[0] if policy_only else losses[:2].sum()
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(fitted, _MOST_GRADIENT)
            optimizer.step()
            network.clamp_weights()
            average.update_parameters(network)
            recent.append(losses.detach())
            if self._test is not None and (step % epoch_steps == 0 or step == steps):
                measured = measure(averaged, self._test, options)
                value_weight = 0 if policy_only else _VALUE_WEIGHT
                sum_of_losses = measured.policy + value_weight * measured.value
                if not sum_of_losses < least:
                    steps = step
                    break
                least = sum_of_losses
                best = {name: each.clone() for name, each in averaged.state_dict().items()}
            if step % _REPORT_STEPS == 0 and step < steps:
                yield FitProgress(self._done + step, self._done + steps, Losses.mean(recent))
                recent.clear()
        network.load_state_dict(best or averaged.state_dict())
        self._done += steps
        yield FitProgress(self._done, self._done, Losses.mean(recent))

    def _batches(self) -> Iterator[Batch]:
        while True:
            yield from self._samples.batches(self._size, self._rng)


def _moving_average(average: Tensor, latest: Tensor, count: Tensor | int) -> Tensor:
    """Return the average of weights with the latest ones, after `count` others."""
    return average + (latest - average) * max(1 / _AVERAGED_STEPS, 10 / (10 + int(count)))


@torch.no_grad()
def measure(network: TrainableNetwork, samples: Samples, options: FitOptions) -> Losses:
    """Return the losses on samples that the network has not learned from."""
    size = min(options.batch_size, len(samples))
    batches = samples.batches(size, np.random.default_rng(0))
    return Losses.mean([losses_of(network, batch, options.result_share) for batch in batches])

"""Train a bot by self-play: proximal policy optimization (PPO) in PyTorch with batches of games.

    python examples/ppo_batch.py --minutes 10 --save model.safetensors
    gemgrove arena ./model.safetensors greedy random

One network plays all seats, since an observation always belongs to the seat to move. Three things
differ from PPO for one player:

- A seat's decisions are not consecutive: the successor of a decision is the next decision of the
  *same seat* in that game, and its reward is everything that the seat earns until then. See
  `advantages`.
- Some of the games are played against a bot, so the network meets opponents other than itself.
- Before that, the network learns to imitate that bot: a beginner who meets a good player loses
  every game, and learns nothing from it.

The network treats the places of a market alike, as the rules do (`EquivariantLinear`). With
`--teacher none` it learns only by self-play.

Ctrl-C ends the training after the current update and saves it; --resume continues it.
Needs: pip install torch==2.13.0 rich
"""

import argparse
import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from torch import Tensor, nn

import gemgrove as gg
from gemgrove.agents.network import Dense, Policy
from gemgrove.envs.batch import Batch
from gemgrove.envs.slot_groups import slot_groups
from gemgrove.envs.training import observation_scale, win_rate
from gemgrove.pages.axes import SHARES
from gemgrove.pages.charts import Line, line_chart
from gemgrove.pages.curves import curves_page
from gemgrove.pages.render import save_page
from gemgrove.variant import Variant

RIVALS = ("random", "greedy")
IMPOSSIBLE = -1e8  # the logit of an illegal action


@dataclass(frozen=True)
class Settings:
    """The hyperparameters. The defaults suit ten minutes on two cores."""

    width: int = 128  # of the hidden layers, for the whole table
    place_width: int = 32  # the same for each place
    horizon: int = 32  # decisions in each environment between two updates
    epochs: int = 2
    minibatch: int = 1024
    rate: float = 1e-3  # the learning rate, which decreases to almost nothing
    imitation_rate: float = 2e-3  # the same while the bot is imitated
    discount: float = 0.99
    trace: float = 0.95  # how far advantages look ahead: GAE's lambda
    clip: float = 0.2
    entropy: tuple[float, float] = (0.01, 0.001)  # from, to
    value_loss: float = 0.5
    most_gradient: float = 0.5
    against: float = 0.5  # the share of games played against the bot
    imitation: float = 0.75  # the share of the training that imitates the bot
    guidance: float = 0.5  # while imitating, how often the bot's choice is played
    reward: str = "rank + 0.05 * lead_gained"  # winning, and a little for the points on the way


class EquivariantLinear(nn.Module):
    """A linear layer that treats places of the same kind alike.

    Its input and its output are one vector for the whole table and, for each kind of place, one
    vector per place. The vector for the whole and the sums over each kind's places give the new
    vector for the whole and a part for each kind; a place's new vector is that part plus a linear
    function of its own vector. Without any kinds it is a plain linear layer.
    """

    def __init__(
        self, inputs: list[int], outputs: list[int], places: list[int], gain: float = 1.0
    ) -> None:
        """Create a layer; `inputs` and `outputs` are the sizes for the whole and for each kind."""
        super().__init__()
        self.outputs = outputs
        self.whole = prepared(nn.Linear(sum(inputs), sum(outputs)), gain)
        self.own = nn.ModuleList(
            prepared(nn.Linear(size_in, size_out, bias=False), gain)
            for size_in, size_out in zip(inputs[1:], outputs[1:], strict=True)
        )
        self.biases = nn.ParameterList(
            torch.zeros(count, size) for count, size in zip(places, outputs[1:], strict=True)
        )

    def forward(self, whole: Tensor, kinds: list[Tensor]) -> tuple[Tensor, list[Tensor]]:
        """Map tensors of shape (rows, size) and, for each kind, (rows, places, size)."""
        sums = [each.sum(dim=1) * each.shape[1] ** -0.5 for each in kinds]
        whole, *parts = self.whole(torch.cat([whole, *sums], dim=1)).split_with_sizes(
            self.outputs, dim=1
        )
        return whole, [
            own(each) + (part[:, None] + bias)
            for each, part, own, bias in zip(kinds, parts, self.own, self.biases, strict=True)
        ]


class Network(nn.Module):
    """A perceptron with shared weights, from observations to logits for all actions and a value."""

    scale: Tensor

    def __init__(self, variant: Variant, scale: NDArray[np.float32], settings: Settings) -> None:
        super().__init__()
        self.register_buffer("scale", torch.from_numpy(scale))
        found = slot_groups(variant)
        self.places = [len(kind.entries) for kind in found]
        self.entries = [torch.from_numpy(kind.entries) for kind in found]
        self.actions = [torch.from_numpy(kind.actions) for kind in found]
        placed = np.concatenate([[], *(kind.entries.ravel() for kind in found)])
        self.rest = torch.from_numpy(np.setdiff1d(np.arange(len(scale)), placed))
        inputs = [len(self.rest), *(kind.entries.shape[1] for kind in found)]
        hidden = [settings.width, *[settings.place_width] * len(found)]
        # A kind without actions gets one unit, which is never used.
        outputs = [max(1, kind.actions.shape[1]) for kind in found]
        self.counts = [size * n for size, n in zip(hidden, [1, *self.places], strict=True)]
        self.first = EquivariantLinear(inputs, hidden, self.places)
        self.second = EquivariantLinear(hidden, hidden, self.places)
        self.actor = EquivariantLinear(
            hidden, [variant.native.action_count, *outputs], self.places, gain=0.01
        )
        self.critic = prepared(nn.Linear(settings.width, 1), 1.0)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits, with illegal actions far below all others, and the values."""
        whole, each = self.first(*self.cut(observations * self.scale))
        whole, each = self.second(whole.relu(), [kind.relu() for kind in each])
        whole, each = whole.relu(), [kind.relu() for kind in each]
        logits = self.logits(*self.actor(whole, each))
        return logits.masked_fill(~masks, IMPOSSIBLE), self.critic(whole).squeeze(-1)

    def cut(self, inputs: Tensor) -> tuple[Tensor, list[Tensor]]:
        """Split scaled observations into the rest and the places."""
        return inputs[:, self.rest], [inputs[:, entries] for entries in self.entries]

    def logits(self, whole: Tensor, each: list[Tensor]) -> Tensor:
        """Return the logits in the order of actions, adding each place's part to its actions."""
        for actions, kind in zip(self.actions, each, strict=True):
            if actions.numel():
                whole = whole.index_add(1, actions.flatten(), kind.flatten(start_dim=1))
        return whole

    def policy(self, variant: Variant, training: dict[str, Any]) -> Policy:
        """Return the same network as plain dense layers, which need no PyTorch to play."""
        width = sum(self.counts)
        return Policy.of(
            variant,
            hidden=[
                as_dense(lambda x: joined(*self.first(*self.cut(x))), len(self.scale), "relu"),
                as_dense(lambda x: joined(*self.second(*self.split(x))), width, "relu"),
            ],
            actor=as_dense(lambda x: self.logits(*self.actor(*self.split(x))), width),
            critic=as_dense(lambda x: self.critic(self.split(x)[0]), width),
            scale=self.scale.numpy(),
            training=training,
        )

    def split(self, units: Tensor) -> tuple[Tensor, list[Tensor]]:
        """Undo `joined`."""
        whole, *each = units.split_with_sizes(self.counts, dim=1)
        return whole, [
            kind.reshape(len(kind), count, -1)
            for kind, count in zip(each, self.places, strict=True)
        ]


def joined(whole: Tensor, each: list[Tensor]) -> Tensor:
    """Join all units in one row."""
    return torch.cat([whole, *(kind.flatten(start_dim=1) for kind in each)], dim=1)


def as_dense(layer: Callable[[Tensor], Tensor], inputs: int, activation: str = "none") -> Dense:
    """Convert any linear layer to a matrix, by applying it to each unit vector."""
    with torch.no_grad():
        bias = layer(torch.zeros(1, inputs))
        weight = layer(torch.eye(inputs)) - bias
    return Dense(weight.T.contiguous().numpy(), bias[0].numpy(), activation)


def prepared(layer: nn.Linear, gain: float) -> nn.Linear:
    """Initialize a layer with orthogonal weights, as is usual for PPO."""
    nn.init.orthogonal_(layer.weight, gain)
    if layer.bias is not None:
        nn.init.zeros_(layer.bias)
    return layer


class Rollout:
    """The data of some steps in all environments: arrays of shape (steps, environments, ...)."""

    def __init__(self, steps: int, batches: list[Batch]) -> None:
        environments = sum(batch.size for batch in batches)
        native, players = batches[0].variant.native, batches[0].players
        shape = (steps, environments)
        self.observations = np.zeros((*shape, native.observation_size), np.uint8)
        self.masks = np.zeros((*shape, native.action_count), np.bool_)
        self.actions = np.zeros(shape, np.int64)
        self.taught = np.zeros(shape, np.int64)
        self.log_probs = np.zeros(shape, np.float32)
        self.values = np.zeros((steps + 1, environments), np.float32)
        self.seats = np.zeros((steps + 1, environments), np.int64)
        self.rewards = np.zeros((*shape, players), np.float32)
        self.ended = np.zeros(shape, np.bool_)
        self._batches = batches

    def collect(
        self, network: Network, *, teacher: str | None = None, guidance: float = 0.0
    ) -> None:
        """Play with the network; the batches continue their games.

        With a teacher, its choices are recorded, and a share of `guidance` of them is played. This
        makes better games, but since they are not the network's own, PPO cannot learn from them.
        """
        steps = len(self.actions)
        for step in range(steps):
            observations, masks = self._gather("observations"), self._gather("masks")
            self.observations[step], self.masks[step] = observations, masks
            self.seats[step] = self._gather("to_move")
            if teacher is not None:
                self.taught[step] = np.concatenate([b.choose(teacher) for b in self._batches])
            with torch.no_grad():
                logits, values = network(torch.from_numpy(observations), torch.from_numpy(masks))
                # With Gumbel noise added, the highest logit is a draw from their softmax.
                noise = -torch.empty_like(logits).exponential_().log()
                actions = (logits + noise).argmax(dim=1)
                if teacher is not None:
                    guided = torch.rand(len(actions)) < guidance
                    actions = torch.where(guided, torch.from_numpy(self.taught[step]), actions)
                chosen = logits.log_softmax(dim=1).gather(1, actions[:, None])[:, 0]
            self.actions[step], self.log_probs[step] = actions.numpy(), chosen.numpy()
            self.values[step] = values.numpy()
            start = 0
            for batch in self._batches:
                batch.step(self.actions[step, start : start + batch.size])
                start += batch.size
            self.rewards[step] = self._gather("rewards")
            self.ended[step] = self._gather("terminations") | self._gather("truncations")
        with torch.no_grad():
            _, values = network(
                torch.from_numpy(self._gather("observations")),
                torch.from_numpy(self._gather("masks")),
            )
        self.values[steps], self.seats[steps] = values.numpy(), self._gather("to_move")

    def _gather(self, name: str) -> NDArray[Any]:
        return np.concatenate([getattr(batch, name) for batch in self._batches])


def advantages(
    rollout: Rollout, *, discount: float, trace: float
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return how much better each decision was than its value (GAE), and which ones are known.

    This works backwards in time, separately for every seat in every environment: a seat's decision
    is followed by the next decision of that seat, and earns everything the seat gets in between, in
    its own steps and in those of others. If a seat has not moved again before the rollout ends, the
    advantage of its last decision is unknown, and the decision is left out.
    """
    steps, environments = rollout.actions.shape
    every = np.arange(environments)
    seats = rollout.rewards.shape[2:]
    earned = np.zeros((environments, *seats), np.float32)  # by each seat since its decision
    next_value, next_advantage = np.zeros_like(earned), np.zeros_like(earned)
    known = np.zeros((environments, *seats), np.bool_)
    mover = rollout.seats[steps]
    known[every, mover], next_value[every, mover] = True, rollout.values[steps]
    found = np.zeros((steps, environments), np.float32)
    usable = np.zeros((steps, environments), np.bool_)
    for step in reversed(range(steps)):
        ended = rollout.ended[step]
        earned[ended] = next_value[ended] = next_advantage[ended] = 0
        known[ended] = True
        earned += rollout.rewards[step]
        place = every, rollout.seats[step]
        value = rollout.values[step]
        surprise = earned[place] + discount * next_value[place] - value
        found[step] = surprise + discount * trace * next_advantage[place]
        usable[step] = known[place]
        next_advantage[place] = np.where(known[place], found[step], 0)
        next_value[place], earned[place], known[place] = value, 0, True
    return found, usable


def improve(
    network: Network,
    optimizer: torch.optim.Optimizer,
    rollout: Rollout,
    settings: Settings,
    *,
    done: float,
    imitate: bool,
) -> dict[str, float]:
    """Run some epochs of PPO over a rollout, or one in which the network imitates the teacher.

    `done` is the share of the training that is done.
    """
    found, usable = advantages(rollout, discount=settings.discount, trace=settings.trace)
    targets = found + rollout.values[:-1]
    data = [
        torch.from_numpy(array[usable])
        for array in (
            rollout.observations,
            rollout.masks,
            rollout.actions,
            rollout.taught,
            rollout.log_probs,
            (found - found[usable].mean()) / (found[usable].std() + 1e-8),
            targets,
        )
    ]
    first, last = settings.entropy
    entropy_weight = first + (last - first) * done
    for group in optimizer.param_groups:
        group["lr"] = learning_rate(settings, done, imitate=imitate)
    sums = dict.fromkeys(("entropy", "value loss", *(["as taught"] if imitate else [])), 0.0)
    parts = 0
    for _ in range(1 if imitate else settings.epochs):
        order = torch.randperm(len(data[0]))
        for start in range(0, len(order), settings.minibatch):
            chosen = order[start : start + settings.minibatch]
            observations, masks, actions, taught, before, advantage, target = (
                array[chosen] for array in data
            )
            logits, values = network(observations, masks)
            log_probs = logits.log_softmax(dim=1)
            entropy = -(log_probs.exp() * log_probs).sum(dim=1).mean()
            value_loss = (values - target).square().mean()
            if imitate:
                policy_loss = nn.functional.nll_loss(log_probs, taught)
            else:
                ratio = (log_probs.gather(1, actions[:, None])[:, 0] - before).exp()
                clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
                policy_loss = -torch.min(ratio * advantage, clipped * advantage).mean()
                policy_loss = policy_loss - entropy_weight * entropy
            loss = policy_loss + settings.value_loss * value_loss
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), settings.most_gradient)
            optimizer.step()
            parts += 1
            sums["entropy"] += entropy.item()
            sums["value loss"] += value_loss.item()
            if imitate:
                sums["as taught"] += (logits.argmax(dim=1) == taught).float().mean().item()
    return {name: total / parts for name, total in sums.items()}


def learning_rate(settings: Settings, done: float, *, imitate: bool) -> float:
    """Return the learning rate, which decreases during each part of the training."""
    if imitate:
        return settings.imitation_rate * max(0.05, 1 - done / settings.imitation)
    return settings.rate * max(0.05, 1 - done)


@dataclass
class Training:
    """The state of a training, as stored in a checkpoint."""

    variant: Variant
    network: Network
    optimizer: torch.optim.Optimizer
    samples: int = 0
    seconds: float = 0.0
    history: list[dict[str, float]] = field(default_factory=list)

    @classmethod
    def begin(cls, variant: Variant, settings: Settings, seed: int) -> "Training":
        """Begin a training with a new network."""
        scale = observation_scale(variant, seed=seed)
        network = Network(variant, scale, settings)
        optimizer = torch.optim.Adam(network.parameters(), lr=settings.rate, eps=1e-5)
        return cls(variant, network, optimizer)

    def save(self, path: Path) -> None:
        """Save the arena's model to `path`, and its curves and the checkpoint beside it."""
        figures = {"samples": self.samples, "seconds": round(self.seconds)}
        policy = self.network.policy(
            self.variant,
            {"by": "examples/ppo_batch.py", "last": self.history[-1:]} | figures,
        )
        policy.save(path)
        save_page(self.page(), path.with_suffix(".html"))
        draft = path.with_suffix(".pt.part")
        torch.save(
            {
                "rules": self.variant.spec,
                "network": self.network.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "progress": [self.samples, self.seconds, self.history],
            },
            draft,
        )
        draft.replace(path.with_suffix(".pt"))

    def load(self, path: Path) -> None:
        """Continue from the checkpoint beside the model `path`."""
        saved = torch.load(path.with_suffix(".pt"), weights_only=True)
        if saved["rules"] != self.variant.spec:
            raise SystemExit(f"{path}: trained for {saved['rules']}, not {self.variant.spec}.")
        self.network.load_state_dict(saved["network"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.samples, self.seconds, self.history = saved["progress"]

    def evaluate(self, games: int, threads: int) -> dict[str, float]:
        """Return the share of games won against each rival, always playing the best action."""

        def choose(observations: NDArray[np.uint8], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
            with torch.no_grad():
                logits, _ = self.network(torch.from_numpy(observations), torch.from_numpy(masks))
            best: NDArray[np.int64] = logits.argmax(dim=1).numpy()
            return best

        return {
            rival: win_rate(choose, self.variant, opponents=rival, games=games, threads=threads)
            for rival in RIVALS
        }

    def page(self) -> str:
        """Return a page with the training curves."""

        def line(name: str) -> Line:
            return Line(name, [(at["samples"] / 1e6, at[name]) for at in self.history])

        x = "decisions in millions"
        facts = [
            ("Rules", self.variant.spec),
            ("Decisions", f"{self.samples:,}"),
            ("Minutes", f"{self.seconds / 60:.1f}"),
        ]
        charts = [
            line_chart("Games won", [line(rival) for rival in RIVALS], x_title=x, y=SHARES),
            line_chart(
                "Entropy", [line("entropy")], x_title=x, note="How undecided the network is."
            ),
            line_chart("Value loss", [line("value loss")], x_title=x),
        ]
        return curves_page(f"Training for {self.variant.name.capitalize()}", facts, charts)


class Schedule:
    """The progress of the training, by the clock or by decisions, whichever is further."""

    def __init__(self, training: Training, *, minutes: float, steps: int | None) -> None:
        self._training, self._minutes, self._steps = training, minutes, steps
        self._last = time.perf_counter()

    def done(self) -> float:
        """Return the share of the training that is done, and advance the training's clock."""
        now = time.perf_counter()
        self._training.seconds += now - self._last
        self._last = now
        by_clock = self._training.seconds / (60 * self._minutes)
        by_steps = self._training.samples / self._steps if self._steps else 0.0
        return min(1.0, max(by_clock, by_steps))


def make_batches(
    training: Training, arguments: argparse.Namespace, settings: Settings
) -> list[Batch]:
    """Create the games to learn from: some self-play, the others against the bot."""
    against = round(arguments.envs * settings.against) if arguments.teacher else 0
    batches = []
    for opponents, size in ((None, arguments.envs - against), (arguments.teacher, against)):
        if size:
            batches.append(
                Batch(
                    training.variant,
                    size=size,
                    # The seed changes after an interruption, so that the games are new ones.
                    seed=arguments.seed + 2 * training.samples + (opponents is None),
                    threads=arguments.threads,
                    reward=settings.reward,
                    opponents=opponents,
                )
            )
    return batches


def train(training: Training, arguments: argparse.Namespace, settings: Settings) -> bool:
    """Play and improve until the time is up; return True if somebody interrupted it."""
    schedule = Schedule(training, minutes=arguments.minutes, steps=arguments.steps)
    stopped = threading.Event()
    signal.signal(signal.SIGINT, lambda *_: stopped.set())
    rollout = Rollout(settings.horizon, make_batches(training, arguments, settings))
    evaluated = done = schedule.done()
    columns = (BarColumn(), TextColumn("{task.percentage:.0f} %"), TimeElapsedColumn())
    with Progress(*columns, TextColumn("{task.description}")) as progress:
        bar = progress.add_task("", total=1.0)
        while done < 1 and not stopped.is_set():
            imitate = arguments.teacher is not None and done < settings.imitation
            if imitate:
                rollout.collect(
                    training.network, teacher=arguments.teacher, guidance=settings.guidance
                )
            else:
                rollout.collect(training.network)
            figures = improve(
                training.network,
                training.optimizer,
                rollout,
                settings,
                done=done,
                imitate=imitate,
            )
            training.samples += rollout.actions.size
            done = schedule.done()
            speed = training.samples / training.seconds
            text = f"{training.samples / 1e6:.2f} M decisions, {speed:,.0f}/s"
            progress.update(bar, completed=done, description=text)
            if done >= evaluated + arguments.every or done >= 1 or stopped.is_set():
                evaluated = done
                shares = training.evaluate(arguments.games, arguments.threads)
                training.history.append({"samples": training.samples} | figures | shares)
                training.save(arguments.save)
                told = ", ".join(f"{rival} {100 * won:.1f} %" for rival, won in shares.items())
                told += "".join(f"; {name} {figures[name]:.3f}" for name in figures)
                minutes = training.seconds / 60
                progress.console.print(f"{minutes:5.1f} min, {text}: wins against {told}")
    return stopped.is_set()


def read_arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(
        description="Train a bot by self-play.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--game", default="splendor", choices=gg.GAMES)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=10, help="in total, with earlier runs")
    parser.add_argument("--steps", type=int, help="maximum number of decisions")
    parser.add_argument("--envs", type=int, default=512, help="games at a time")
    parser.add_argument("--threads", type=int, default=min(4, os.cpu_count() or 1))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--teacher", default="greedy", help="the bot to learn from, or none")
    parser.add_argument("--games", type=int, default=400, help="games in each evaluation")
    parser.add_argument("--every", type=float, default=0.05, help="share between evaluations")
    parser.add_argument("--save", type=Path, default=Path("model.safetensors"))
    parser.add_argument("--resume", action="store_true", help="continue from the checkpoint")
    arguments = parser.parse_args()
    if arguments.teacher == "none":
        arguments.teacher = None
    if arguments.save.suffix != ".safetensors":
        parser.error("--save must name a .safetensors file: the arena recognizes models by it.")
    return arguments


def main() -> None:
    """Train, save, and print how to continue."""
    arguments, settings = read_arguments(), Settings()
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(arguments.threads)
    variant = gg.new(arguments.game, players=arguments.players).variant
    training = Training.begin(variant, settings, arguments.seed)
    if arguments.resume:
        training.load(arguments.save)
    interrupted = train(training, arguments, settings)
    model = arguments.save
    print(f"The model is {model}, its curves are {model.with_suffix('.html')}.")
    if interrupted:
        print("To continue, run the same command with --resume.")
    table = f"--game {variant.name} --players {variant.rules.players}"
    print(f"Rate it: gemgrove arena {model} greedy random {table}")


if __name__ == "__main__":
    main()

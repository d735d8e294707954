"""Train a bot with sb3-contrib's MaskablePPO on the Gymnasium environment.

    python examples/maskable_ppo.py --minutes 10 --save model.safetensors
    gemgrove arena ./model.safetensors greedy random

The learner plays one seat, and bots play the others. Illegal actions are masked: MaskablePPO calls
the environment's `action_masks()`. Besides the model for the arena, the script saves the library's
own model (`model.sb3.zip`), from which --resume continues. Ctrl-C ends and saves the training.
Needs: pip install 'gemgrove[gymnasium]' torch==2.13.0 sb3-contrib rich
"""

import argparse
import time
from pathlib import Path

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from gemgrove.agents.conversion import from_sb3
from gemgrove.agents.network import Policy
from gemgrove.envs.gymnasium import ids
from gemgrove.envs.training import observation_scale, win_rate
from gemgrove.game import GAMES, variant_class
from gemgrove.pages.axes import SHARES
from gemgrove.pages.charts import Line, line_chart
from gemgrove.pages.curves import curves_page
from gemgrove.pages.render import save_page
from gemgrove.variant import Variant

RIVALS = ("random", "greedy")
NO_LIMIT = 10**12


class Scaled(BaseFeaturesExtractor):
    """Multiplies each entry of an observation by its own factor."""

    scale: torch.Tensor

    def __init__(self, space: gymnasium.spaces.Box, scale: list[float]) -> None:
        super().__init__(space, features_dim=len(scale))
        self.register_buffer("scale", torch.tensor(scale))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Return the features."""
        return observations * self.scale


class ProgressCallback(BaseCallback):
    """Shows the progress, evaluates and saves the model now and then, and ends the training."""

    def __init__(self, arguments: argparse.Namespace, variant: Variant) -> None:
        super().__init__()
        self.arguments = arguments
        self.variant = variant
        self.history: list[dict[str, float]] = []
        self.done = 0.0
        """The share of the training that is done, by the clock or by steps."""
        self._start = 0.0
        self._before = 0
        self._evaluated = 0.0
        columns = (BarColumn(), TextColumn("{task.percentage:.0f} %"), TimeElapsedColumn())
        self._progress = Progress(*columns, TextColumn("{task.description}"))
        self._bar = self._progress.add_task("", total=1.0)

    def _on_training_start(self) -> None:
        self._start, self._before = time.perf_counter(), self.num_timesteps
        self._progress.start()

    def _on_training_end(self) -> None:
        self._progress.stop()

    def _on_step(self) -> bool:
        seconds = time.perf_counter() - self._start
        steps = self.num_timesteps / self.arguments.steps
        self.done = min(1.0, max(seconds / (60 * self.arguments.minutes), steps))
        speed = (self.num_timesteps - self._before) / seconds
        text = f"{self.num_timesteps:,} decisions, {speed:,.0f}/s"
        self._progress.update(self._bar, completed=self.done, description=text)
        return self.done < 1

    def _on_rollout_end(self) -> None:
        if self.done >= self._evaluated + self.arguments.every:
            self._evaluated = self.done
            self.save()

    def save(self) -> None:
        """Evaluate the policy; save the arena's model, the library's model, and the curves."""
        policy = self.policy_so_far()
        shares = self.evaluate(policy)
        self.history.append({"samples": self.num_timesteps} | shares)
        told = ", ".join(f"{rival} {100 * won:.1f} %" for rival, won in shares.items())
        self._progress.console.print(f"{self.num_timesteps:,} decisions: wins against {told}")
        path: Path = self.arguments.save
        policy.save(path)
        self.model.save(path.with_suffix(".sb3.zip"))
        save_page(self.page(), path.with_suffix(".html"))

    def policy_so_far(self) -> Policy:
        """Return the current network as the arena plays it."""
        return from_sb3(
            self.model,
            self.variant,
            scale=self.model.policy.get_buffer("features_extractor.scale").numpy(),
            training={"by": "examples/maskable_ppo.py", "samples": self.num_timesteps},
        )

    def evaluate(self, policy: Policy) -> dict[str, float]:
        """Return the share of games won against each rival, always playing the best action."""

        def choose(observations: NDArray[np.uint8], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
            best: NDArray[np.int64] = np.where(masks, policy.logits(observations), -np.inf).argmax(
                axis=1
            )
            return best

        games = self.arguments.games
        return {
            rival: win_rate(choose, self.variant, opponents=rival, games=games) for rival in RIVALS
        }

    def page(self) -> str:
        """Return a page with the training curves."""
        lines = [
            Line(rival, [(at["samples"] / 1e6, at[rival]) for at in self.history])
            for rival in RIVALS
        ]
        chart = line_chart("Games won", lines, x_title="decisions in millions", y=SHARES)
        known = [("Rules", self.variant.spec), ("Decisions", f"{self.num_timesteps:,}")]
        return curves_page("Training with MaskablePPO", known, [chart])


def read_arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(
        description="Train a bot with MaskablePPO.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--game", default="splendor", choices=GAMES)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponents", default="greedy", help="any bot's spec")
    parser.add_argument("--reward", default="rank + 0.05 * lead_gained")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--steps", type=int, default=NO_LIMIT, help="maximum number of decisions")
    parser.add_argument("--envs", type=int, default=16, help="games at a time")
    parser.add_argument("--horizon", type=int, default=256, help="steps between updates")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=400, help="games in each evaluation")
    parser.add_argument("--every", type=float, default=0.1, help="share between evaluations")
    parser.add_argument("--save", type=Path, default=Path("model.safetensors"))
    parser.add_argument("--resume", action="store_true", help="continue from the saved model")
    arguments = parser.parse_args()
    if arguments.save.suffix != ".safetensors":
        parser.error("--save must name a .safetensors file: the arena recognizes models by it.")
    return arguments


def main() -> None:
    """Train, save, and print how to continue."""
    arguments = read_arguments()
    variant = variant_class(arguments.game).create(
        "official", players=arguments.players, options={}
    )
    envs = make_vec_env(
        ids()[arguments.game],
        n_envs=arguments.envs,
        seed=arguments.seed,
        env_kwargs={
            "players": arguments.players,
            "opponents": arguments.opponents,
            "reward": arguments.reward,
        },
    )
    callback = ProgressCallback(arguments, variant)
    if arguments.resume:
        model = MaskablePPO.load(arguments.save.with_suffix(".sb3.zip"), envs, device="cpu")
    else:
        model = MaskablePPO(
            "MlpPolicy",
            envs,
            n_steps=arguments.horizon,
            batch_size=min(1024, arguments.horizon * arguments.envs),
            n_epochs=4,
            gamma=0.99,
            ent_coef=0.01,
            learning_rate=5e-4,
            policy_kwargs={
                "net_arch": [256, 256],
                "activation_fn": torch.nn.ReLU,
                "features_extractor_class": Scaled,
                "features_extractor_kwargs": {"scale": observation_scale(variant).tolist()},
            },
            seed=arguments.seed,
            device="cpu",
        )
    try:
        model.learn(NO_LIMIT, callback=callback, reset_num_timesteps=False)
    except KeyboardInterrupt:
        print("Interrupted; to continue, run the same command with --resume.")
    callback.save()
    path = arguments.save
    print(f"The model is {path}, its curves are {path.with_suffix('.html')}.")
    table = f"--game {variant.name} --players {variant.rules.players}"
    print(f"Rate it: gemgrove arena {path} greedy random {table}")


if __name__ == "__main__":
    main()

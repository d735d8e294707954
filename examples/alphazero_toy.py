"""Train a network by self-play in the manner of AlphaZero: a PyTorch network guides the search.

    python examples/alphazero_toy.py --games 2000

The network is a small perceptron that learns for a minute or two on one core; what matters is how
it is connected to the search (`agents.Search(evaluator=...)`):

- `Network.evaluate` is the evaluator: observations and masks in, logits and chances of winning out.
- Many games are played at a time (`Search.run_many`), each with one leaf in every batch.
- For each decision the network learns the policy that the search has improved (`RootMove.improved`)
  and the mean of the search's values and the result of the game.

At the end, the search with the trained network plays against the search with the untrained one and
against one without any knowledge, with the same number of iterations. The same options give the
same games on the same machine.
Needs: pip install torch==2.13.0
"""

import argparse
import time
from collections import deque
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

import gemgrove as gg
from gemgrove.agents import Evaluator, Search, SearchResult
from gemgrove.envs.training import observation_scale
from gemgrove.variant import Variant

IMPOSSIBLE = -1e8  # the logit of an illegal action
WIDTH = 128
RATE = 1e-3
MINIBATCH = 256
KEPT = 60_000  # decisions to learn from
REUSE = 2  # how often each decision is learned from, on average


class Network(nn.Module):
    """A perceptron from observations to logits for all actions and for every seat."""

    scale: Tensor

    def __init__(self, variant: Variant) -> None:
        super().__init__()
        self.register_buffer("scale", torch.from_numpy(observation_scale(variant)))
        self.trunk = nn.Sequential(
            nn.Linear(len(self.scale), WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU()
        )
        self.policy = nn.Linear(WIDTH, variant.native.action_count)
        self.value = nn.Linear(WIDTH, variant.rules.players)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits of the actions and of the seats, the seat to move first."""
        units = self.trunk(observations * self.scale)
        return self.policy(units), self.value(units)

    def evaluate(
        self, observations: NDArray[np.uint8], masks: NDArray[np.bool_]
    ) -> tuple[Tensor, Tensor]:
        """Evaluate positions for a search, which ignores the logits of illegal actions."""
        del masks
        with torch.inference_mode():
            logits, seats = self(torch.from_numpy(observations))
            return logits, seats.softmax(dim=1)


def no_knowledge(
    _: NDArray[np.uint8], masks: NDArray[np.bool_]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Evaluate all actions and all seats alike; only the ends of games are known."""
    return np.zeros(masks.shape, np.float32), np.full((len(masks), 2), 0.5, np.float32)


@dataclass
class Decision:
    """What there is to learn from one decision."""

    observation: NDArray[np.uint8]
    mask: NDArray[np.bool_]
    policy: NDArray[np.float32]
    values: NDArray[np.float32]  # beginning with the seat to move
    seat: int

    @classmethod
    def of(cls, view: gg.View, found: SearchResult) -> "Decision":
        """Take the improved policy and the values of the best move, until the result is known."""
        mask = view.mask()
        policy = np.zeros(len(mask), np.float32)
        for move in found.moves:
            policy[move.action] = move.improved
        values = np.roll(np.array(found.best.values, np.float32), -found.seat)
        return cls(view.observe(), mask, policy, values, found.seat)


class SelfPlay:
    """Games of the network against itself, many at a time."""

    def __init__(self, network: Network, arguments: argparse.Namespace) -> None:
        self._deal = 1_000_000 * arguments.seed
        self._games = [self._new_game() for _ in range(arguments.parallel)]
        self._played: list[list[Decision]] = [[] for _ in self._games]
        self._search = Search(
            evaluator=network.evaluate,
            iterations=arguments.iterations,
            batch_size=1,
            root_noise=1,
            reuse=False,
            seed=arguments.seed,
        )

    def play(self, games: int) -> list[Decision]:
        """Play until so many games are over; return their decisions."""
        learned: list[Decision] = []
        while games > 0:
            views = [game.view(game.to_move) for game in self._games]
            for place, found in enumerate(self._search.run_many(views)):
                game = self._games[place]
                if len(found.moves) > 1:
                    self._played[place].append(Decision.of(views[place], found))
                game.play(found.best.action)
                if game.over:
                    learned += with_results(game, self._played[place])
                    self._games[place], self._played[place] = self._new_game(), []
                    games -= 1
        return learned

    def _new_game(self) -> gg.Game:
        self._deal += 1
        return gg.new("splendor", players=2, seed=self._deal)


def with_results(game: gg.Game, decisions: list[Decision]) -> list[Decision]:
    """Replace the search's values by their mean with the result: less noise than that alone."""
    shares = np.zeros(2, np.float32)
    shares[game.winners] = 1 / len(game.winners)
    for each in decisions:
        each.values = np.mean([each.values, np.roll(shares, -each.seat)], axis=0, dtype=np.float32)
    return decisions


def improve(
    network: Network,
    optimizer: torch.optim.Optimizer,
    memory: deque[Decision],
    steps: int,
    rng: np.random.Generator,
) -> tuple[float, float]:
    """Learn from random decisions; return the mean losses of policy and value."""
    losses = np.zeros(2)
    for _ in range(steps):
        chosen = [memory[i] for i in rng.integers(len(memory), size=MINIBATCH)]
        logits, seats = network(torch.from_numpy(np.stack([each.observation for each in chosen])))
        masks = torch.from_numpy(np.stack([each.mask for each in chosen]))
        policies = torch.from_numpy(np.stack([each.policy for each in chosen]))
        values = torch.from_numpy(np.stack([each.values for each in chosen]))
        policy_loss = nn.functional.cross_entropy(logits.masked_fill(~masks, IMPOSSIBLE), policies)
        value_loss = nn.functional.cross_entropy(seats, values)
        optimizer.zero_grad()
        torch.autograd.backward(policy_loss + value_loss)
        optimizer.step()
        losses += policy_loss.item(), value_loss.item()
    policy, value = losses / steps
    return float(policy), float(value)


def share_won(first: Evaluator, second: Evaluator, arguments: argparse.Namespace) -> float:
    """Play a match, every deal once from each seat; return the share that the first has won."""
    searches = [
        Search(evaluator=each, iterations=arguments.iterations, batch_size=1, reuse=False, seed=7)
        for each in (first, second)
    ]
    games = [gg.new("splendor", players=2, seed=deal // 2) for deal in range(arguments.match)]
    while any(not game.over for game in games):
        for bot, search in enumerate(searches):
            # The first bot has seat 0 in the games with even numbers, and seat 1 in the others.
            turn = [
                game
                for number, game in enumerate(games)
                if not game.over and (game.to_move + number) % 2 == bot
            ]
            views = [game.view(game.to_move) for game in turn]
            for game, found in zip(turn, search.run_many(views), strict=True):
                game.play(found.best.action)
    won = sum((number % 2 in game.winners) / len(game.winners) for number, game in enumerate(games))
    return won / len(games)


def train(network: Network, arguments: argparse.Namespace) -> None:
    """Alternate between self-play and learning."""
    optimizer = torch.optim.Adam(network.parameters(), RATE)
    self_play = SelfPlay(network, arguments)
    memory: deque[Decision] = deque(maxlen=KEPT)
    rng = np.random.default_rng(arguments.seed)
    start = time.perf_counter()
    done = 0
    while done < arguments.games:
        games = min(arguments.parallel, arguments.games - done)
        decisions = self_play.play(games)
        done += games
        memory.extend(decisions)
        steps = 1 + REUSE * len(decisions) // MINIBATCH
        policy, value = improve(network, optimizer, memory, steps, rng)
        print(
            f"{time.perf_counter() - start:5.0f} s, {done} games of {len(decisions) / games:.0f} "
            f"decisions: policy loss {policy:.3f}, value loss {value:.3f}",
            flush=True,
        )


def read_arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(
        description="Train a toy network by self-play and search.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--games", type=int, default=2000, help="games of self-play")
    parser.add_argument("--parallel", type=int, default=64, help="games at a time")
    parser.add_argument("--iterations", type=int, default=32, help="of the search, per decision")
    parser.add_argument("--match", type=int, default=200, help="games against each opponent")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    """Train, and compare the network with what it was before."""
    arguments = read_arguments()
    torch.set_num_threads(1)
    torch.manual_seed(arguments.seed)
    variant = gg.new("splendor", players=2).variant
    network, untrained = Network(variant), Network(variant)
    untrained.load_state_dict(network.state_dict())
    train(network, arguments)
    opponents: dict[str, Evaluator] = {
        "the untrained network": untrained.evaluate,
        "no knowledge": no_knowledge,
    }
    for name, evaluator in opponents.items():
        won = share_won(network.evaluate, evaluator, arguments)
        print(f"The trained network won {won:.0%} of {arguments.match} games against {name}.")


if __name__ == "__main__":
    main()

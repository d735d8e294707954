"""Fit the weights of a game's evaluation to the results of games between bots.

`python -m tools.fit_evaluation splendor --games 2000` plays games of two, three and four players
with the current search (`--bot greedy`: with greedy, for a first fit), replacing some moves with
random ones; records the features of some positions and who won in the end; fits the weights by
maximum likelihood; and writes them to the game's header. The positions are kept in
build/evaluation, so an interrupted run continues. Afterwards rebuild, and use `gemgrove arena` to
check whether the search has become stronger.
"""

import argparse
import random
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.progress import track
from scipy.optimize import minimize

import gemgrove as gg
from gemgrove import agents
from gemgrove.game import variant_class

HERE = Path(__file__).parent.parent
SEATS = (2, 3, 4)
GAMES_AT_ONCE = 10
RANDOM_MOVES = 0.05
NOTED_POSITIONS = 0.5
HELD_BACK = 0.15
REGULARIZATION = 1e-4

Array = NDArray[np.float64]


def main() -> None:
    """Play the games, fit the weights, and write them."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("game", choices=gg.GAMES)
    parser.add_argument("--games", type=int, default=2000, help="games for each number of players")
    parser.add_argument("--bot", default="mcts:iterations=200", help="the bot that plays")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the deals")
    args = parser.parse_args()
    names: list[str] = variant_class(args.game).core.feature_names()
    weights = []
    for players in SEATS:
        folder = HERE / f"build/evaluation/{args.game}-{players}-{args.bot}-{args.seed}"
        folder.mkdir(parents=True, exist_ok=True)
        play = partial(_chunk, args.game, players, args.bot, args.seed, folder)
        with ProcessPoolExecutor() as pool:
            chunks = range(args.games // GAMES_AT_ONCE)
            files = list(track(pool.map(play, chunks), f"{players} players", len(chunks)))
        weights.append(_fit([np.load(file) for file in files], players, len(names)))
    header = HERE / f"native/{args.game}/evaluation_weights.h"
    header.write_text(_header(args.game, weights))
    print(f"Wrote {header.relative_to(HERE)}. Run make format and make build.")


def _chunk(name: gg.GameName, players: int, bot: str, seed: int, folder: Path, number: int) -> Path:
    """Play some games, and save each position's shares of the win, progress and features."""
    file = folder / f"{number}.npy"
    if not file.exists():
        rows: list[list[float]] = []
        for game in range(GAMES_AT_ONCE):
            chance = random.Random(f"{seed} {number} {game}")
            rows += _positions(name, players, bot, chance)
        unfinished = file.with_suffix(".part")
        with unfinished.open("wb") as out:
            np.save(out, np.array(rows, dtype=np.float32))
        unfinished.rename(file)
    return file


def _positions(
    name: gg.GameName, players: int, bot: str, chance: random.Random
) -> list[list[float]]:
    game = gg.new(name, players=players, seed=chance.getrandbits(60))
    table = [agents.make(bot, seed=chance.getrandbits(60)) for _ in range(players)]
    noted: list[list[float]] = []
    while not game.over:
        if chance.random() < NOTED_POSITIONS:
            view = game.view(chance.randrange(players))
            _, progress, features = view.variant.core.evaluate(view)
            noted.append([progress, *(each for seat in features for each in seat)])
        if chance.random() < RANDOM_MOVES:
            game.play(chance.choice(game.legal_actions()))
        else:
            game.play(table[game.to_move].choose(game.view(game.to_move)))
    shares = [(seat in game.winners) / len(game.winners) for seat in range(players)]
    return [shares + row for row in noted]


def _fit(chunks: list[NDArray[np.float32]], players: int, count: int) -> Array:
    """Fit the early and the late weight of every feature."""
    held_back = max(1, round(HELD_BACK * len(chunks)))
    learned, tested = (
        _split(np.concatenate(part), players, count)
        for part in (chunks[held_back:], chunks[:held_back])
    )
    scale = learned[0].std((0, 1)) + 1e-9

    def loss(weights: Array, features: Array, shares: Array) -> tuple[float, Array]:
        sums = features / scale @ weights
        chances = np.exp(sums - sums.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        surprise = -(shares * np.log(chances + 1e-12)).sum(1).mean()
        slope = np.einsum("np,npt->t", chances - shares, features / scale) / len(features)
        return surprise + REGULARIZATION * weights @ weights, slope + 2 * REGULARIZATION * weights

    found = minimize(loss, np.zeros(2 * count), args=learned, jac=True, method="L-BFGS-B")
    print(
        f"{players} players, {len(learned[0])} positions: surprise {found.fun:.4f}, "
        f"on others {loss(found.x, *tested)[0]:.4f}, by guessing {np.log(players):.4f}"
    )
    return np.array(found.x / scale).reshape(2, count)


def _split(rows: NDArray[np.float32], players: int, count: int) -> tuple[Array, Array]:
    """Return the features, weighted for the early and the late game, and the shares of the win."""
    values = rows.astype(np.float64)
    shares, progress = values[:, :players], values[:, players, None, None]
    features = values[:, players + 1 :].reshape(-1, players, count)
    return np.concatenate([features * (1 - progress), features * progress], axis=2), shares


def _header(game: str, weights: list[Array]) -> str:
    rows = "".join(
        "    {\n" + "".join(f"        {{{_numbers(part)}}},\n" for part in each) + "    },\n"
        for each in weights
    )
    return (
        "// Written by tools/fit_evaluation.py.\n#pragma once\n\n"
        f'#include "{game}/evaluate.h"\n\nnamespace gemgrove::{game} {{\n\n'
        "// For two, three and four players: early and late in the game.\n"
        "inline constexpr std::array<FeatureWeights<kFeatureNames.size()>, 3>\n"
        "    kEvaluationWeights = {{\n"
        f"{rows}}}}};\n\n}}  // namespace gemgrove::{game}\n"
    )


def _numbers(values: Array) -> str:
    return ", ".join(f"{value:.3f}F" for value in values)


if __name__ == "__main__":
    main()

"""The environments' figures."""

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pyspiel

import gemgrove as gg
import gemgrove.envs.openspiel  # registers our games with OpenSpiel
from benchmarks.figures import Figure, best_rate
from gemgrove.envs import pettingzoo, symmetry
from gemgrove.envs.batch import Batch
from gemgrove.envs.gymnasium import GameVectorEnv

SIZE = 1024
ROUNDS = 7
STEPS = 400
THEIRS = ("hearts", "crazy_eights")
WANTED: dict[gg.GameName, float] = {"splendor": 2.5e6, "arboretum": 1e6}

_chance = random.Random(1)


def figures() -> Iterator[Figure]:
    """Measure every figure, in the order of the table."""
    theirs = {name: best_rate(partial(openspiel_game, name)) for name in THEIRS}
    for name, rate in theirs.items():
        yield Figure(f"OpenSpiel's {name}: step, tensor, mask", rate, "decisions/s")
    for game, wanted in WANTED.items():
        alone, both = batch_rates(game, 2)
        what = f"batch of {SIZE}, {game}, 2 players"
        yield Figure(what, alone, "decisions/s", wanted)
        for name, rate in theirs.items():
            yield Figure(f"  ratio to OpenSpiel's {name}", alone / rate, "times")
        two = 1.7 if game == "splendor" else None
        yield Figure("  two threads, ratio to one", both / alone, "times", two)
        yield Figure(f"batch of {SIZE}, {game}, 4 players", batch_rates(game, 4)[0], "decisions/s")
        yield Figure("  against greedy, 2 players", batch_rates(game, 2, "greedy")[0], "steps/s")
        yield Figure("  vector env against random", vector_rate(game), "steps/s")
        raw = pettingzoo_rate(game)
        yield Figure(f"PettingZoo raw_env, {game}: step + last", raw, "steps/s", 100e3)
        shaped = pettingzoo_rate(game, "rank + 0.1 * points_gained")
        yield Figure("  with points in the reward", shaped, "steps/s")
        ours = best_rate(partial(openspiel_game, f"gemgrove_{game}"))
        yield Figure(f"OpenSpiel's form of {game}: step, tensor, mask", ours, "decisions/s")
        yield Figure(f"symmetries of {game}, rows turned", symmetry_rate(game), "rows/s")


def batch_rates(game: str, players: int, opponents: str | None = None) -> tuple[float, float]:
    """Measure steps per second with one thread and with two, the best of alternating rounds."""
    batches = [
        gg.batch(game, players=players, size=SIZE, seed=0, threads=threads, opponents=opponents)
        for threads in (1, 2)
    ]
    steps = STEPS if opponents is None else STEPS // 40
    best = [0.0, 0.0]
    for _ in range(ROUNDS):
        for i, batch in enumerate(batches):
            best[i] = max(best[i], stepping_rate(batch, steps))
    return best[0], best[1]


def stepping_rate(batch: Batch, steps: int) -> float:
    """Measure steps per second, without the time for choosing actions."""
    actions = np.empty(batch.size, np.int32)
    spent = 0.0
    for _ in range(steps):
        batch.choose("random", actions)
        begun = time.perf_counter()
        batch.step(actions)
        spent += time.perf_counter() - begun
    return steps * batch.size / spent


def vector_rate(game: str) -> float:
    envs = GameVectorEnv(game, num_envs=SIZE, opponents="random")
    envs.reset(seed=0)

    def some_steps() -> int:
        for _ in range(20):
            envs.step(envs.batch.choose("random"))
        return 20 * SIZE

    return best_rate(some_steps)


def pettingzoo_rate(game: gg.GameName, reward: str = "rank") -> float:
    """Measure steps per second in recorded games, so that choosing moves costs nothing."""
    env = pettingzoo.raw_env(game, players=2, reward=reward)
    games = [random_game(game, seed) for seed in range(20)]

    def all_games() -> int:
        for seed, actions in enumerate(games):
            env.reset(seed=seed)
            step, last = env.step, env.last
            last()
            for action in actions:
                step(action)
                last()
        return sum(map(len, games))

    return best_rate(all_games)


def random_game(name: gg.GameName, seed: int) -> list[int]:
    """Return the actions of a random game."""
    game = gg.new(name, players=2, seed=seed)
    while not game.over:
        game.play(_chance.choice(game.legal_actions()))
    return game.actions


def openspiel_game(name: str) -> int:
    game = loaded(name)
    state = game.new_initial_state()
    tensor: Callable[[Any], Any] = (
        pyspiel.State.observation_tensor
        if game.get_type().provides_observation_tensor
        else pyspiel.State.information_state_tensor
    )
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions = [action for action, _ in state.chance_outcomes()]
        else:
            tensor(state)
            state.legal_actions_mask()
            actions = state.legal_actions()
            decisions += 1
        state.apply_action(actions[int(_chance.random() * len(actions))])
    return decisions


_games: dict[str, Any] = {}


def loaded(name: str) -> Any:
    if name not in _games:
        _games[name] = pyspiel.load_game(name)
    return _games[name]


def symmetry_rate(game: str) -> float:
    batch = gg.batch(game, size=SIZE, seed=0)
    for _ in range(60):
        batch.step(batch.choose("random"))
    symmetries = symmetry.of(batch)
    actions = batch.choose("random")
    rng = np.random.default_rng(0)

    def turned() -> int:
        symmetries.augment(batch.observations, batch.masks, actions, rng=rng)
        return SIZE

    return best_rate(turned)

"""The levels in WebAssembly play as Python's do."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gemgrove as gg
from gemgrove.agents.champion import own_network
from gemgrove.agents.levels import LEVELS, level_spec
from gemgrove.agents.spec import BotSpec
from tests.wasm.node import run
from tests.wasm.test_search import OPTIONS

NETWORKS = Path(gg.__file__).parent / "agents/networks"
SEED = 5
GAMES: list[tuple[gg.GameName, int]] = [
    ("splendor", 2),
    ("splendor", 3),
    ("splendor", 4),
    ("arboretum", 2),
]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_level_chooses_as_in_python(name: gg.GameName, players: int, tmp_path: Path) -> None:
    game = played(name, players)
    tasks = [
        {
            "name": name,
            "players": players,
            "seed": 3,
            "actions": game.actions,
            "level": level.name,
            "folder": str(NETWORKS),
            "botSeed": SEED,
        }
        for level in LEVELS
    ]
    answers = run("bots.mjs", tasks, tmp_path)
    for level, answer in zip(LEVELS, answers, strict=True):
        spec = BotSpec.parse(level_spec(level.name, game.variant))
        chances = dict(answer["chances"])
        temperature = float(spec.options.get("temperature", 0))
        if temperature:
            assert answer["action"] in chances
            assert chances == pytest.approx(drawn(game, spec, temperature), rel=1e-3, abs=1e-6)
        else:
            assert answer["action"] == searched(game, spec).moves[0].action, level.name


def played(name: gg.GameName, players: int) -> gg.Game:
    """Return a game after some random decisions, with more than one legal action."""
    rng = random.Random(players)
    game: gg.Game = gg.new(name, players=players, seed=3)
    while len(game.actions) < 24 or len(game.legal_actions()) == 1:
        game.play(rng.choice(game.legal_actions()))
    return game


def searched(game: gg.Game, spec: BotSpec) -> Any:
    """Search as the spec's bot does, with the same seed."""
    known = own_network(game.variant)
    search = game.variant.core.Search(seed=SEED, network=known.native if known else None, **OPTIONS)
    search.set_position(game.view(game.to_move))
    search.run(int(spec.options.get("iterations", 1000)), None)
    return search.result()


def drawn(game: gg.Game, spec: BotSpec, temperature: float) -> dict[int, float]:
    """Return the chances of the actions that the spec's bot draws from."""
    if spec.name == "policy":
        known = own_network(game.variant)
        assert known is not None
        view, core = game.view(game.to_move), game.variant.core
        _, found = known.native.run(core.network_inputs(view), core.action_inputs(view))
        actions, logits = view.legal_actions(), np.asarray(found, dtype=float)
    else:
        moves = searched(game, spec).moves
        actions = [move.action for move in moves]
        logits = np.log(np.maximum([move.improved for move in moves], 1e-9))
    weights = np.exp((logits - logits.max()) / temperature)
    return dict(zip(actions, weights / weights.sum(), strict=True))

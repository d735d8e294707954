"""The network that plays, in whole numbers, compared with the one that was trained."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

import gemgrove as gg
from gemgrove._native import _cpu
from gemgrove.learn.samples import Samples
from tests.learn.runs import GAMES, search_network, self_play, some_network, variant_of
from tests.test_native_build import V3_BUILT

LARGEST_VALUE_ERROR = 0.005
"""Of a chance of winning."""
LARGEST_LOGIT_ERROR = 0.02


@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.parametrize("epochs", [0, 10])
def test_the_quantized_network_is_close_to_the_one_that_was_trained(
    name: gg.GameName, players: int, epochs: int
) -> None:
    variant = variant_of(name, players)
    samples = Samples([self_play(variant)])
    network = some_network(variant, samples, epochs=epochs)
    quantized = network.quantize(variant, {}).native
    batch = samples.first(200)
    with torch.no_grad():
        hidden = network.activations(batch.inputs)
        chances = network.value(hidden)[:, 0].softmax(1).numpy()
        logits = network.policy_logits(hidden[:, 0], batch.action_inputs).numpy()
    assert np.ptp(logits) > 0.1
    for i, legal in enumerate(batch.legal.numpy()):
        values, found = quantized.run(
            batch.inputs[i, 0].numpy(), batch.action_inputs[i].numpy()[legal]
        )
        shares = np.exp(np.array(values) - max(values))
        assert np.abs(shares / shares.sum() - chances[i]).max() < LARGEST_VALUE_ERROR
        assert np.abs(np.array(found) - logits[i][legal]).max() < LARGEST_LOGIT_ERROR


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_quantized_network_is_trained_on_from_the_same_weights(
    name: gg.GameName, players: int
) -> None:
    variant = variant_of(name, players)
    samples = Samples([self_play(variant)])
    quantized = some_network(variant, samples, epochs=2).quantize(variant, {})
    again = some_network(variant, samples, seed=2)
    assert again.dequantize(quantized)
    for layer, found in again.quantize(variant, {}).layers.items():
        assert (found.weight == quantized.layers[layer].weight).all()
        assert (found.bias == quantized.layers[layer].bias).all()


RUN = """
import hashlib
import sys
import gemgrove as gg
from gemgrove.agents.search_network import SearchNetwork
digest = hashlib.sha256()
for file in sys.argv[1:]:
    network = SearchNetwork.load(file)
    game = gg.new(network.game, players=network.players, seed=3)
    core = game.variant.core
    while not game.over:
        view = game.view(game.to_move)
        found = network.native.run(core.network_inputs(view), core.action_inputs(view))
        digest.update(repr(found).encode())
        game.play(game.legal_actions()[len(game.actions) % len(game.legal_actions())])
    made = core.self_play(
        game.variant.native, network.native, first=0, games=2, threads=1, seed=1,
        full_iterations=20, quick_iterations=5, full_share=0.5, varied_decisions=6, root_noise=1.0,
    )
    for name in sorted(made):
        digest.update(repr(made[name]).encode() if name == "decisions" else made[name].tobytes())
print(digest.hexdigest())
"""


@pytest.mark.skipif(not (V3_BUILT and _cpu.supports_v3()), reason="needs x86-64-v3")
def test_both_builds_compute_the_same_bits(tmp_path: Path) -> None:
    files = []
    for name, players in GAMES:
        files.append(str(tmp_path / f"{name}-{players}.safetensors"))
        search_network(name, players).save(files[-1])
    digests = {
        subprocess.run(
            [sys.executable, "-c", RUN, *files],
            env=os.environ | {"GEMGROVE_CPU": level},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for level in ("baseline", "v3")
    }
    assert len(digests) == 1

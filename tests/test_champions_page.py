"""The model cards of the package's networks: whole, small, and of the networks that are there."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import gemgrove as gg
from docs.champions_page import card, page
from gemgrove.agents.search_network import SearchNetwork
from tests.agents.test_champion import some_network
from tools.model_card import NETWORKS, Measurement, Player, Result, Results, digest_of

MOST_BYTES = 1_000_000
FILES = sorted(NETWORKS.glob("*.safetensors"))

RESULT = Result(
    "champion:iterations=4", "mcts", "against", 40, 0.755, 0.6, 0.9, 0.5, 150.0, 60.0, None
)
RUN = Measurement(
    "2026-05-04", "0.1.0", "official:players=2", "seed 1", None, 40, False, 0,
    (Player("champion:iterations=4", 0.012, {}), Player("mcts", None, {})), (RESULT,),
)  # fmt: skip


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_network_of_the_package_is_small_fits_its_game_and_has_a_card(file: Path) -> None:
    assert file.stat().st_size < MOST_BYTES
    network = SearchNetwork.load(file)
    assert file.stem == f"{network.game}-{network.players}p"
    variant = gg.new(gg.game_name(network.game), players=network.players, seed=1).variant
    assert network.mismatch(variant) == ""
    assert f"## {file.stem}" in list(page())


def text_of(folder: Path, training: dict[str, Any], results: Results | None = None) -> str:
    """The card of a small network with these notes on its training."""
    file = folder / "splendor-2p.safetensors"
    replace(some_network(), training=training).save(file)
    if results is not None and not results.network:
        results = replace(results, network=digest_of(file))
    return "\n".join(card(file, results))


def test_a_card_shows_the_shape_and_size_of_the_network(tmp_path: Path) -> None:
    text = text_of(tmp_path, {})
    assert "| trunk | 614 [inputs](../native/splendor/network_inputs.h)" in text
    assert "→ 16 → 8 units |" in text
    weights = sum(layer.weight.size for layer in some_network().layers.values())
    assert f"| weights | {weights:,}, whole numbers of 16 bits |" in text
    assert "Its file does not say how it was trained." in text


def test_a_card_tells_what_the_training_run_has_noted(tmp_path: Path) -> None:
    training = {
        "generation": 7,
        "games": 48000,
        "losses": {"policy": 1.23456, "value": 0.5, "result": 0.25},
        "settings": {"trunk": [256, 32], "seed": 2026, "fit": {"epochs": 3.0, "rate": 0.001}},
    }
    text = text_of(tmp_path, training)
    assert "| generation | 7 |" in text
    assert "| games | 48,000 |" in text
    assert "| losses | policy 1.235, value 0.500, result 0.250 |" in text
    assert "`trunk` 256, 32; `seed` 2026; `fit` (epochs 3, rate 0.001)" in text


def test_a_card_copes_with_notes_of_any_kind(tmp_path: Path) -> None:
    text = text_of(tmp_path, {"by": "a | test\nin lines", "hours": 1.25, "odd": [None, True]})
    assert "| hours | 1.25 |" in text
    assert r"| by | a \| test in lines |" in text
    assert "| odd | none, yes |" in text


def test_a_card_has_its_results_with_intervals(tmp_path: Path) -> None:
    text = text_of(tmp_path, {}, Results("", (RUN,)))
    assert (
        "| `champion:iterations=4` against `mcts` | 40 | 75.5 % (60.0 % to 90.0 %) "
        "| +150 (above +60) |" in text
    )
    assert "2026-05-04" in text
    assert "Mean time for a decision there: `champion:iterations=4` 12 ms." in text
    assert "No game was forfeited." in text


def test_results_among_several_say_what_an_equal_bot_would_win(tmp_path: Path) -> None:
    result = replace(RESULT, kind="among", even=0.25)
    text = text_of(tmp_path, {}, Results("", (replace(RUN, results=(result,)),)))
    assert "one `champion:iterations=4` among `mcts`, even: 25.0 %" in text
    result = replace(RESULT, kind="above")
    text = text_of(tmp_path, {}, Results("", (replace(RUN, results=(result,)),)))
    assert "`champion:iterations=4` above `mcts`" in text


def test_a_card_owns_up_to_forfeits_faults_and_early_ends(tmp_path: Path) -> None:
    bots = (Player("champion", 0.1, {"timeout": 2}), RUN.bots[1])
    run = replace(RUN, bots=bots, faults=3, stopped_by_test=True)
    text = text_of(tmp_path, {}, Results("", (run,)))
    assert "`champion` forfeited 2 games (timeout)." in text
    assert "3 games could not be played." in text
    assert "A sequential test ended the run" in text


def test_results_of_another_network_are_not_shown(tmp_path: Path) -> None:
    text = text_of(tmp_path, {}, Results("0" * 64, (RUN,)))
    assert "75.5 %" not in text
    assert "of another network" in text


def test_a_card_without_results_says_so(tmp_path: Path) -> None:
    assert "It has not been measured yet" in text_of(tmp_path, {})

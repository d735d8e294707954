"""The Python code in docs/training.md runs as printed."""

import re
from pathlib import Path
from typing import Any

import pytest
from safetensors.torch import save_file

import gemgrove as gg
from gemgrove import agents
from gemgrove.agents.search_network import SearchNetwork
from gemgrove.learn.dataset_writer import DatasetWriter
from gemgrove.learn.samples import Samples
from tests.learn.runs import self_play, some_network, variant_of

PAGE = Path(__file__).parents[2] / "docs/training.md"


def test_the_code_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    variant = variant_of("splendor", 2)
    network = some_network(variant, Samples([self_play(variant)]))
    folder = tmp_path / "run" / "networks"
    folder.mkdir(parents=True)
    network.quantize(variant, {}).save(folder / "003.safetensors")
    save_file(network.state_dict(), folder / "003.float.safetensors")
    dataset = DatasetWriter(tmp_path / "shards")
    game = gg.new("splendor", seed=1)
    dataset.add(agents.play_out(game.copy(), [agents.make("greedy")] * 2).record())
    dataset.close()
    text = PAGE.read_text(encoding="utf-8")
    code = "\n".join(re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE))
    names: dict[str, Any] = {"view": game.view(0)}
    exec(code, names)
    mine, given = (
        SearchNetwork.load(file) for file in ("mine.safetensors", folder / "003.safetensors")
    )
    assert mine.layers["value"].weight.tolist() == given.layers["value"].weight.tolist()
    assert len(names["logits"]) == len(game.legal_actions())

"""Shards: files of decisions to learn from, in the safetensors format.

A shard has `d` decisions of some games for `s` seats. Tensors of actions have a row for each legal
action of each decision, one decision after another; those of seats begin with the seat to move.

| tensor | shape | meaning |
|---|---|---|
| `observations` | (d, observation) | what the seat to move observes |
| `action_counts` | (d,) | the number of legal actions |
| `actions` | (actions,) | the legal actions |
| `visits` | (actions,) | how often the search visited each action; 0 if nobody searched |
| `policy` | (actions,) | the probability that the search, or the player, gives each action |
| `root_values` | (d * s, s) | for each seat, beginning with itself: each seat's chance by its own search, which is its next one if it is not to move; the result if nobody searched |
| `results` | (d, s) | each seat's share of the win |
| `places` | (d, s) | each seat's place at the end, from 1 |
| `games` | (d,) | the number of the game |
| `inputs` | (d * s, inputs) | what a search network sees of the position, for each seat |
| `action_inputs` | (actions, inputs) | what a search network sees of each action |

The metadata's entry `gemgrove` describes the games as JSON.
"""

import json
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open

from gemgrove.agents.model_file import DESCRIPTION, write_model
from gemgrove.variant import Variant

Columns = Mapping[str, NDArray[Any]]

COLUMNS = {
    "observations": np.uint8,
    "action_counts": np.int32,
    "actions": np.int16,
    "visits": np.int32,
    "policy": np.float16,
    "root_values": np.float16,
    "results": np.float16,
    "places": np.uint8,
    "games": np.int32,
    "inputs": np.uint8,
    "action_inputs": np.uint8,
}
"""The tensors of a shard and their types."""


class ShardError(ValueError):
    """A file is not a shard, or not one of this game."""


def write_shard(path: Path, variant: Variant, columns: Columns, source: str) -> None:
    """Write a shard; the file appears whole or not at all."""
    description = {
        "kind": "shard",
        "version": 1,
        **_identity(variant),
        "rules": variant.spec,
        "encoding": dict(variant.encoding),
        "source": source,
    }
    write_model(
        path, description, {name: columns[name].astype(kind) for name, kind in COLUMNS.items()}
    )


def read_shard(
    path: str | PathLike[str], variant: Variant, names: Sequence[str] = ()
) -> dict[str, NDArray[Any]]:
    """Read a shard, or some of its tensors; raise a `ShardError` if it is not one of this game."""
    try:
        with safe_open(path, framework="numpy") as file:
            described = json.loads((file.metadata() or {}).get(DESCRIPTION, "{}"))
            if described.get("kind") != "shard":
                raise ShardError(f"{path} is not a shard of decisions.")
            for name, right in _identity(variant).items():
                if described.get(name) != right:
                    raise ShardError(
                        f"{path} has the {name} {described.get(name)}; it must be {right}."
                    )
            return {name: file.get_tensor(name) for name in names or COLUMNS}
    except (SafetensorError, OSError, ValueError) as error:
        if isinstance(error, ShardError):
            raise
        raise ShardError(f"{path} cannot be read: {error}.") from None


def _identity(variant: Variant) -> dict[str, Any]:
    return {
        "game": variant.name,
        "players": variant.rules.players,
        "inputs_version": variant.core.NETWORK_INPUTS_VERSION,
    }

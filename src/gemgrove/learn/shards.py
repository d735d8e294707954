"""Shards: files of decisions to learn from, in the safetensors format.

docs/training.md describes the tensors. The metadata's entry `gemgrove` describes the games as JSON.
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

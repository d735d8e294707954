"""Model files: tensors and a description in the safetensors format, which contains no code.

A file may come from anybody, so it is read within limits, and every tensor must have the shape
given by the description in the file's metadata.
"""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from os import PathLike, fspath
from pathlib import Path
from typing import Any, TypeVar
from zipfile import BadZipFile, ZipFile

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from gemgrove.agents.spec import SpecError
from gemgrove.atomic_write import write_atomically
from gemgrove.variant import shown

DESCRIPTION = "gemgrove"
"""The metadata entry that describes the model, as JSON."""

Number = TypeVar("Number", np.float32, np.int16, np.int32)
Model = TypeVar("Model")

_TYPE_NAMES = {np.float32: "F32", np.int16: "I16", np.int32: "I32"}
_MOST_TENSORS = 100
_LARGEST_FILE = 256_000_000


class ModelError(SpecError):
    """A file contains no model, or none that this program can play."""


def check_size(path: str | PathLike[str]) -> None:
    """Raise a `ModelError` if a file is too large for a model."""
    if (size := Path(path).stat().st_size) > _LARGEST_FILE:
        raise ModelError(f"{fspath(path)} has {size} bytes; a model has {_LARGEST_FILE} at most.")


class ModelFile:
    """A model file that is open for reading."""

    def __init__(self, path: str | PathLike[str]) -> None:
        """Open a file; raise `ModelError` if it does not exist or is not a model."""
        self.path = fspath(path)
        try:
            check_size(path)
            opened: Any = safe_open(self.path, framework="numpy")
        except FileNotFoundError:
            raise ModelError(f"There is no file {shown(self.path)}.") from None
        except (SafetensorError, OSError) as error:
            hint = _origin(Path(path)) or f"It is not in the safetensors format ({error})."
            raise ModelError(f"{self.path} is not a model. {hint}") from None
        self._file = opened
        self._tensors = set(opened.keys())

    def description(self) -> Any:
        """Return the model's description, parsed from JSON but not checked."""
        if len(self._tensors) > _MOST_TENSORS:
            raise ModelError(
                f"{self.path} has {len(self._tensors)} tensors; a model has {_MOST_TENSORS} at "
                "most."
            )
        text = (self._file.metadata() or {}).get(DESCRIPTION)
        if text is None:
            raise ModelError(
                f"{self.path} is not a model: its metadata has no entry {DESCRIPTION!r}. Make a "
                "gemgrove.agents.network.Policy of its layers, and save that."
            )
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ModelError(f"{self.path}: the description is not JSON: {error}.") from None

    def tensor(self, name: str, shape: tuple[int, ...], kind: type[Number]) -> NDArray[Number]:
        """Return a tensor, which must have this shape and type and only finite numbers."""
        if name not in self._tensors:
            raise ModelError(f"{self.path}: {name} is missing.")
        header = self._file.get_slice(name)
        found, type_name = tuple(header.get_shape()), header.get_dtype()
        if found != shape:
            raise ModelError(f"{self.path}: {name} has the shape {found}; it must be {shape}.")
        if type_name != _TYPE_NAMES[kind]:
            raise ModelError(
                f"{self.path}: {name} has the type {type_name}; it must be {_TYPE_NAMES[kind]}."
            )
        numbers: NDArray[Number] = self._file.get_tensor(name)
        if not np.isfinite(numbers).all():
            raise ModelError(f"{self.path}: {name} has entries that are not finite numbers.")
        return numbers


def open_once(load: Callable[[str], Model], path: str) -> Model:
    """Load a model; the file is read again only if it has changed."""
    try:
        now = Path(path).stat()
    except OSError:
        return load(path)  # raises the error for a missing file
    loaded: Model = _loaded(load, path, now.st_mtime_ns, now.st_size, now.st_ino)
    return loaded


@lru_cache(maxsize=16)
def _loaded(load: Callable[[str], Any], path: str, *_state: int) -> Any:
    return load(path)


def write_model(
    path: str | PathLike[str],
    description: Mapping[str, Any],
    tensors: Mapping[str, NDArray[Any]],
) -> None:
    """Write a model file; an existing file is replaced atomically.

    The same model gives the same bytes.
    """
    metadata = {DESCRIPTION: json.dumps(description, allow_nan=False)}
    ordered = {name: np.ascontiguousarray(tensor) for name, tensor in tensors.items()}
    write_atomically(path, save(ordered, metadata))


def _origin(path: Path) -> str:
    """Return advice on a file saved by another program; empty if the program is unknown."""
    if path.suffix == ".onnx":
        return (
            "It is an ONNX model: gemgrove.agents.conversion.from_onnx(path, variant).save(path) "
            "makes a model of it."
        )
    try:
        with ZipFile(path) as archive:
            names = archive.namelist()
    except (BadZipFile, OSError, NotImplementedError, ValueError):
        return ""
    if "_stable_baselines3_version" in names:
        return (
            "It was saved by Stable-Baselines3: load it there, and "
            "gemgrove.agents.conversion.from_sb3(model, variant).save(path) makes a model of it."
        )
    if any(name.rpartition("/")[2] == "data.pkl" for name in names):
        return (
            "It was saved by PyTorch: load it there, make a gemgrove.agents.network.Policy of its "
            "layers, and save that."
        )
    return ""

"""Files of models: a zip archive with `model.json` and arrays of numbers. No code is ever read.

An archive may come from anybody, so that nothing is read before its size is known, and every
array must be of the shape that `model.json` says.
"""

import io
import json
import zlib
from collections.abc import Mapping
from math import prod
from os import PathLike, fspath
from pathlib import Path
from secrets import token_hex
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import numpy as np
from numpy.typing import NDArray

from gemgrove.agents.spec import SpecError
from gemgrove.variant import shown

DESCRIPTION = "model.json"

_ARRAY_ENDING = ".npy"
_MOST_ENTRIES = 100
_LONGEST_DESCRIPTION = 1_000_000
_LARGEST_MODEL = 256_000_000
_LARGEST_HEADER = 10_000
_SAVED_WITH_SB3 = "_stable_baselines3_version"
_SAVED_WITH_TORCH = "data.pkl"
_ENCRYPTED = 0x1


class ModelError(SpecError):
    """A file that holds no model, or none that this program can play."""


class ModelFile:
    """An archive that is open for reading."""

    def __init__(self, path: str | PathLike[str]) -> None:
        """`ModelError` if there is no such file or it is no archive of a model."""
        self.path = fspath(path)
        try:
            self._zip = ZipFile(path)
        except FileNotFoundError:
            raise ModelError(f"There is no file {shown(self.path)} to take a model from.") from None
        except (BadZipFile, NotImplementedError, ValueError) as error:
            raise ModelError(
                f"{self.path} is no model, or only a part of one: it is no zip archive ({error})."
            ) from None
        try:
            self._entries = self._checked()
        except ModelError:
            self._zip.close()
            raise

    def __enter__(self) -> "ModelFile":
        return self

    def __exit__(self, *error: object) -> None:
        self._zip.close()

    def description(self) -> Any:
        """What `model.json` says."""
        try:
            return json.loads(self._read(DESCRIPTION, _LONGEST_DESCRIPTION))
        except (ValueError, RecursionError) as error:
            if isinstance(error, ModelError):
                raise
            raise ModelError(f"{self.path}: {DESCRIPTION} is not JSON: {error}.") from None

    def array(self, name: str, shape: tuple[int, ...]) -> NDArray[np.float32]:
        """An array, which must have this shape and hold nothing but numbers."""
        entry = name + _ARRAY_ENDING
        size = 4 * prod(shape)
        file = io.BytesIO(self._read(entry, size + _LARGEST_HEADER))
        found, in_columns, kind = self._header(entry, file)
        if found != shape:
            raise ModelError(f"{self.path}: {entry} has the shape {found}; it must be {shape}.")
        if kind != np.dtype("<f4") or in_columns:
            raise ModelError(
                f"{self.path}: {entry} holds {kind} {'by columns' if in_columns else 'by rows'}; "
                "it must be float32 by rows."
            )
        data = file.read()
        if len(data) != size:
            raise ModelError(f"{self.path}: {entry} has {len(data)} bytes, which is no {shape}.")
        numbers = np.frombuffer(data, dtype=kind).reshape(shape).astype(np.float32)
        if not np.isfinite(numbers).all():
            raise ModelError(f"{self.path}: {entry} has entries that are no finite numbers.")
        return numbers

    def _header(
        self, entry: str, file: io.BytesIO
    ) -> tuple[tuple[int, ...], bool, "np.dtype[Any]"]:
        # np.load would make room for whatever the header claims before it reads on.
        try:
            if np.lib.format.read_magic(file) != (1, 0):
                raise ValueError("its format is not version 1.0")
            return np.lib.format.read_array_header_1_0(file, max_header_size=_LARGEST_HEADER)
        except ValueError as error:
            raise ModelError(f"{self.path}: {entry} is no array of NumPy: {error}.") from None

    def _checked(self) -> dict[str, ZipInfo]:
        entries = {entry.filename: entry for entry in self._zip.infolist()}
        if len(entries) > _MOST_ENTRIES and not _of_others(entries):
            raise ModelError(
                f"{self.path} has {len(entries)} entries; a model has at most {_MOST_ENTRIES}."
            )
        if DESCRIPTION not in entries:
            hint = _of_others(entries) or "It was not saved by gemgrove.agents.network.Policy."
            raise ModelError(f"{self.path} is no model: it has no {DESCRIPTION}. {hint}")
        size = sum(entry.file_size for entry in entries.values())
        if size > _LARGEST_MODEL:
            raise ModelError(
                f"{self.path} has {size} bytes when unpacked; a model has {_LARGEST_MODEL} at most."
            )
        return entries

    def _read(self, name: str, most: int) -> bytes:
        """An entry's content. A zip never unpacks to more than its directory says."""
        entry = self._entries.get(name)
        if entry is None:
            raise ModelError(f"{self.path}: {name} is missing.")
        if entry.file_size > most:
            raise ModelError(
                f"{self.path}: {name} has {entry.file_size} bytes; it can have {most} at most."
            )
        if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED) or entry.flag_bits & _ENCRYPTED:
            raise ModelError(
                f"{self.path}: {name} is encrypted or packed in an unusual way; it must be stored "
                "or deflated."
            )
        try:
            return self._zip.read(entry)
        except (BadZipFile, EOFError, OSError, NotImplementedError, zlib.error) as error:
            raise ModelError(f"{self.path}: {name} is damaged: {error}.") from None


def write_model(
    path: str | PathLike[str],
    description: Mapping[str, Any],
    arrays: Mapping[str, NDArray[np.float32]],
) -> None:
    """Write an archive; a file that was there is replaced whole or not at all.

    The same model gives the same bytes.
    """
    target = Path(path)
    draft = target.with_name(f"{target.name}.{token_hex(4)}.part")
    try:
        with ZipFile(draft, "x") as archive:
            _write(archive, DESCRIPTION, json.dumps(description, indent=1, allow_nan=False))
            for name, numbers in arrays.items():
                file = io.BytesIO()
                ordered = np.ascontiguousarray(numbers, dtype="<f4")
                np.lib.format.write_array(file, ordered, version=(1, 0), allow_pickle=False)
                _write(archive, name + _ARRAY_ENDING, file.getvalue())
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def _write(archive: ZipFile, name: str, content: str | bytes) -> None:
    # Without a date the entry gets the beginning of 1980, always the same.
    archive.writestr(ZipInfo(name), content, compress_type=ZIP_DEFLATED)


def _of_others(entries: Mapping[str, ZipInfo]) -> str:
    """What to do with an archive that another program has saved; empty if it is not known."""
    if _SAVED_WITH_SB3 in entries:
        return (
            "It was saved by Stable-Baselines3: load it there, and "
            "gemgrove.agents.network.from_sb3(model, variant).save(path) makes a model of it."
        )
    if any(name.rpartition("/")[2] == _SAVED_WITH_TORCH for name in entries):
        return (
            "It was saved by PyTorch: load it there, make a gemgrove.agents.network.Policy of its "
            "layers, and save that."
        )
    return ""

"""Files that are sent with jobs to machines that do not have them."""

import hashlib
import os
import pickle
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from shutil import rmtree
from time import time
from typing import Any, Self, SupportsIndex

from gemgrove.atomic_write import write_atomically

_FIRST_OUT_OF_BAND = 5
"""The first protocol of pickles that can leave out what is sent in another way."""

_KEPT_SECONDS = 7 * 24 * 3600.0


@dataclass(frozen=True, slots=True)
class ShippedFile:
    """A file's name and contents.

    The contents are pickled out of band where a pool can do that: it sends them to each machine
    once, however many jobs have them.
    """

    name: str
    contents: bytes

    @classmethod
    def read(cls, path: str | PathLike[str]) -> Self:
        """Read a file, to be sent."""
        return cls(Path(path).name, Path(path).read_bytes())

    def unpack(self) -> Path:
        """Return the path of this file on this machine, where it is written if it is missing.

        The same contents have the same path, so that whoever reads a file can remember it. Files
        that have not been used for a week are deleted.
        """
        folder = _own_folder()
        path = folder / hashlib.sha256(self.contents).hexdigest() / self.name
        if not path.exists() or path.read_bytes() != self.contents:
            _delete_unused(folder)
            path.parent.mkdir(mode=0o700, exist_ok=True)
            write_atomically(path, self.contents)
        os.utime(path.parent)
        return path

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        out_of_band = int(protocol) >= _FIRST_OUT_OF_BAND
        contents = pickle.PickleBuffer(self.contents) if out_of_band else self.contents
        return ShippedFile, (self.name, contents)


def _delete_unused(folder: Path) -> None:
    for each in folder.iterdir():
        with suppress(OSError):  # another process has deleted it
            if each.stat().st_mtime < time() - _KEPT_SECONDS:
                rmtree(each)


def _own_folder() -> Path:
    """Return a folder for temporary files to which nobody else can write."""
    folder = Path(tempfile.gettempdir()) / f"gemgrove-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if found.st_uid != os.getuid() or found.st_mode & 0o077 or not folder.is_dir():
        raise PermissionError(f"{folder} must be a folder that only its owner can use.")
    return folder

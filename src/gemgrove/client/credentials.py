"""A player's credentials, in a file that only its owner can read."""

import json
import os
import re
import tempfile
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from gemgrove.client.address import Address

FOLDER = "gemgrove"

_PRIVATE_FOLDER = 0o700
_OTHERS = 0o077
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


class CredentialsError(ValueError):
    """A credentials file cannot be used."""


@dataclass(frozen=True, slots=True)
class Credentials:
    """A player on a server: the name, the token, and the code with which to get a new token."""

    server: str
    """The server's address; the token is sent to no other server."""
    player: str
    name: str
    token: str = field(repr=False)
    recovery: str = field(repr=False)

    @classmethod
    def read(cls, path: Path) -> "Credentials | None":
        """Read a file; return None if there is none, raise `CredentialsError` if it is unusable."""
        try:
            with path.open(encoding="utf-8") as file:
                open_to_others = os.fstat(file.fileno()).st_mode & _OTHERS
                text = file.read()
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise CredentialsError(f"{path} cannot be read: {error}.") from error
        if open_to_others and os.name == "posix":
            raise CredentialsError(
                f"{path} holds a token, and others can read it; chmod 600 {path} makes it private."
            )
        try:
            found = cls(**json.loads(text))
        except (TypeError, ValueError):
            found = None
        if found is None or not all(isinstance(value, str) for value in asdict(found).values()):
            raise CredentialsError(f"{path} is not a credentials file that this program wrote.")
        return found

    def write(self, path: Path) -> None:
        """Write a file that only its owner can read, completely or not at all."""
        path.parent.mkdir(mode=_PRIVATE_FOLDER, parents=True, exist_ok=True)
        # `mkstemp` creates a file that only its owner can read.
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump(asdict(self), file, indent=2)
                file.write("\n")
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(name).unlink()
            raise


def make_room(path: Path) -> None:
    """Check in advance that a file can be written there; raise an `OSError` that says why not."""
    path.parent.mkdir(mode=_PRIVATE_FOLDER, parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent):
        pass


def usual_path(server: Address, who: str) -> Path:
    """Return the usual credentials file of a player or bot on a server."""
    base = os.environ.get("XDG_CONFIG_HOME", "")
    folder = Path(base) if base.startswith("/") else Path.home() / ".config"
    return folder / FOLDER / _UNSAFE.sub("_", server.host) / f"{_UNSAFE.sub('_', who)}.json"

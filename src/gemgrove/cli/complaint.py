"""What is wrong with a command, said in one sentence."""

from collections.abc import Iterator
from contextlib import contextmanager


class Complaint(Exception):  # noqa: N818 - it is what the user hears, not a fault of the program
    """The command cannot be done as it was given. The text is one sentence for the user."""


@contextmanager
def complaints() -> Iterator[None]:
    """Turn what the library or the system refuses into a `Complaint`."""
    try:
        yield
    except OSError as error:
        where = f"{error.filename}: " if error.filename is not None else ""
        raise Complaint(f"{where}{error.strerror or error}.") from error
    except ValueError as error:
        text = str(error)
        raise Complaint(text if text.endswith(".") else f"{text}.") from error

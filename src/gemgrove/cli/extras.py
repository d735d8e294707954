"""What is not installed with the package itself."""

from importlib.util import find_spec

from gemgrove.cli.complaint import Complaint


def need(module: str, what: str, *, extra: str = "arena") -> None:
    """Complain if a module of an extra is missing; `what` begins the sentence."""
    if find_spec(module) is None:
        raise Complaint(f"{what} needs the extra: pip install 'gemgrove[{extra}]'.")

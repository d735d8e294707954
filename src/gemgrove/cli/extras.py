"""What is not installed with the package itself."""

from importlib.util import find_spec

from gemgrove.cli.complaint import Complaint


def need(module: str, what: str) -> None:
    """Complain if a module of the extra `arena` is missing; `what` begins the sentence."""
    if find_spec(module) is None:
        raise Complaint(f"{what} needs the extra: pip install 'gemgrove[arena]'.")

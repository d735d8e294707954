"""Finds the cards named in a text from the server."""

import re
from collections.abc import Iterator
from typing import Any


def cards_in(value: Any) -> Iterator[str]:
    """The cards named in plain JSON, as objects, as ids or in a move's notation."""
    if isinstance(value, dict):
        if "id" in value and ("tier" in value or "species" in value):
            yield str(value["id"])
        if isinstance(revealed := value.get("revealed"), list):
            yield from map(str, revealed)
        for inner in value.values():
            yield from cards_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from cards_in(inner)
    elif isinstance(value, str):
        yield from re.findall(r"\b[A-Z][1-8]\b", value)

"""Formats recordings of the engine for the page's tests."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

_DIGITS = 12


def digest(value: Any) -> str:
    """A short hash of a value."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


def lines(members: Mapping[str, Any], *listed: str) -> str:
    """An object as JSON, with each entry of the named lists on a separate line."""

    def each() -> Iterator[str]:
        for name, value in members.items():
            if name in listed:
                entries = ",\n".join(map(compact, value))
                yield f'"{name}":[\n{entries}\n]'
            else:
                yield f'"{name}":{compact(value)}'

    return "{\n" + ",\n".join(each()) + "\n}\n"


def compact(value: Any) -> str:
    """A value as JSON on one line."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)

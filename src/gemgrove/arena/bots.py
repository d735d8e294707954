"""The bots of a run: their full specs, their names in tables, and fingerprints of their files."""

import hashlib
import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from gemgrove import agents
from gemgrove.agents import BotSpec
from gemgrove.arena.settings import Bot

_LONGEST_NAME = 40


def resolve_bots(specs: Sequence[str]) -> tuple[Bot, ...]:
    """Return the bots for these specs, with unique names; raise `SpecError` for an invalid spec."""
    checked = [_checked(spec) for spec in specs]
    names = [_short(spec) for spec in checked]
    counts = Counter(names)
    names = [
        str(spec)[-_LONGEST_NAME:] if counts[name] > 1 else name
        for name, spec in zip(names, checked, strict=True)
    ]
    counts, seen = Counter(names), Counter[str]()
    bots = []
    for number, (name, spec) in enumerate(zip(names, checked, strict=True)):
        seen[name] += 1
        own = f"{name} ({seen[name]})" if counts[name] > 1 else name
        bots.append(Bot(number, own, str(spec), fingerprint(spec)))
    return tuple(bots)


def fingerprint(spec: str | BotSpec) -> str | None:
    """Return a hash of the files that a bot is made from; None for a built-in bot."""
    parsed = BotSpec.parse(spec) if isinstance(spec, str) else spec
    if parsed.source == "named":
        return None
    found = hashlib.sha256()
    for file in _files(parsed):
        found.update(file.read_bytes())
    return found.hexdigest()


def _checked(text: str) -> BotSpec:
    """Return the full spec, such as `greedy@1` for `greedy`, if a bot can be made from it."""
    spec = BotSpec.parse(text)
    made = agents.make(spec, isolated=True)
    agents.close(made)
    return replace(spec, version=BotSpec.parse(made.spec).version)


def _short(spec: BotSpec) -> str:
    return str(spec) if spec.source == "named" else spec.short


def _files(spec: BotSpec) -> list[Path]:
    """Return a bot's file; for a program, every word of its command that is a file."""
    head, _, tail = spec.name.partition(":")
    words = shlex.split(tail) if spec.source == "program" else [head]
    return [Path(word) for word in words if Path(word).is_file()]

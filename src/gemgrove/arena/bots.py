"""The bots of a run: their full specs, their names in tables, and fingerprints of their files."""

import hashlib
import os
import shlex
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from socket import gethostname

from gemgrove import agents
from gemgrove.agents import BotSpec, SpecError
from gemgrove.arena.settings import Bot
from gemgrove.worker_pool import ShippedFile

_LONGEST_NAME = 40
MODEL = "model"
"""The option of built-in bots that names the file of a network."""


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
    """Return a hash of the files that a bot is made from; None for a built-in bot without any."""
    parsed = BotSpec.parse(spec) if isinstance(spec, str) else spec
    if parsed.source == "named" and MODEL not in parsed.options:
        return None
    found = hashlib.sha256()
    for file in _files(parsed):
        found.update(file.read_bytes())
    return found.hexdigest()


def has_same_files(bot: Bot) -> bool:
    """Tell whether a bot's files are here, and those that the bot had when the run began.

    Raise `SpecError` if a program cannot be found.
    """
    if bot.fingerprint is None:
        return True
    spec = BotSpec.parse(bot.spec)
    if spec.source == "program":
        agents.make(spec)  # not started before its first game
    return bot.fingerprint == fingerprint(spec)


def network_files(bots: Sequence[Bot]) -> tuple[ShippedFile | None, ...]:
    """Return the networks of built-in bots, to be sent to other machines; None for other bots."""
    return tuple(
        ShippedFile.read(spec.options[MODEL])
        if spec.source == "named" and MODEL in spec.options
        else None
        for spec in (BotSpec.parse(bot.spec) for bot in bots)
    )


def with_network(bot: Bot, file: ShippedFile | None) -> Bot:
    """Return a bot that plays by a network which was sent here; without one, the bot itself."""
    if file is None:
        return bot
    spec = BotSpec.parse(bot.spec)
    options = {**spec.options, MODEL: str(file.unpack())}
    return replace(bot, spec=str(replace(spec, options=options)))


def missing_file(bots: tuple[Bot, ...], folder: str) -> str | None:
    """Enter the folder of a run that was started on another machine, if its bots have files.

    Return None, or a sentence about a bot that cannot be made here, or from other files.
    """
    if any(bot.fingerprint is not None for bot in bots):
        with suppress(OSError):
            os.chdir(folder)
    return _difference(bots, folder)


@lru_cache(maxsize=16)
def _difference(bots: tuple[Bot, ...], folder: str) -> str | None:
    """Return a sentence about a bot whose file or program is not in the present folder."""
    for bot in bots:
        try:
            if has_same_files(bot):
                continue
        except SpecError as error:
            return f"{gethostname()} cannot run {bot.name} in {folder}. {error}"
        return (
            f"{gethostname()} does not have the same file for {bot.name}, {bot.spec} in "
            f"{folder}; each node needs a copy of it there."
        )
    return None


def _checked(text: str) -> BotSpec:
    """Return the full spec, such as `greedy@1` for `greedy`, if a bot can be made from it."""
    spec = BotSpec.parse(text)
    made = agents.make(spec, isolated=True)
    agents.close(made)
    return replace(spec, version=BotSpec.parse(made.spec).version)


def _short(spec: BotSpec) -> str:
    return str(spec) if spec.source == "named" else spec.short


def _files(spec: BotSpec) -> list[Path]:
    """Return a bot's file, or its model's; for a program, every word of its command that is one."""
    head, _, tail = spec.name.partition(":")
    match spec.source:
        case "named":
            words = [spec.options[MODEL]]
        case "program":
            words = shlex.split(tail)
        case _:
            words = [head]
    return [Path(word) for word in words if Path(word).is_file()]

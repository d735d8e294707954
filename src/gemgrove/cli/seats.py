"""Who sits where: bots by name, one for each seat."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from gemgrove import agents
from gemgrove.agents import Agent, BotSpec
from gemgrove.cli.complaint import Complaint, complaints
from gemgrove.game import variant_class

_SEED_BITS = 32


def count_players(game: str, rules: str, *, wanted: int | None, named: int) -> int:
    """How many play: as asked, or as many as are named, or as many as the rules say."""
    if wanted is None:
        with complaints():
            usual = variant_class(game).create(rules, players=None, options={}).rules.players
        return max(usual, named)
    if wanted < named:
        raise Complaint(f"{named} players are named, but --players is {wanted}.")
    return wanted


def filled(bots: Sequence[str], seats: int) -> list[str]:
    """A bot for each of the seats; those left over get the last one."""
    return [*bots, *[bots[-1]] * (seats - len(bots))]


def make_bots(specs: Sequence[str], seed: int | None) -> list[Agent]:
    """The bots of these names. With a seed they play the same again."""
    chance = Random(seed)
    with complaints():
        return [agents.make(spec, seed=chance.getrandbits(_SEED_BITS)) for spec in specs]


def short_names(specs: Sequence[str]) -> list[str]:
    """Names to speak of bots by: without options, and each only once."""
    return numbered([BotSpec.parse(spec).short for spec in specs])


def numbered(names: Sequence[str]) -> list[str]:
    """The names, with a number where several are the same."""
    counts, seen = Counter(names), Counter[str]()
    told_apart = []
    for name in names:
        seen[name] += 1
        told_apart.append(f"{name} {seen[name]}" if counts[name] > 1 else name)
    return told_apart

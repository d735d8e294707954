"""Who sits where: bots by name and persons, one for each seat."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from gemgrove import agents
from gemgrove.agents import Agent, BotSpec
from gemgrove.cli.complaint import Complaint, complaints
from gemgrove.cli.conversation import HUMAN, Seating
from gemgrove.cli.screen import printable
from gemgrove.game import variant_class

_SEED_BITS = 32
_YOU = "you"


def count_players(game: str, rules: str, *, wanted: int | None, named: int) -> int:
    """How many play: as asked, or as many as are named, or as many as the rules say."""
    if wanted is None:
        with complaints():
            usual = variant_class(game).create(rules, players=None, options={}).rules.players
        return max(usual, named)
    if wanted < named:
        raise Complaint(f"{named} players are named, but --players is {wanted}.")
    return wanted


def named_in(options: Sequence[str]) -> list[str]:
    """The players that options name, each alone or several with commas between them.

    A comma stands between the options of a bot, too: what has a value belongs to the name before.
    """
    names: list[str] = []
    for option in options:
        if option.startswith("exec:"):
            names.append(option)
            continue
        first, *others = option.split(",")
        names.append(first.strip())
        for part in others:
            if "=" in part and ":" not in part:
                names[-1] += f",{part}"
            else:
                names.append(part.strip())
    return names


def filled(bots: Sequence[str], seats: int) -> list[str]:
    """A player for each of the seats; those left over get the last one."""
    return [*bots, *[bots[-1]] * (seats - len(bots))]


def make_bots(specs: Sequence[str], seed: int | None) -> list[Agent]:
    """The bots of these names. With a seed they play the same again."""
    chance = Random(seed)
    with complaints():
        return [agents.make(spec, seed=chance.getrandbits(_SEED_BITS)) for spec in specs]


def seated(players: Sequence[str], persons: Sequence[str], seed: int | None) -> Seating:
    """Who sits where; `players` has a bot or `HUMAN` for each seat, `persons` names for those."""
    people = [seat for seat, player in enumerate(players) if player == HUMAN]
    _check_names(persons, len(people))
    seats = [seat for seat in range(len(players)) if seat not in people]
    bots = dict(zip(seats, make_bots([players[seat] for seat in seats], seed), strict=True))
    given = dict(zip(people, persons, strict=False))
    specs = [given.get(seat, player) for seat, player in enumerate(players)]
    called = [
        BotSpec.parse(player).short if seat in bots else given.get(seat, f"player {seat + 1}")
        for seat, player in enumerate(players)
    ]
    names = numbered(called)
    if len(people) == 1:
        names[people[0]] = _YOU
    return Seating(tuple(names), tuple(specs), bots)


def players_of(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Players and persons of a record's names: who has no bot's name is a person.

    A record may come from anybody, so that it starts no program and loads no file.
    """
    players: list[str] = []
    persons: list[str] = []
    for name in names:
        if not _names_bot(name):
            players.append(HUMAN)
            persons.append(printable(name) or HUMAN)
        elif BotSpec.parse(name).source == "named":
            players.append(name)
        else:
            raise Complaint(f"The record names {name!r}, which is not loaded: say who with --vs.")
    return players, [] if set(persons) == {HUMAN} else persons


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


def _check_names(persons: Sequence[str], seats: int) -> None:
    if len(persons) > seats:
        raise Complaint(f"--names has {len(persons)} names for {seats} at this terminal.")
    for name in persons:
        if not name or not name.isprintable():
            raise Complaint(f"--names: {name!r} is no name.")
        if _names_bot(name):
            raise Complaint(f"--names: {name!r} is the name of a bot.")


def _names_bot(name: str) -> bool:
    try:
        spec = BotSpec.parse(name)
    except ValueError:
        return False
    return spec.source != "named" or spec.name in agents.available()

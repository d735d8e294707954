"""A game's players by seat: named bots, and people."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

from gemgrove import agents
from gemgrove.agents import Agent, BotSpec
from gemgrove.agents.spec import PROGRAMS, check_playable
from gemgrove.cli.console import printable
from gemgrove.cli.errors import CommandError, command_errors
from gemgrove.game import Game, variant_class
from gemgrove.variant import Variant

HUMAN = "human"
"""The name of a person among the names of bots."""

_SEED_BITS = 32
_YOU = "you"


@dataclass(frozen=True, slots=True)
class Seating:
    """A game's players by seat."""

    names: tuple[str, ...]
    """Display names. A single person is "you"; several have names, since they share the screen."""
    specs: tuple[str, ...]
    """Names for a record: a bot's spec, and a person's name or `HUMAN`."""
    bots: Mapping[int, Agent]

    @property
    def humans(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.names)) if seat not in self.bots)


def count_players(game: str, rules: str, *, wanted: int | None, named: int) -> int:
    """Return `wanted`, or else the larger of the rules' default and the number of players named."""
    if wanted is None:
        with command_errors():
            usual = variant_class(game).create(rules, players=None, options={}).rules.players
        return max(usual, named)
    if wanted < named:
        raise CommandError(f"{named} players are named, but --players is {wanted}.")
    return wanted


def named_in(options: Sequence[str]) -> list[str]:
    """Return the players named in options, with one or several, separated by commas, in each.

    Commas also separate a bot's options: a part with a value belongs to the name before it.
    """
    names: list[str] = []
    for option in options:
        if option.partition(":")[0].strip() in PROGRAMS:
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
    """Return a player for each seat; the last one takes the seats that are left over."""
    return [*bots, *[bots[-1]] * (seats - len(bots))]


def make_bots(specs: Sequence[str], seed: int | None, variant: Variant) -> list[Agent]:
    """Return the bots for these specs, repeatable with a seed, or raise `CommandError`."""
    chance = Random(seed)
    with command_errors():
        check_playable(specs, variant)
        return [agents.make(spec, seed=chance.getrandbits(_SEED_BITS)) for spec in specs]


def seated(
    players: Sequence[str], people: Sequence[str], seed: int | None, variant: Variant
) -> Seating:
    """Seat the players, a bot's spec or `HUMAN` for each seat; `people` are the people's names."""
    humans = [seat for seat, player in enumerate(players) if player == HUMAN]
    _check_names(people, len(humans))
    seats = [seat for seat in range(len(players)) if seat not in humans]
    made = make_bots([players[seat] for seat in seats], seed, variant)
    bots = dict(zip(seats, made, strict=True))
    given = dict(zip(humans, people, strict=False))
    specs = [given.get(seat, player) for seat, player in enumerate(players)]
    names = numbered(
        BotSpec.parse(player).short if seat in bots else given.get(seat, f"player {seat + 1}")
        for seat, player in enumerate(players)
    )
    if len(humans) == 1:
        names[humans[0]] = _YOU
    return Seating(tuple(names), tuple(specs), bots)


def players_of(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the players in a record, and the people's names: all that are not bots' names.

    A record may come from anybody, so it must not start a program or load a file.
    """
    players: list[str] = []
    people: list[str] = []
    for name in names:
        if not _names_bot(name):
            players.append(HUMAN)
            people.append(printable(name) or HUMAN)
        elif BotSpec.parse(name).source == "named":
            players.append(name)
        else:
            raise CommandError(
                f"The record names {name!r}, which is not loaded: say who with --vs."
            )
    return players, [] if set(people) == {HUMAN} else people


@contextmanager
def bots_playing(bots: Mapping[int, Agent], game: Callable[[], Game]) -> Iterator[None]:
    """Tell the bots when a game begins and, if it is over, when it ends; always close them."""
    try:
        for seat, bot in bots.items():
            agents.begin(bot, game().view(seat))
        yield
        if game().over:
            for seat, bot in bots.items():
                agents.end(bot, game().view(seat))
    finally:
        for bot in bots.values():
            agents.close(bot)


def numbered(names: Iterable[str]) -> list[str]:
    """Number the names that occur more than once."""
    names = list(names)
    counts, seen = Counter(names), Counter[str]()
    distinct = []
    for name in names:
        seen[name] += 1
        distinct.append(f"{name} {seen[name]}" if counts[name] > 1 else name)
    return distinct


def _check_names(people: Sequence[str], seats: int) -> None:
    if len(people) > seats:
        raise CommandError(f"--names has {len(people)} names for {seats} at this terminal.")
    for name in people:
        if not name or not name.isprintable():
            raise CommandError(f"--names: {name!r} is not a name.")
        if _names_bot(name):
            raise CommandError(f"--names: {name!r} is the name of a bot.")


def _names_bot(name: str) -> bool:
    try:
        spec = BotSpec.parse(name)
    except ValueError:
        return False
    return spec.source != "named" or spec.name in agents.available()

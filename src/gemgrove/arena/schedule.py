"""A run's schedule: tables of bots, and the blocks and games that they play.

A table assigns a bot to each seat. A block is one deal, played once for each rotation of its table;
its games share the cards, so a block is one observation. Blocks are ordered by deal, with every
table once per deal. A game's number depends only on that order, so a run that is resumed or
extended continues with the same games.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from gemgrove.arena.settings import ROUND_ROBIN, SPRT, SettingsError
from gemgrove.deal import Deal
from gemgrove.deal_sequence import DealSequence

_SEED_BYTES = 4  # every language reads such a number exactly


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """A game to play."""

    number: int
    block: int
    rotation: int
    table: int
    """The index of the table in `Schedule.tables`."""
    deal: int
    """The deal's number in the run, from 1."""
    seats: tuple[int, ...]
    """The bot of each seat."""


@dataclass(frozen=True, slots=True)
class DealtGame:
    """A game with its deal and its bots' seeds: all that a worker learns about the run's deals.

    It does not reveal any other deal of the run.
    """

    scheduled: ScheduledGame
    deal: Deal
    bot_seeds: tuple[int, ...]
    """By seat."""

    @classmethod
    def of(cls, scheduled: ScheduledGame, deals: DealSequence) -> "DealtGame":
        seeds = (
            bot_seed(deals, scheduled.deal, seat, bot) for seat, bot in enumerate(scheduled.seats)
        )
        return cls(scheduled, deals.deal(scheduled.deal), tuple(seeds))


@dataclass(frozen=True, slots=True)
class Schedule:
    """The tables of a run, in order."""

    tables: tuple[tuple[int, ...], ...]
    players: int

    @classmethod
    def of(cls, schedule: str, *, bots: int, players: int) -> "Schedule":
        """Return the schedule for a number of bots; raise `SettingsError` if there is none."""
        if bots < 2:
            raise SettingsError("An arena needs two bots or more.")
        if schedule == SPRT and bots != 2:
            raise SettingsError(f"A test is between two bots; {bots} are named.")
        if schedule != ROUND_ROBIN or bots == 2:
            rivals = range(1, bots)
            return cls(tuple((0, *[rival] * (players - 1)) for rival in rivals), players)
        if bots < players:
            raise SettingsError(
                f"{bots} bots cannot fill {players} seats. Name two (one of the first among the "
                f"second), {players} or more, or choose a gauntlet (one of the first among each)."
            )
        return cls(tuple(combinations(range(bots), players)), players)

    @property
    def mixed(self) -> bool:
        """True if one bot sits among several of another."""
        return any(len(set(table)) < len(table) for table in self.tables)

    def games(self, blocks: int) -> Iterator[ScheduledGame]:
        """Yield the games for a number of blocks per table."""
        for block in range(blocks * len(self.tables)):
            deal, place = divmod(block, len(self.tables))
            for rotation in range(self.players):
                yield ScheduledGame(
                    number=block * self.players + rotation + 1,
                    block=block + 1,
                    rotation=rotation,
                    table=place,
                    deal=deal + 1,
                    seats=rotated(self.tables[place], rotation),
                )


def rotated(table: Sequence[int], by: int) -> tuple[int, ...]:
    """Return the table with every bot moved up by `by` seats."""
    return tuple(table[(seat - by) % len(table)] for seat in range(len(table)))


def bot_seed(deals: DealSequence, deal: int, seat: int, bot: int) -> int:
    """Return a bot's seed in one game, so that each game can be played again on its own.

    The bot learns its seed; it is a hash, which does not reveal the run's secret.
    """
    run = deals.seed if deals.secret is None else deals.secret.hex()
    text = f"gemgrove arena 1: run {run}, deal {deal}, seat {seat}, bot {bot}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:_SEED_BYTES], "big")

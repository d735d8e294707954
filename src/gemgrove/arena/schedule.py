"""The schedule of a run: tables of bots, and the blocks and games that they play.

A table is a bot for each seat. A block is one deal, played once for each rotation of its table;
its games share the cards, so a block is one observation. Blocks come deal by deal, each table once
on each deal. The number of a game follows from that order alone, so that a run that is taken up
again, or is asked for more games, goes on with the same ones.
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
    """From 0, a place in the tables of the run."""
    deal: int
    """From 1, its number among the deals of the run."""
    seats: tuple[int, ...]
    """The bot of each seat."""


@dataclass(frozen=True, slots=True)
class DealtGame:
    """A game with its deal and the seeds of its bots: all that a worker learns of the run's deals.

    No other deal of the run can be found from it.
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
    """The tables of a run in their order."""

    tables: tuple[tuple[int, ...], ...]
    players: int

    @classmethod
    def of(cls, schedule: str, *, bots: int, players: int) -> "Schedule":
        """The schedule for a number of bots; `SettingsError` if there is none."""
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
        """The games of a number of blocks of each table."""
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
    """The table with everybody moved `by` seats up."""
    return tuple(table[(seat - by) % len(table)] for seat in range(len(table)))


def bot_seed(deals: DealSequence, deal: int, seat: int, bot: int) -> int:
    """The seed of a bot in one game, so that each game can be played again by itself.

    The bot is told it; of a secret it is a hash, from which the secret cannot be found.
    """
    run = deals.seed if deals.secret is None else deals.secret.hex()
    text = f"gemgrove arena 1: run {run}, deal {deal}, seat {seat}, bot {bot}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:_SEED_BYTES], "big")

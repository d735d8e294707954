"""Read a run's file: its settings, bots, games and blocks, as typed values.

>>> with Results.open("run.sqlite") as results:  # doctest: +SKIP
...     for game in results.games():
...         print(game.number, game.ending, [seat.score for seat in game.seats])
"""

import json
import sqlite3
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from os import PathLike
from pathlib import Path
from typing import Any, Self

from gemgrove.arena.outcome import FAULT, GameOutcome, SeatOutcome, mean_score
from gemgrove.arena.run_file import RunFileError, connect
from gemgrove.arena.schedule import Schedule
from gemgrove.arena.settings import Bot, Settings, SettingsError
from gemgrove.deal_sequence import DealSequence
from gemgrove.record import Record

_GAMES = """
SELECT game, block, rotation, ending, length, retries,
       seat, bot, score, rank, share, decisions, seconds, longest, forfeit, detail, stderr
FROM games LEFT JOIN seats USING (game)
"""
_GAME_COLUMNS = 6


@dataclass(frozen=True, slots=True)
class Block:
    """A deal and the games played with it so far, one for each rotation of the table."""

    number: int
    """From 1."""
    table: tuple[int, ...]
    """The bots by seat, before any rotation."""
    deal: int
    """From 1."""
    deal_id: str
    games: tuple[GameOutcome, ...]

    @property
    def complete(self) -> bool:
        """True if all games of the block have been played."""
        played = [game for game in self.games if game.ending != FAULT]
        return len(played) == len(self.table)

    def comparisons(self) -> list[tuple[int, int, float]]:
        """Return the comparisons in all games of the block."""
        return [found for game in self.games for found in game.comparisons()]

    def score(self, bot: int) -> float | None:
        """Return a bot's mean score over all its comparisons, from 0 to 1; None without any."""
        return mean_score(self.games, bot)


class Results:
    """A run's file, open for reading. It shows the state at opening, even if the run goes on.

    `deals` includes the secret that the deals come from, even while the run goes on;
    `Summary.secret` is set only when the secret may be shown.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        try:
            # In a transaction all queries see the same state, even if the run adds games.
            connection.execute("BEGIN")
            (text,) = self._rows("SELECT value FROM run WHERE name = 'settings'")[0]
            self.settings = Settings.from_dict(json.loads(text))
            self.deals = self._read_deals()
            self.bots = tuple(Bot(*row) for row in self._rows("SELECT * FROM bots ORDER BY bot"))
            self.schedule = Schedule.of(
                self.settings.schedule, bots=len(self.bots), players=self.settings.players
            )
        except (LookupError, sqlite3.DatabaseError, SettingsError, ValueError) as error:
            connection.close()
            raise RunFileError(f"{path} cannot be read: {error}") from error

    @classmethod
    def open(cls, path: str | PathLike[str]) -> Self:
        """Open a run's file; raise `RunFileError` if it was not written by an arena."""
        return cls(Path(path), connect(Path(path), writable=False))

    def games(self) -> Iterator[GameOutcome]:
        """Yield every game that has been played, by number."""
        rows = self._connection.execute(f"{_GAMES} ORDER BY game, seat")
        for _, seats in groupby(rows, key=lambda row: row[0]):
            yield _game(list(seats))

    def game(self, number: int) -> GameOutcome:
        """Return one game; raise `LookupError` if it has not been played."""
        return _game(self._of_game(f"{_GAMES} WHERE game = ? ORDER BY seat", number))

    def record(self, number: int) -> Record:
        """Return the record of one game, with the bots' names, as shown by `gemgrove replay`.

        The record of a forfeited game ends with the forfeit. A fault has no record: it raises
        `LookupError`.
        """
        ((packed,),) = self._of_game("SELECT record FROM games WHERE game = ?", number)
        if packed is None:
            raise LookupError(f"Game {number} was not played: its worker died twice.")
        return Record.from_json(zlib.decompress(packed).decode())

    def blocks(self) -> Iterator[Block]:
        """Yield all blocks that contain a game, by number, including incomplete ones."""
        rows = self._connection.execute("SELECT block, place, deal, deal_id FROM blocks")
        known = {number: (place, deal, deal_id) for number, place, deal, deal_id in rows}
        for number, games in groupby(self.games(), key=lambda game: game.block):
            place, deal, deal_id = known[number]
            yield Block(number, self.schedule.tables[place], deal, deal_id, tuple(games))

    @cached_property
    def played(self) -> frozenset[int]:
        """The numbers of the games in the file."""
        return frozenset(number for (number,) in self._rows("SELECT game FROM games"))

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read_deals(self) -> DealSequence:
        found = self._rows("SELECT value FROM run WHERE name = 'secret'")
        secret = bytes.fromhex(found[0][0]) if found else None
        return DealSequence(seed=self.settings.seed, secret=secret)

    def _rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return self._connection.execute(query, values).fetchall()

    def _of_game(self, query: str, number: int) -> list[tuple[Any, ...]]:
        rows = self._rows(query, number)
        if not rows:
            numbers = sorted(self.played)
            there = f"its games are {numbers[0]} to {numbers[-1]}" if numbers else "it has none yet"
            raise LookupError(f"{self.path} has no game {number}; {there}.")
        return rows


def _game(rows: list[tuple[Any, ...]]) -> GameOutcome:
    number, block, rotation, ending, length, retries = rows[0][:_GAME_COLUMNS]
    seats = (row[_GAME_COLUMNS:] for row in rows if row[_GAME_COLUMNS] is not None)
    return GameOutcome(
        number=number,
        block=block,
        rotation=rotation,
        ending=ending,
        length=length,
        seats=tuple(SeatOutcome(*seat) for seat in seats),
        retries=retries,
    )

"""Turns games that were played elsewhere into shards: every decision of every seat.

A shard has games of one kind, with the same rules. Nobody has searched these decisions, so the
policy is the action that was played, there are no visits, and the values are the results. As in
self-play, decisions with a single legal action are left out.
"""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from gemgrove.arena.outcome import FAULT
from gemgrove.arena.results import Results
from gemgrove.game import Game
from gemgrove.learn.shards import COLUMNS, write_shard
from gemgrove.record import Record

SHARD_GAMES = 100
"""Games in a shard."""

_SQLITE = b"SQLite format 3\x00"

Rows = dict[str, list[NDArray[Any]]]
"""The parts of each column, to be joined."""


def is_database(path: Path) -> bool:
    """Return True if a file is an SQLite database, as an arena run is."""
    with path.open("rb") as file:
        return file.read(len(_SQLITE)) == _SQLITE


def records_of_run(results: Results) -> Iterator[Record]:
    """Yield the records of all games of an arena run, but for those that were not played."""
    for game in results.games():
        if game.ending != FAULT:
            yield results.record(game.number)


def decisions_of(record: Record, number: int) -> Rows:
    """Return the decisions of a finished game, whose number is `number`, as parts of columns.

    Raise a `ValueError` if the game is not over.
    """
    end = record.replay()
    if not end.over:
        raise ValueError("The game is not over, so nobody knows what its decisions led to.")
    seats = end.variant.rules.players
    shares = [(seat in end.winners) / len(end.winners) for seat in range(seats)]
    rows: Rows = {name: [] for name in COLUMNS}
    game = replace(record, moves=()).replay()
    for action in end.actions:
        legal = game.legal_actions()
        if len(legal) > 1 and action in legal:
            _add_decision(rows, game, legal, action)
            turned = [(game.to_move + i) % seats for i in range(seats)]
            results = np.array([shares[seat] for seat in turned])
            rows["results"].append(results)
            rows["root_values"].append(np.stack([np.roll(results, -i) for i in range(seats)]))
            rows["places"].append(np.array([end.places[seat] for seat in turned]))
            rows["games"].append(np.array(number))
        game.play(action)
    return rows


def _add_decision(rows: Rows, game: Game, legal: list[int], action: int) -> None:
    """Add what is known when a decision is made."""
    core, seats = game.variant.core, game.variant.rules.players
    view = game.view(game.to_move)
    rows["observations"].append(game.observe(game.to_move))
    rows["action_counts"].append(np.array(len(legal)))
    rows["actions"].append(np.array(legal))
    rows["visits"].append(np.zeros(len(legal)))
    rows["policy"].append(np.array(legal) == action)
    rows["inputs"].append(
        np.stack([core.network_inputs(game.view((game.to_move + i) % seats)) for i in range(seats)])
    )
    rows["action_inputs"].append(core.action_inputs(view))


_JOINED = ("actions", "visits", "policy", "root_values", "inputs", "action_inputs")
"""The columns to which a decision adds several rows."""


class DatasetWriter:
    """Collects games, and writes them to shards in a folder; after an error, to none."""

    def __init__(self, folder: Path) -> None:
        """Begin in a folder, which must be empty if it exists."""
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise FileExistsError(f"{folder} exists already; name a new folder")
        self.folder = folder
        self._is_new = not folder.exists()
        self.games = 0
        """The games so far; they are numbered from 0."""
        self.decisions = 0
        self.shards: list[Path] = []
        self._open: dict[tuple[str, str], list[tuple[Record, Rows]]] = defaultdict(list)

    def add(self, record: Record) -> None:
        """Add a game; raise a `ValueError` if it is not over or cannot be replayed."""
        rows = decisions_of(record, self.games)
        self.games += 1
        self.decisions += len(rows["games"])
        key = (record.game, repr(record.variant))
        self._open[key].append((record, rows))
        if len(self._open[key]) == SHARD_GAMES:
            self._write(self._open.pop(key))

    def close(self) -> None:
        """Write the games that do not fill a shard."""
        for games in self._open.values():
            self._write(games)
        self._open.clear()

    def discard(self) -> None:
        """Delete the shards, and the folder if it is new."""
        for path in self.shards:
            path.unlink(missing_ok=True)
        if self._is_new:
            with suppress(OSError):  # it was not made yet, or has other files now
                self.folder.rmdir()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        written = False
        try:
            if error is None:
                self.close()
                written = True
        finally:
            if not written:
                self.discard()

    def _write(self, games: list[tuple[Record, Rows]]) -> None:
        variant = games[0][0].replay().variant
        columns = {}
        for name in COLUMNS:
            parts = [part for _, rows in games for part in rows[name]]
            if not parts:
                return
            columns[name] = np.concatenate(parts) if name in _JOINED else np.stack(parts)
        self.folder.mkdir(parents=True, exist_ok=True)
        number = len(self.shards)
        kind = f"{variant.name}-{variant.rules.players}p"
        self.shards.append(self.folder / f"{kind}-{number:06}.safetensors")
        write_shard(self.shards[-1], variant, columns, "records")

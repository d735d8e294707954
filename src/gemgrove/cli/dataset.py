"""`gemgrove dataset`: turns arena runs and records into training data."""

import sqlite3
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from gemgrove.arena.results import Results
from gemgrove.cli.console import Console
from gemgrove.cli.errors import CommandError, command_errors
from gemgrove.cli.record_files import load_record, user_path
from gemgrove.english import counted
from gemgrove.record import Record

if TYPE_CHECKING:
    from gemgrove.learn.dataset_writer import DatasetWriter

_PROGRESS_GAMES = 10


def run(arguments: Namespace) -> int:
    """Write the shards; print how many games and decisions they have."""
    from gemgrove.learn.dataset_writer import DatasetWriter

    paths = [user_path(name) for name in arguments.files]
    for path in paths:
        if not path.is_file():
            raise CommandError(f"There is no file {path}.")
    console = Console()
    try:
        # The errors of the shards' folder; those of the files name them.
        with command_errors(OSError), DatasetWriter(user_path(arguments.out)) as dataset:
            unfinished = _add(dataset, paths, console)
    finally:
        console.progress("")
    if unfinished:
        print(
            f"{counted(unfinished, 'game')} without a result left out: unfinished or forfeited.",
            file=sys.stderr,
        )
    console.print(
        f"{counted(dataset.decisions, 'decision')} of {counted(dataset.games, 'game')} in "
        f"{counted(len(dataset.shards), 'shard')}: {dataset.folder}"
    )
    return 0


def _add(dataset: "DatasetWriter", paths: list[Path], console: Console) -> int:
    """Add the games of files; return the number of those without a result."""
    unfinished = 0
    for path in paths:
        for record in _records(path):
            if record.result.ending is None:
                unfinished += 1
                continue
            with _file_errors(path, ValueError, LookupError):
                dataset.add(record)
            if dataset.games % _PROGRESS_GAMES == 0:
                console.progress(f"{dataset.games} games, {dataset.decisions} decisions")
    return unfinished


def _records(path: Path) -> Iterator[Record]:
    from gemgrove.learn.dataset_writer import is_database, records_of_run

    with _file_errors(path, OSError, ValueError, LookupError, sqlite3.Error):
        if not is_database(path):
            try:
                yield load_record(path)[0]
            except CommandError as error:
                raise CommandError(
                    f"{path} is neither an arena run nor a record: {error}"
                ) from None
            return
        with Results.open(path) as results:
            yield from records_of_run(results)


@contextmanager
def _file_errors(path: Path, *kinds: type[Exception]) -> Iterator[None]:
    """Turn errors about a file into a `CommandError` that names it."""
    try:
        yield
    except kinds as error:
        text = str(error)
        where = "" if str(path) in text else f"{path}: "
        raise CommandError(f"{where}{text.removesuffix('.')}.") from error

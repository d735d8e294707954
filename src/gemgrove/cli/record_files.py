"""Reads record files, and writes them without replacing other files."""

import json
from os.path import expanduser
from pathlib import Path

from gemgrove.arboretum_engine.saved_game import is_saved_game, read_saved_game
from gemgrove.arboretum_engine.state import ImportedGame
from gemgrove.cli.errors import CommandError, command_errors
from gemgrove.game import Game
from gemgrove.record import Record, RecordError


def user_path(name: str) -> Path:
    """Return the path that a user has typed; `~` is their home folder."""
    return Path(expanduser(name))  # noqa: PTH111 - Path.expanduser raises for unknown users


def save_target(option: str | None) -> Path | None:
    """Return the path of a `--save` option, or raise `CommandError` if it cannot be written."""
    if not option:
        return None
    path = user_path(option)
    check_target(path)
    return path


def check_target(path: Path) -> None:
    """Raise `CommandError` if a record cannot be written there, or would replace another file."""
    with command_errors():
        if path.is_dir():
            raise CommandError(f"{path} is a folder; a record needs a file.")
        if not path.parent.is_dir():
            raise CommandError(f"There is no folder {path.parent}.")
        if path.exists():
            try:
                Record.load(path)
            except RecordError as error:
                raise CommandError(
                    f"{path} exists and is not a record; it was not replaced."
                ) from error


def load_game(path: Path) -> tuple[Game, Record]:
    """Return a record's unfinished game, and the record, or raise `CommandError`."""
    with command_errors():
        record = Record.load(path)
        record.verify()
        game = record.replay()
    if game.over:
        raise CommandError(f"The game in {path} is over; `gemgrove replay {path}` shows it.")
    return game, record


def load_record(path: str | Path) -> tuple[Record, tuple[str, ...]]:
    """Return the verified record in a file, and warnings about it, or raise `CommandError`.

    The file may also be a saved game of the engine whose formats `arboretum_engine` reads.
    """
    with command_errors():
        imported = _saved_game(Path(path))
        if imported is not None:
            return imported.game.record(names=list(imported.names)), imported.warnings
        record = Record.load(path)
        record.verify()
    return record, ()


def _saved_game(path: Path) -> ImportedGame | None:
    """Return the game in a file of that other engine; None if it is another kind of file."""
    text = path.read_bytes()
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return read_saved_game(text, strict=False) if is_saved_game(values) else None


def save_record(game: Game, path: Path, names: list[str]) -> None:
    """Save the game's record; only a record is ever replaced."""
    check_target(path)
    with command_errors():
        game.record(names=names).save(path)

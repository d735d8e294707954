"""Reading records, and writing them without losing anything that is not one."""

from os.path import expanduser
from pathlib import Path

from gemgrove.cli.complaint import Complaint, complaints
from gemgrove.game import Game
from gemgrove.record import Record, RecordError


def file_named(name: str) -> Path:
    """The file that a person has named; `~` is their home."""
    return Path(expanduser(name))  # noqa: PTH111 - Path.expanduser raises for unknown users


def check_target(path: Path) -> None:
    """Complain if a record cannot be written there, or would replace something else."""
    with complaints():
        if path.is_dir():
            raise Complaint(f"{path} is a folder; a record needs a file.")
        if not path.parent.is_dir():
            raise Complaint(f"There is no folder {path.parent}.")
        if path.exists():
            try:
                Record.load(path)
            except RecordError as error:
                raise Complaint(f"{path} exists and is no record; it is left alone.") from error


def load_game(path: Path) -> tuple[Game, Record]:
    """The game of a record that can go on, and the record; `Complaint` if there is none."""
    with complaints():
        record = Record.load(path)
        record.verify()
        game = record.replay()
    if game.over:
        raise Complaint(f"The game of {path} is over; `gemgrove replay {path}` shows it.")
    return game, record


def save_record(game: Game, path: Path, names: list[str]) -> None:
    """Save the game's record; only a record is replaced."""
    check_target(path)
    with complaints():
        game.record(names=names).save(path)

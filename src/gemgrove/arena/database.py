"""What the file of a run looks like: SQLite, with a mark and a version of its own."""

import sqlite3
from pathlib import Path

APPLICATION = 0x47454D47  # "GEMG": tells a run's file from other SQLite files
VERSION = 1

SCHEMA = """
CREATE TABLE run (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE bots (
    bot INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, spec TEXT NOT NULL, fingerprint TEXT
) STRICT;
CREATE TABLE blocks (
    block INTEGER PRIMARY KEY, place INTEGER NOT NULL, deal INTEGER NOT NULL, deal_id TEXT NOT NULL
) STRICT;
CREATE TABLE games (
    game INTEGER PRIMARY KEY, block INTEGER NOT NULL REFERENCES blocks, rotation INTEGER NOT NULL,
    ending TEXT NOT NULL, length INTEGER NOT NULL, retries INTEGER NOT NULL,
    record BLOB
) STRICT;
CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES games, seat INTEGER NOT NULL,
    bot INTEGER NOT NULL REFERENCES bots, score INTEGER NOT NULL, rank INTEGER, share REAL,
    decisions INTEGER NOT NULL, seconds REAL NOT NULL, longest REAL NOT NULL,
    forfeit TEXT, detail TEXT, stderr TEXT,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
"""


class RunFileError(ValueError):
    """A file that is no run, or one of another version."""


def connect(path: Path, *, writable: bool) -> sqlite3.Connection:
    """Open the file of a run; `RunFileError` where it is none."""
    if not path.is_file():
        raise RunFileError(f"There is no file {path}.")
    mode = "rw" if writable else "ro"
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True)
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.DatabaseError as error:
        connection.close()
        raise RunFileError(f"{path} is no file that an arena wrote ({error}).") from error
    if (application, version) == (APPLICATION, VERSION):
        return connection
    connection.close()
    if application != APPLICATION:
        raise RunFileError(f"{path} is no file that an arena wrote.")
    raise RunFileError(f"{path} has version {version}; this program reads version {VERSION}.")

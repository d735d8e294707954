"""The options of the commands around a server: serve, connect, and what a host does."""

from argparse import ArgumentParser
from typing import Any

from gemgrove.game import GAMES

STATUSES = ("open", "playing", "over", "aborted", "archived")


def add_server(commands: Any) -> None:
    """The commands."""
    _add_serve(commands)
    _add_connect(commands)
    _add_verify_log(commands)
    _add_admin(commands)
    _add_backup(commands)


def _add_serve(commands: Any) -> None:
    serve = commands.add_parser(
        "serve",
        help="run a server for tables of people and bots",
        description="Run a server for tables of people and bots, until Ctrl-C: open its address in "
        "a browser to play. With no option it listens at http://127.0.0.1:8000 and keeps "
        "everything in gemgrove-data.",
    )
    serve.add_argument("--host", metavar="ADDRESS", help="where to listen; default: 127.0.0.1")
    serve.add_argument("--port", type=int, metavar="N", help="default: 8000; 0: any that is free")
    serve.add_argument(
        "--any-port",
        action="store_true",
        help="where that port is taken, use any that is free, and say so",
    )
    _add_place(serve)
    serve.add_argument("--settings", metavar="FILE", help="further settings, as TOML")
    serve.add_argument(
        "--bot-workers",
        type=int,
        metavar="N",
        help="processes that think for the server's bots; default: one less than processors",
    )
    serve.add_argument(
        "--log-level", choices=("debug", "info", "warning", "error"), help="default: info"
    )


def _add_connect(commands: Any) -> None:
    connect = commands.add_parser(
        "connect",
        help="let a bot play at the tables of a server",
        description="Let a bot play at the tables of a server, until Ctrl-C. It registers an "
        "account for the bot with the first connection and keeps its token in a file.",
        epilog="example: gemgrove connect --server http://127.0.0.1:8000 --bot mcts:iterations=500",
    )
    connect.add_argument("--server", required=True, metavar="URL", help="http://127.0.0.1:8000")
    connect.add_argument(
        "--bot",
        required=True,
        metavar="SPEC",
        help="a name such as mcts, ./mine.py:MyBot, 'exec:./a.out' or ./model.zip",
    )
    connect.add_argument("--name", help="the bot's name there; default: made from its spec")
    connect.add_argument(
        "--token-file", metavar="FILE", help="where the bot's token is kept; default: per server"
    )
    connect.add_argument(
        "--table", action="append", metavar="ID", help="play at this table; may be repeated"
    )
    connect.add_argument("--invite", metavar="CODE", help="for a table by invitation")
    connect.add_argument(
        "--tables",
        type=int,
        metavar="N",
        help="keep so many tables of its own open; default: 1, and 0 with --table",
    )
    names = " or ".join(GAMES)
    connect.add_argument(
        "--game", default=GAMES[0], metavar="GAME", help=f"of those: {names}; default: {GAMES[0]}"
    )
    connect.add_argument("--players", type=int, default=2, metavar="N", help="default: 2")
    connect.add_argument("--games", type=int, metavar="N", help="end after so many games")
    connect.add_argument("--seed", type=int, metavar="N", help="makes a bot of chance repeatable")


def _add_verify_log(commands: Any) -> None:
    verify = commands.add_parser(
        "verify-log",
        help="replay and check every game of a server's database",
        description="Replay and check every game of a server's database, also while it runs. "
        "--url checks a finished game from what a server tells everybody, its sealed deal "
        "included. The exit code is 1 where something is wrong.",
    )
    _add_place(verify)
    verify.add_argument("--file", metavar="FILE", help="a backup, or an exported record")
    verify.add_argument("--url", metavar="URL", help="a server; checks what it tells everybody")
    verify.add_argument("--table", action="append", metavar="ID", help="only this one")
    verify.add_argument("--invite", metavar="CODE", help="with --url, of a table by invitation")


def _add_admin(commands: Any) -> None:
    admin = commands.add_parser(
        "admin",
        help="what a host does: list, abort, ban, revoke",
        description="Look after a server, whether it runs or not.",
        epilog="example: gemgrove admin tables --status playing",
    )
    _add_place(admin)
    actions = admin.add_subparsers(dest="action", metavar="ACTION", required=True)
    tables = actions.add_parser("tables", help="list tables")
    tables.add_argument("--status", choices=STATUSES)
    players = actions.add_parser("players", help="list players")
    players.add_argument("--search", metavar="NAME", help="those whose names contain this")
    for listing in (tables, players):
        listing.add_argument("--limit", type=int, default=50, metavar="N", help="default: 50")
    abort = actions.add_parser("abort", help="end a table without a result")
    abort.add_argument("what", metavar="TABLE", help="its id, t_...")
    abort.add_argument(
        "--why",
        default="The host ended this table.",
        metavar="TEXT",
        help="what all at the table are told",
    )
    for action, about in (
        ("ban", "keep a player out, and withdraw it from its tables"),
        ("unban", "let a player in again"),
        ("revoke", "make all tokens of a player void"),
    ):
        actions.add_parser(action, help=about).add_argument(
            "what", metavar="PLAYER", help="a name, or an id, p_..."
        )
    actions.add_parser("figures", help="what the server does, as Prometheus reads it")


def _add_backup(commands: Any) -> None:
    backup = commands.add_parser("backup", help="copy a server's database, also while it runs")
    restore = commands.add_parser("restore", help="put a backup in a server's place")
    for command in (backup, restore):
        command.add_argument("file", metavar="FILE", help="the backup")
        _add_place(command)
    restore.add_argument(
        "--replace", action="store_true", help="keep the database that is there aside"
    )


def _add_place(command: ArgumentParser) -> None:
    command.add_argument("--data", metavar="DIR", help="the data folder; default: gemgrove-data")
    command.add_argument(
        "--database",
        metavar="URL",
        help="a PostgreSQL database: postgresql+asyncpg://user@host/name",
    )

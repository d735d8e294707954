"""The options of `gemgrove serve`, `connect`, `verify-log`, `admin`, `backup` and `restore`."""

from argparse import ArgumentParser

from gemgrove.cli.options import Commands
from gemgrove.game import GAMES

STATUSES = ("open", "playing", "over", "aborted", "archived")


def add_server(commands: Commands) -> None:
    """Add the commands."""
    _add_serve(commands)
    _add_connect(commands)
    _add_verify_log(commands)
    _add_admin(commands)
    _add_backup(commands)


def _add_serve(commands: Commands) -> None:
    serve = commands.add_parser(
        "serve",
        help="run a server for tables of people and bots",
        description="Run a server for tables of people and bots, until Ctrl-C. Open its address in "
        "a browser to play. By default it listens at http://127.0.0.1:8000 and keeps everything "
        "in gemgrove-data.",
    )
    serve.add_argument("--host", metavar="ADDRESS", help="address to listen at; default: 127.0.0.1")
    serve.add_argument("--port", type=int, metavar="N", help="default: 8000; 0: any free port")
    serve.add_argument(
        "--any-port",
        action="store_true",
        help="if that port is taken, use any free one, and say so",
    )
    _add_database(serve)
    serve.add_argument("--settings", metavar="FILE", help="further settings, as TOML")
    serve.add_argument(
        "--bot-workers",
        type=int,
        metavar="N",
        help="processes for the server's bots; default: one less than the processors",
    )
    serve.add_argument(
        "--log-level", choices=("debug", "info", "warning", "error"), help="default: info"
    )


def _add_connect(commands: Commands) -> None:
    connect = commands.add_parser(
        "connect",
        help="let a bot play at the tables of a server",
        description="Let a bot play at the tables of a server, until Ctrl-C. The first connection "
        "registers an account for the bot, whose token is kept in a file.",
        epilog="example: gemgrove connect --server http://127.0.0.1:8000 --bot mcts:iterations=500",
    )
    connect.add_argument("--server", required=True, metavar="URL", help="http://127.0.0.1:8000")
    connect.add_argument(
        "--bot",
        required=True,
        metavar="SPEC",
        help="a name such as mcts, ./mine.py:MyBot, 'exec:./a.out' or ./model.safetensors",
    )
    connect.add_argument("--name", help="the bot's name on the server; default: made from its spec")
    connect.add_argument(
        "--token-file", metavar="FILE", help="file of the bot's token; default: one per server"
    )
    connect.add_argument(
        "--table", action="append", metavar="ID", help="play at this table; may be repeated"
    )
    connect.add_argument("--invite", metavar="CODE", help="the code of a table by invitation")
    connect.add_argument(
        "--tables",
        type=int,
        metavar="N",
        help="number of tables to keep open; default: 1, and 0 with --table",
    )
    names = " or ".join(GAMES)
    connect.add_argument(
        "--game",
        default=GAMES[0],
        metavar="GAME",
        help=f"game of these tables: {names}; default: {GAMES[0]}",
    )
    connect.add_argument("--players", type=int, default=2, metavar="N", help="default: 2")
    connect.add_argument("--games", type=int, metavar="N", help="stop after this many games")
    connect.add_argument("--seed", type=int, metavar="N", help="make a random bot repeatable")


def _add_verify_log(commands: Commands) -> None:
    verify = commands.add_parser(
        "verify-log",
        help="replay and check every game of a server's database",
        description="Replay and check every game of a server's database, even while it runs. "
        "--url checks a finished game by what the server publishes, including its sealed deal. "
        "The exit code is 1 if something is wrong.",
    )
    _add_database(verify)
    verify.add_argument("--file", metavar="FILE", help="a backup, or an exported record")
    verify.add_argument("--url", metavar="URL", help="check what this server publishes")
    verify.add_argument(
        "--table", action="append", metavar="ID", help="check only this table; may be repeated"
    )
    verify.add_argument(
        "--invite", metavar="CODE", help="with --url: the code of a table by invitation"
    )


def _add_admin(commands: Commands) -> None:
    admin = commands.add_parser(
        "admin",
        help="administer a server: list, abort, ban, revoke",
        description="Administer a server, running or not.",
        epilog="example: gemgrove admin tables --status playing",
    )
    _add_database(admin)
    actions = admin.add_subparsers(dest="action", metavar="ACTION", required=True)
    tables = actions.add_parser("tables", help="list tables")
    tables.add_argument("--status", choices=STATUSES)
    players = actions.add_parser("players", help="list players")
    players.add_argument("--search", metavar="NAME", help="only players whose names contain this")
    for listing in (tables, players):
        listing.add_argument("--limit", type=int, default=50, metavar="N", help="default: 50")
    abort = actions.add_parser("abort", help="end a table without a result")
    abort.add_argument("what", metavar="TABLE", help="its id, t_...")
    abort.add_argument(
        "--why",
        default="The host ended this table.",
        metavar="TEXT",
        help="the reason that everybody at the table is told",
    )
    for action, about in (
        ("ban", "ban a player, and withdraw it from its tables"),
        ("unban", "lift a ban"),
        ("revoke", "revoke all tokens of a player"),
    ):
        actions.add_parser(action, help=about).add_argument(
            "what", metavar="PLAYER", help="a name, or an id, p_..."
        )
    actions.add_parser("metrics", help="print the server's metrics in the format of Prometheus")


def _add_backup(commands: Commands) -> None:
    backup = commands.add_parser("backup", help="copy a server's database, even while it runs")
    restore = commands.add_parser("restore", help="replace a server's database by a backup")
    for command in (backup, restore):
        command.add_argument("file", metavar="FILE", help="the backup")
        _add_database(command)
    restore.add_argument("--replace", action="store_true", help="move an existing database aside")


def _add_database(command: ArgumentParser) -> None:
    command.add_argument("--data", metavar="DIR", help="the data folder; default: gemgrove-data")
    command.add_argument(
        "--database",
        metavar="URL",
        help="a PostgreSQL database: postgresql+asyncpg://user@host/name",
    )

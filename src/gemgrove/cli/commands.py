"""The commands, their options, and the functions that run them."""

from argparse import REMAINDER, SUPPRESS, ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from gemgrove.agents.levels import DEFAULT_LEVEL, LEVELS
from gemgrove.game import GAMES
from gemgrove.options import OFFICIAL

if TYPE_CHECKING:
    from argparse import _SubParsersAction

Commands: TypeAlias = "_SubParsersAction[Any]"

DELAY = 1.0
"""Seconds between the decisions that `watch` shows."""

_NUMBER: Any = {"type": int, "metavar": "N"}
_FLAG: Any = {"action": "store_true"}
_GAMES = f"{' or '.join(GAMES)}; default: {GAMES[0]}"
_RECORD: Any = {
    "metavar": "RECORD",
    "help": "a file written by `play --save`, a server's record, or a saved game of the Arboretum "
    "engine in docs/arboretum-engine.md",
}
_SAVE: Any = {"metavar": "FILE", "help": "where to save the game's record"}
_RUN_FILE: Any = {"metavar": "FILE", "help": "the file of an arena run"}
_ANCHOR: Any = {"metavar": "BOT", "help": "the bot whose rating is set to 0"}
_CLUSTER: Any = {
    "metavar": "ADDRESS",
    "help": "play on the Ray cluster of a head node, HOST:PORT; see docs/scaling.md",
}
_SEED_OF_BOT: Any = {**_NUMBER, "help": "make a random bot repeatable"}

_PLAY_EPILOG = (
    "`--rules duel` is the two-player Splendor with the commands p3, p2, r, b and br, and gems in "
    "white, red, pink, blue and green. Pink is shown as black; you may type either."
)
_FULL_SCREEN = (
    "use the whole screen, with keys and mouse; the default if the terminal is large enough"
)
_ARENA_EPILOG = """\
Every deal is played once from every seat; such a block is the unit of the statistics. With three or
four players and two bots, one of the first sits among several of the second.

The deals come from a secret that the run draws, keeps in its file and reveals when it is over. With
--seed they are repeatable, but a bot that tries seeds can guess them.

examples:
  gemgrove arena greedy random --games 400
  gemgrove arena mcts greedy ./mybot.py:MyBot "exec:./a.out --fast" --time 60+1
  gemgrove arena ./new.py:Bot ./old.py:Bot --sprt 0,30
  gemgrove arena mcts greedy --players 4
  gemgrove arena --resume run.sqlite --games 1000
  gemgrove arena mcts greedy --games 10000 --ray head.example:6379
"""
_TRAIN = """\
Train a network for the search by self-play. Each generation plays games, learns from them, and is
tested against the best one before. Ctrl-C stops, and --resume goes on."""
_TRAIN_EPILOG = """\
examples:
  gemgrove train splendor --players 2 --hours 2 --out run/
  gemgrove train --resume run/ --hours 1
  gemgrove train --resume run/ --ray head.example:6379
  tensorboard --logdir run/
  gemgrove arena champion:model=run/networks/003.safetensors mcts
"""
_DATASET = (
    "Make shards to learn from: every decision of the games in arena runs and records, with what "
    "the seat observes, its legal actions, the one it chose, and the result."
)
_SERVE = (
    "Run a server for tables of people and bots, until Ctrl-C. Open its address in a browser to "
    "play. By default it listens at http://127.0.0.1:8000 and keeps everything in gemgrove-data."
)
_CONNECT = (
    "Let a bot play at the tables of a server, until Ctrl-C. The first connection registers an "
    "account for the bot, whose token is kept in a file."
)
_VERIFY_LOG = (
    "Replay and check every game of a server's database, even while it runs. --url checks a "
    "finished game by what the server publishes, including its sealed deal. The exit code is 1 if "
    "something is wrong."
)


def add_commands(commands: Commands) -> None:
    for name, (about, add_options) in _COMMANDS.items():
        command: ArgumentParser = commands.add_parser(name, help=about)
        usual = f"{name.replace('-', '_')}:run"
        command.set_defaults(function=_FUNCTIONS.get(name, usual))
        add_options(command)


def _add_play(command: ArgumentParser) -> None:
    command.epilog = _PLAY_EPILOG
    add = command.add_argument
    add("name", nargs="?", metavar="GAME", help=_GAMES)
    add("--game", help=SUPPRESS)
    add(
        "--vs",
        action="append",
        metavar="BOT",
        help=f"an opponent: a level ({', '.join(level.name for level in LEVELS)}), another bot, or "
        "`human` for a person at the same terminal; may be repeated; "
        f"default: {DEFAULT_LEVEL}",
    )
    _add_table(command)
    _add_deal(command)
    add("--seat", **_NUMBER, default=1, help="your seat, from 1")
    add("--names", metavar="NAME,...", help="names of the people, in seat order")
    add("--save", **_SAVE)
    add("--load", metavar="FILE", help="continue a saved game")
    _add_display_mode(command)


def _add_watch(command: ArgumentParser) -> None:
    _add_bots_of_game(command)
    _add_deal(command)
    about = f"pause between decisions; default: {DELAY:g}, without a terminal 0"
    command.add_argument("--delay", type=float, metavar="SECONDS", help=about)
    command.add_argument("--save", **_SAVE)
    _add_display_mode(command)


def _add_match(command: ArgumentParser) -> None:
    _add_bots_of_game(command)
    command.add_argument("--games", **_NUMBER, default=100, help="number of games; default: 100")
    command.add_argument("--record", metavar="DIR", help="a folder for the games' records")
    _add_color(command)


def _add_replay(command: ArgumentParser) -> None:
    command.add_argument("record", **_RECORD)
    command.add_argument("--step", **_NUMBER, help="show only the table after N decisions")
    _add_display_mode(command)


def _add_analyze(command: ArgumentParser) -> None:
    add = command.add_argument
    add("record", **_RECORD)
    about = "iterations of each search; more show finer differences; default: 2000"
    add("--iterations", **_NUMBER, default=2000, help=about)
    add("--seat", **_NUMBER, help="judge only this seat, from 1")
    add("--html", metavar="FILE", help="write an HTML page with a chart")
    add("--json", **_FLAG, help="print JSON instead of the table")
    about = "analyze a game that is not over, although this reveals hidden cards"
    add("--unfinished", **_FLAG, help=about)
    _add_color(command)


def _add_bots_of_game(command: ArgumentParser) -> None:
    command.add_argument("bots", nargs="+", metavar="BOT", help="a bot")
    command.add_argument("--game", default=GAMES[0], metavar="GAME", help=_GAMES)
    _add_table(command)


def _add_table(command: ArgumentParser) -> None:
    add = command.add_argument
    about = "number of players; the last bot named takes the seats that are left"
    add("--players", **_NUMBER, help=about)
    add(
        "--rules",
        default=OFFICIAL,
        metavar="SPEC",
        help="a preset (Splendor: official, core, arena, duel or escrow; Arboretum: official or "
        "seeded), optionally with options, as in official:payment=choose; default: official",
    )
    add("--seed", **_NUMBER, help="make the game repeatable")


def _add_deal(command: ArgumentParser) -> None:
    about = "deal the cards of an id such as ABCD-EFGH-JKMN-PQR"
    command.add_argument("--deal", metavar="ID", help=about)


def _add_display_mode(command: ArgumentParser) -> None:
    group = command.add_mutually_exclusive_group()
    for option, mode, about in (
        ("--plain", "plain", "plain text, for pipes and screen readers"),
        ("--lines", "lines", "line by line"),
        ("--full-screen", "full", _FULL_SCREEN),
    ):
        group.add_argument(option, action="store_const", const=mode, dest="mode", help=about)
    _add_color(command)


def _add_color(command: ArgumentParser) -> None:
    choices = ("auto", "always", "never")
    command.add_argument(
        "--color", choices=choices, default="auto", help="use color; default: auto"
    )


def _add_bot(command: ArgumentParser) -> None:
    command.add_argument("bot", metavar="BOT", help="any bot")
    command.add_argument("--seed", **_SEED_OF_BOT)


def _add_check_bot(command: ArgumentParser) -> None:
    add = command.add_argument
    add("--game", metavar="GAME", help="only this game; default: all it plays")
    add("--games", **_NUMBER, default=2, help="per number of players; default: 2")
    add("--time", default="20+0.2", metavar="TIME", help="bank and increment; default: 20+0.2")
    about = "memory limit, 0 for none; default: 2048"
    add("--memory", type=int, default=2048, metavar="MB", help=about)
    add("bot", nargs=REMAINDER, metavar="CMD ...", help="a command with its arguments, or a bot")
    _add_color(command)


def _add_engine_bot(command: ArgumentParser) -> None:
    command.add_argument("bot", nargs="?", default="greedy", help="default: greedy")
    command.add_argument(
        "--time-limit",
        type=int,
        metavar="MS",
        help="time for a reply, of which a search gets half; default: the engine's variable "
        "TIMEOUT, or 300",
    )


def _add_arena(command: ArgumentParser) -> None:
    # An option that is not given is None, so that --resume can tell which were given.
    command.epilog = _ARENA_EPILOG
    command.formatter_class = RawDescriptionHelpFormatter
    add = command.add_argument
    add("bots", nargs="*", metavar="BOT", help="a bot: a name, a file or a program")
    add("--game", metavar="GAME", help=_GAMES)
    add("--players", **_NUMBER, help="players at a table; default: by the rules")
    add("--rules", metavar="SPEC", help="a preset and options; default: official")
    about = "games of each pair or table; default: 100, with --sprt at most 10000"
    add("--games", **_NUMBER, help=about)
    about = "make the deals repeatable, and guessable; default: deals from a secret"
    add("--seed", **_NUMBER, help=about)
    add("--gauntlet", **_FLAG, default=None, help="the first bot against every other")
    about = "test two bots until it is decided whether the first is ELO0 or ELO1 above the second"
    add("--sprt", metavar="ELO0,ELO1", help=about)
    add("--alpha", type=float, metavar="P", help="error rate at ELO0; default: 0.05")
    add("--beta", type=float, metavar="P", help="error rate at ELO1; default: 0.05")
    add(
        "--time",
        metavar="BANK+INCREMENT",
        help="seconds for each bot per game, and seconds added after each decision; "
        "default: 60+1 for files and programs, none for other bots",
    )
    add("--jobs", **_NUMBER, help="games at the same time; default: all cores")
    add("--ray", **_CLUSTER)
    add("--out", metavar="FILE", help="a new file for the results")
    add("--resume", metavar="FILE", help="continue the run of a file")
    _add_output(command)


def _add_results(command: ArgumentParser) -> None:
    add = command.add_argument
    add("file", **_RUN_FILE)
    add("--list", **_FLAG, help="list the games instead")
    add("--game", **_NUMBER, help="print one game instead")
    add("--save", metavar="RECORD", help="save that game's record for `replay`")
    _add_output(command)


def _add_report(command: ArgumentParser) -> None:
    command.add_argument("file", **_RUN_FILE)
    command.add_argument("--out", metavar="PAGE", help="the page; default: FILE, ending in .html")
    command.add_argument("--anchor", **_ANCHOR)


def _add_output(command: ArgumentParser) -> None:
    command.add_argument("--anchor", **_ANCHOR)
    command.add_argument("--json", **_FLAG, help="print JSON instead of tables")
    _add_color(command)


def _add_train(command: ArgumentParser) -> None:
    # An option that is not given is None, so that --resume can tell which were given.
    command.description = _TRAIN
    command.epilog = _TRAIN_EPILOG
    command.formatter_class = RawDescriptionHelpFormatter
    add = command.add_argument
    add("name", nargs="?", metavar="GAME", help=_GAMES)
    add("--players", **_NUMBER, help="number of players; default: by the rules")
    add("--rules", metavar="SPEC", help="a preset and options; default: official")
    add("--hours", type=float, metavar="H", help="how long to train now; default: 2")
    add("--threads", **_NUMBER, help="processor cores to use; default: all")
    add("--ray", **_CLUSTER)
    about = "the same seed trains the same network, up to the threads' timing; default: 0"
    add("--seed", **_NUMBER, help=about)
    about = "games of mcts that the first generation learns from; default: 12000"
    add("--first-games", **_NUMBER, help=about)
    add("--games", **_NUMBER, help="games of each further generation; default: 6000")
    about = "games in a file, which one CPU of a cluster plays; default: 100"
    add("--shard-games", **_NUMBER, help=about)
    about = "iterations of the searches that are learned from; default: 400"
    add("--iterations", **_NUMBER, help=about)
    add("--trunk", metavar="N,...", help="widths of the network's layers; default: 256,32")
    about = "a network to improve, or `champion` for the package's; default: begin from mcts"
    add("--start", metavar="FILE", help=about)
    about = "maximum games of a test against the best generation so far; default: 400"
    add("--gate-games", **_NUMBER, help=about)
    add("--out", metavar="DIR", help="a new folder for the run")
    add("--resume", metavar="DIR", help="continue the run of a folder")


def _add_dataset(command: ArgumentParser) -> None:
    command.description = _DATASET
    command.epilog = "example: gemgrove dataset shards/ run.sqlite game.json"
    command.add_argument("out", metavar="OUT", help="a new folder for the shards")
    about = "the file of an arena run, or a record"
    command.add_argument("files", nargs="+", metavar="FILE", help=about)


def _add_serve(command: ArgumentParser) -> None:
    command.description = _SERVE
    add = command.add_argument
    add("--host", metavar="ADDRESS", help="address to listen at; default: 127.0.0.1")
    add("--port", **_NUMBER, help="default: 8000; 0: any free port")
    add("--any-port", **_FLAG, help="if that port is taken, use any free one, and say so")
    _add_database(command)
    add("--settings", metavar="FILE", help="further settings, as TOML")
    about = "processes for the server's bots; default: one less than the processors"
    add("--bot-workers", **_NUMBER, help=about)
    add("--log-level", choices=("debug", "info", "warning", "error"), help="default: info")


def _add_connect(command: ArgumentParser) -> None:
    command.description = _CONNECT
    command.epilog = (
        "example: gemgrove connect --server http://127.0.0.1:8000 --bot mcts:iterations=500"
    )
    add = command.add_argument
    add("--server", required=True, metavar="URL", help="http://127.0.0.1:8000")
    about = "a name such as mcts, ./mine.py:MyBot, 'exec:./a.out' or ./model.safetensors"
    add("--bot", required=True, metavar="SPEC", help=about)
    add("--name", help="the bot's name on the server; default: made from its spec")
    add("--token-file", metavar="FILE", help="file of the bot's token; default: one per server")
    add("--table", action="append", metavar="ID", help="play at this table; may be repeated")
    add("--invite", metavar="CODE", help="the code of a table by invitation")
    add("--tables", **_NUMBER, help="number of tables to keep open; default: 1, and 0 with --table")
    add("--game", default=GAMES[0], metavar="GAME", help=f"game of these tables: {_GAMES}")
    add("--players", **_NUMBER, default=2, help="default: 2")
    add("--games", **_NUMBER, help="stop after this many games")
    add("--seed", **_SEED_OF_BOT)


def _add_verify_log(command: ArgumentParser) -> None:
    command.description = _VERIFY_LOG
    _add_database(command)
    add = command.add_argument
    add("--file", metavar="FILE", help="a backup, or an exported record")
    add("--url", metavar="URL", help="check what this server publishes")
    add("--table", action="append", metavar="ID", help="check only this table; may be repeated")
    add("--invite", metavar="CODE", help="with --url: the code of a table by invitation")


def _add_admin(command: ArgumentParser) -> None:
    command.description = "Administer a server, running or not."
    command.epilog = "example: gemgrove admin tables --status playing"
    _add_database(command)
    actions = command.add_subparsers(dest="action", metavar="ACTION", required=True)
    tables = actions.add_parser("tables", help="list tables")
    tables.add_argument("--status", choices=("open", "playing", "over", "aborted", "archived"))
    players = actions.add_parser("players", help="list players")
    players.add_argument("--search", metavar="NAME", help="only players whose names contain this")
    for listing in (tables, players):
        listing.add_argument("--limit", **_NUMBER, default=50, help="default: 50")
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
        parser = actions.add_parser(action, help=about)
        parser.add_argument("what", metavar="PLAYER", help="a name, or an id, p_...")
    actions.add_parser("metrics", help="print the server's metrics in the Prometheus format")


def _add_backup(command: ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE", help="the backup")
    _add_database(command)


def _add_restore(command: ArgumentParser) -> None:
    _add_backup(command)
    command.add_argument("--replace", **_FLAG, help="move an existing database aside")


def _add_database(command: ArgumentParser) -> None:
    add = command.add_argument
    add("--data", metavar="DIR", help="the data folder; default: gemgrove-data")
    about = "a PostgreSQL database: postgresql+asyncpg://user@host/name"
    add("--database", metavar="URL", help=about)


_COMMANDS: Mapping[str, tuple[str, Callable[[ArgumentParser], None]]] = {
    "play": ("play a game; without a terminal, watch bots play", _add_play),
    "watch": ("watch bots play a game", _add_watch),
    "match": ("let bots play many games, and print a table of results", _add_match),
    "replay": ("show a saved game move by move, and verify it", _add_replay),
    "analyze": ("judge every decision of a saved game, as a table or an HTML page", _add_analyze),
    "bots": ("list the bots and their options", _add_color),
    "bot": ("serve a bot over the bot protocol, on stdin and stdout", _add_bot),
    "check-bot": ("check that a program or a bot follows the bot protocol", _add_check_bot),
    "engine-bot": ("let a bot play at the table of another Arboretum engine", _add_engine_bot),
    "arena": ("rate bots: let them play each other, and keep every game in a file", _add_arena),
    "results": ("print the standings of an arena run, or one of its games", _add_results),
    "report": ("write an HTML page with the standings and charts of an arena run", _add_report),
    "train": ("train a network for the search by self-play", _add_train),
    "dataset": ("turn arena runs and records into training data", _add_dataset),
    "serve": ("run a server for tables of people and bots", _add_serve),
    "connect": ("let a bot play at the tables of a server", _add_connect),
    "verify-log": ("replay and check every game of a server's database", _add_verify_log),
    "admin": ("administer a server: list, abort, ban, revoke", _add_admin),
    "backup": ("copy a server's database, even while it runs", _add_backup),
    "restore": ("replace a server's database with a backup", _add_restore),
}
"""Each command's description in the list of commands, and the function that adds its options."""

_FUNCTIONS = {
    "engine-bot": "bot:run_engine_bot",
    "report": "results:run_report",
    "restore": "backup:run",
}
"""The functions of commands that are not `run` in the module with the command's name."""

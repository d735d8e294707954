"""The options of `gemgrove analyze` and `gemgrove report`, which write pages."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_analyze(commands: "_SubParsersAction[Any]") -> None:
    """Add the command `analyze`."""
    analyze = commands.add_parser(
        "analyze", help="judge every decision of a saved game, as a table and as a page"
    )
    analyze.add_argument("record", metavar="RECORD", help="a file that `play --save` wrote")
    analyze.add_argument(
        "--iterations",
        type=int,
        default=2000,
        metavar="N",
        help="of each search; more tells finer differences; default: 2000",
    )
    analyze.add_argument("--seat", type=int, metavar="N", help="judge only this seat, from 1")
    analyze.add_argument("--html", metavar="FILE", help="where to write a page with the graph")
    analyze.add_argument("--json", action="store_true", help="print JSON instead of the table")
    analyze.add_argument(
        "--unfinished",
        action="store_true",
        help="analyze a game that is not over, though it tells hidden cards",
    )
    analyze.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto", help="default: auto"
    )


def add_report(commands: "_SubParsersAction[Any]") -> None:
    """Add the command `report`."""
    report = commands.add_parser(
        "report", help="write a page with the standings and plots of a run of the arena"
    )
    report.add_argument("file", metavar="FILE", help="a file that `arena` wrote")
    report.add_argument("--out", metavar="PAGE", help="default: FILE with the ending .html")
    report.add_argument("--anchor", metavar="BOT", help="the bot whose rating is set to 0")

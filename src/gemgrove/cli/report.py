"""`gemgrove report`: the page of a run of the arena."""

from argparse import Namespace

from gemgrove.arena.results import Results
from gemgrove.cli.complaint import complaints
from gemgrove.cli.extras import need
from gemgrove.cli.saving import file_named
from gemgrove.cli.screen import Screen
from gemgrove.page.saving import check_target, save_page


def run(arguments: Namespace) -> int:
    """Write the page; of a run that goes on, as far as it has come."""
    need("choix", "A report")
    from gemgrove.arena.report import report_page
    from gemgrove.arena.standings import find_bot

    source = file_named(arguments.file)
    page = source.with_suffix(".html") if arguments.out is None else file_named(arguments.out)
    with complaints():
        with Results.open(source) as results:
            check_target(page)
            anchor = None if arguments.anchor is None else find_bot(results.bots, arguments.anchor)
            text = report_page(results, anchor=anchor)
        save_page(text, page)
    Screen().say(f"The report is {page}")
    return 0

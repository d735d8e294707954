"""`gemgrove report`: writes the page of an arena run."""

from argparse import Namespace

from gemgrove.arena.results import Results
from gemgrove.cli.console import Console
from gemgrove.cli.errors import command_errors, require_extra
from gemgrove.cli.record_files import user_path


def run(arguments: Namespace) -> int:
    """Write the page; of an unfinished run, as far as it has come."""
    require_extra("choix", "A report")
    from gemgrove.arena.report import report_page
    from gemgrove.arena.standings import find_bot
    from gemgrove.pages.render import check_target, save_page

    source = user_path(arguments.file)
    page = source.with_suffix(".html") if arguments.out is None else user_path(arguments.out)
    with command_errors():
        with Results.open(source) as results:
            check_target(page)
            anchor = None if arguments.anchor is None else find_bot(results.bots, arguments.anchor)
            text = report_page(results, anchor=anchor)
        save_page(text, page)
    Console().print(f"The report is {page}")
    return 0

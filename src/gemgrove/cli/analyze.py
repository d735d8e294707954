"""`gemgrove analyze`: judges every decision of a saved game."""

import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill

from gemgrove.agents.champion import analysis_bot, analysis_search
from gemgrove.analysis.review import (
    CERTAINTY,
    MARKS,
    SEED,
    Decision,
    Review,
    Searcher,
    decisions,
    steps,
)
from gemgrove.cli.console import WIDTH, Console, printable
from gemgrove.cli.errors import (
    INTERRUPTED,
    CommandError,
    check_minimum,
    command_errors,
    require_extra,
)
from gemgrove.cli.record_files import load_record, user_path
from gemgrove.english import counted, listed
from gemgrove.game import variant_class
from gemgrove.pages.formats import percent
from gemgrove.record import Record
from gemgrove.text_layout import cut, padded, width

_BAR = 30
_NUMBER, _TURN, _MOVE = 5, 12, 21


def run(arguments: Namespace) -> int:
    """Review the record and print the table; after Ctrl-C, only the decisions so far."""
    console = Console(arguments.color)
    check_minimum(arguments, "iterations", 1)
    page = None if arguments.html is None else user_path(arguments.html)
    record, warnings = load_record(arguments.record)
    if page is not None:
        require_extra("jinja2", "A page", extra="pages")
        from gemgrove.pages.render import check_target

        with command_errors():
            check_target(page)
    if record.result.ending is None and not arguments.unfinished:
        raise CommandError(
            "The game of this record is not over, and an analysis shows cards that its players "
            "may not know yet. If nobody will continue it, add --unfinished."
        )
    players = len(record.result.scores)
    if arguments.seat is not None and not 1 <= arguments.seat <= players:
        raise CommandError(f"There is no seat {arguments.seat}; the record has 1 to {players}.")
    for text in warnings:
        print(f"gemgrove: {printable(text)}", file=sys.stderr)
    review, interrupted = _review(record, arguments, None if arguments.json else console)
    if page is not None:
        from gemgrove.pages.render import save_page
        from gemgrove.pages.review import review_page

        with command_errors():
            save_page(review_page(review), page)
    if arguments.json:
        console.print(review.to_json())
    else:
        _print_review(console, review, page)
    return INTERRUPTED if interrupted else 0


def _review(record: Record, arguments: Namespace, console: Console | None) -> tuple[Review, bool]:
    """Return the review, and whether it was interrupted."""
    variant = record.checked_variant(variant_class(record.game))

    def search() -> Searcher:
        return analysis_search(variant, iterations=arguments.iterations, seed=SEED)

    seats = None if arguments.seat is None else [arguments.seat - 1]
    total = len(record.moves)
    judged: list[Decision] = []
    interrupted = False
    try:
        for decision in decisions(record, search, seats=seats):
            judged.append(decision)
            if console is not None:
                done = _BAR * len(judged) // total
                bar = "#" * done + "." * (_BAR - done)
                console.progress(f"[{bar}] {len(judged)} of {counted(total, 'decision')}")
    except KeyboardInterrupt:
        interrupted = True
    if console is not None:
        console.progress("")
    review = Review(record, arguments.iterations, tuple(judged), analysis_bot(variant))
    return review, interrupted


def _print_review(console: Console, review: Review, page: Path | None) -> None:
    names = [printable(name) for name in review.names]
    titles = f"{'no.':>4} {'turn':<{_TURN}}{'move':<{_MOVE}}{'before':>6}{'after':>6}{'loss':>7}"
    console.print(console.bold(f"{titles}  best"))
    turn = 0
    for decision in review.decisions:
        who = f"{decision.turn}. {names[decision.seat]}" if decision.turn != turn else ""
        turn = decision.turn
        console.print(_row(decision, who))
    _print_losses(console, review, names)
    console.print()
    _print_players(console, review, names)
    console.print()
    console.paragraph(_explanation(review))
    if not review.complete:
        console.paragraph(
            f"Stopped after {len(review.decisions)} of "
            f"{counted(len(review.record.moves), 'decision')}."
        )
    if page is not None:
        console.paragraph(f"The page is {page}")


def _row(decision: Decision, who: str) -> str:
    head = f"{decision.number:>4} {padded(cut(who, _TURN - 1), _TURN)}{decision.move:<{_MOVE}}"
    found = decision.judgement
    if found is None:
        return f"{head}{'':>19}  {'the only move' if decision.choices == 1 else ''}".rstrip()
    before, after = (percent(chance[decision.seat]) for chance in (found.before, found.after))
    same = found.best == decision.move
    loss, best = ("", "") if same else (f"{100 * found.loss:.1f} %", found.best)
    row = f"{head}{before:>6}{after:>6}{loss:>7}  "
    text = f"{row}{best} {found.mark}".rstrip()
    # A mark that does not fit goes below the better move.
    return text if width(text) <= WIDTH else f"{row}{best}\n{'':<{width(row)}}{found.mark}"


def _print_losses(console: Console, review: Review, names: Sequence[str]) -> None:
    worst = review.largest_losses(5)
    if not worst:
        return
    console.print()
    console.print(console.bold("the largest losses"))
    presenter = variant_class(review.record.game).presenter()
    told = {step.number: step for step in steps(review.record)}
    for decision in worst:
        found = decision.judgement
        assert found is not None
        view = told[decision.number].before.view(decision.seat)
        meaning = presenter.describe(view, view.variant.parse(found.best))
        better = f"{found.best} ({meaning})" if meaning else found.best
        text = (
            f"{names[decision.seat]} played {decision.move}; {better} was "
            f"{percent(found.loss)} better: {found.mark}."
        )
        head = f"{decision.number:>4} "
        console.print(fill(text, WIDTH - 1, initial_indent=head, subsequent_indent=" " * _NUMBER))


def _print_players(console: Console, review: Review, names: Sequence[str]) -> None:
    marks = "".join(f"{mark:>12}" for mark in reversed(MARKS))
    console.print(console.bold(f"{'player':<21}{'judged':>8}{'average loss':>14}{marks}"))
    for seat, name in enumerate(names):
        summary = review.summary(seat)
        loss = f"{100 * summary.loss:.1f} %" if summary.judged else "-"
        counts = "".join(f"{summary.marks[mark]:>12}" for mark in reversed(MARKS))
        console.print(f"{padded(cut(name, 20), 21)}{summary.judged:>8}{loss:>14}{counts}")


def _explanation(review: Review) -> str:
    bounds = listed([f"{mark} from {percent(least)}" for mark, least in reversed(MARKS.items())])
    return (
        f"Winning chances of the player who decided, from what that player knew, by the "
        f"bot {review.bot} with {review.iterations:,} iterations per search. Marks: {bounds}, if "
        f"the loss is more than {CERTAINTY:g} standard errors; smaller ones may be chance."
    )

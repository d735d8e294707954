"""`gemgrove analyze`: what every decision of a saved game was worth."""

from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import fill

from gemgrove.agents.search import Search
from gemgrove.analysis import review_file
from gemgrove.analysis.review import (
    CERTAINTY,
    MARKS,
    SEED,
    Decision,
    Review,
    Thinker,
    decisions,
    steps,
)
from gemgrove.cli.complaint import Complaint, complaints
from gemgrove.cli.saving import file_named
from gemgrove.cli.screen import WIDTH, Screen, printable
from gemgrove.lettering import cut, padded, width
from gemgrove.page.review import percentage, review_page
from gemgrove.page.saving import check_target, save_page
from gemgrove.record import Record
from gemgrove.telling import counted, face_of, listed

INTERRUPTED = 130

_BAR = 30
_NUMBER, _TURN, _MOVE = 5, 12, 21


def run(arguments: Namespace) -> int:
    """Review the record and print the table; after Ctrl-C, as far as it has come."""
    screen = Screen(arguments.color)
    if arguments.iterations < 1:
        raise Complaint(f"--iterations is {arguments.iterations}; it must be 1 or more.")
    page = None if arguments.html is None else file_named(arguments.html)
    with complaints():
        record = Record.load(arguments.record)
        record.verify()
        if page is not None:
            check_target(page)
    _check_over(record, allowed=arguments.unfinished)
    seats = _seats(record, arguments.seat)

    def search() -> Thinker:
        return Search(iterations=arguments.iterations, seed=SEED)

    shown = None if arguments.json else screen
    review, interrupted = _review(record, search, arguments.iterations, seats, shown)
    if page is not None:
        with complaints():
            save_page(review_page(review), page)
    if arguments.json:
        screen.say(review_file.to_json(review))
    else:
        _tell(screen, review, page)
    return INTERRUPTED if interrupted else 0


def _check_over(record: Record, *, allowed: bool) -> None:
    if record.result.ending is None and not allowed:
        raise Complaint(
            "The game of this record is not over, and an analysis tells cards that its players "
            "may not know yet. If nobody plays on from here, add --unfinished."
        )


def _seats(record: Record, seat: int | None) -> list[int] | None:
    players = len(record.result.scores)
    if seat is None:
        return None
    if not 1 <= seat <= players:
        raise Complaint(f"There is no seat {seat}; the record has 1 to {players}.")
    return [seat - 1]


def _review(
    record: Record,
    search: Callable[[], Thinker],
    iterations: int,
    seats: Sequence[int] | None,
    screen: Screen | None,
) -> tuple[Review, bool]:
    """The review, and whether somebody has stopped it."""
    total = len(record.moves)
    judged: list[Decision] = []
    interrupted = False
    try:
        for decision in decisions(record, search, seats=seats):
            judged.append(decision)
            if screen is not None:
                done = _BAR * len(judged) // total
                bar = "#" * done + "." * (_BAR - done)
                screen.progress(f"[{bar}] {len(judged)} of {counted(total, 'decision')}")
    except KeyboardInterrupt:
        interrupted = True
    if screen is not None:
        screen.progress("")
    return Review(record, iterations, tuple(judged)), interrupted


def _tell(screen: Screen, review: Review, page: Path | None) -> None:
    names = [printable(name) for name in review.names]
    titles = f"{'no.':>4} {'turn':<{_TURN}}{'move':<{_MOVE}}{'before':>6}{'after':>6}{'loss':>7}"
    screen.say(screen.strong(f"{titles}  best"))
    turn = 0
    for decision in review.decisions:
        who = f"{decision.turn}. {names[decision.seat]}" if decision.turn != turn else ""
        turn = decision.turn
        screen.say(_row(decision, who))
    _tell_marks(screen, review, names)
    screen.say()
    _tell_players(screen, review, names)
    screen.say()
    screen.remark(_explanation(review))
    if not review.complete:
        screen.remark(
            f"Stopped after {len(review.decisions)} of "
            f"{counted(len(review.record.moves), 'decision')}."
        )
    if page is not None:
        screen.remark(f"The page is {page}")


def _row(decision: Decision, who: str) -> str:
    head = f"{decision.number:>4} {padded(cut(who, _TURN - 1), _TURN)}{decision.move:<{_MOVE}}"
    found = decision.judgement
    if found is None:
        return f"{head}{'':>19}  {'the only move' if decision.choices == 1 else ''}".rstrip()
    before, after = (percentage(chance[decision.seat]) for chance in (found.before, found.after))
    same = found.best == decision.move
    loss, best = ("", "") if same else (f"{100 * found.loss:.1f} %", found.best)
    row = f"{head}{before:>6}{after:>6}{loss:>7}  "
    text = f"{row}{best} {found.mark}".rstrip()
    # A mark that has no room is set below the move that was better.
    return text if width(text) <= WIDTH else f"{row}{best}\n{'':<{width(row)}}{found.mark}"


def _tell_marks(screen: Screen, review: Review, names: Sequence[str]) -> None:
    """The costliest moves in words."""
    worst = review.largest_losses(5)
    if not worst:
        return
    screen.say()
    screen.say(screen.strong("the largest losses"))
    face = face_of(review.record.game)
    told = {step.number: step for step in steps(review.record)}
    for decision in worst:
        found = decision.judgement
        assert found is not None
        view = told[decision.number].before.view(decision.seat)
        meaning = face.described(view, view.variant.parse(found.best))
        better = f"{found.best} ({meaning})" if meaning else found.best
        text = (
            f"{names[decision.seat]} played {decision.move}; {better} was "
            f"{percentage(found.loss)} better: {found.mark}."
        )
        head = f"{decision.number:>4} "
        screen.say(fill(text, WIDTH - 1, initial_indent=head, subsequent_indent=" " * _NUMBER))


def _tell_players(screen: Screen, review: Review, names: Sequence[str]) -> None:
    marks = "".join(f"{mark:>12}" for mark in reversed(MARKS))
    screen.say(screen.strong(f"{'player':<21}{'judged':>8}{'average loss':>14}{marks}"))
    for seat, name in enumerate(names):
        summary = review.summary(seat)
        loss = f"{100 * summary.loss:.1f} %" if summary.judged else "-"
        counts = "".join(f"{summary.marks[mark]:>12}" for mark in reversed(MARKS))
        screen.say(f"{padded(cut(name, 20), 21)}{summary.judged:>8}{loss:>14}{counts}")


def _explanation(review: Review) -> str:
    bounds = listed([f"{mark} from {percentage(least)}" for mark, least in reversed(MARKS.items())])
    return (
        f"Chances of winning of the player who decided, from what that player knew, "
        f"{review.iterations:,} iterations a search. Marks: {bounds}, where the loss is more than "
        f"{CERTAINTY:g} standard errors; smaller ones may be chance."
    )

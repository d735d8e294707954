"""The page for a reviewed game: winning chances, the costliest moves, and every decision."""

from collections.abc import Iterator
from dataclasses import dataclass

from gemgrove.analysis.review import CERTAINTY, MARKS, Decision, Judgement, Review, Step, steps
from gemgrove.english import listed
from gemgrove.game import variant_class
from gemgrove.pages.axes import SHARES, integer_axis
from gemgrove.pages.charts import Dot, Line, LineChart, Stop
from gemgrove.pages.formats import percent
from gemgrove.pages.render import render
from gemgrove.presenter import Presenter, winners_sentence

MOST_BOARDS = 6
"""The number of largest losses that are shown with the board."""


def review_page(review: Review) -> str:
    """Return the page for a review. It shows all cards, so it is meant for finished games."""
    record = review.record
    presenter = variant_class(record.game).presenter()
    played = list(steps(record))
    end = played[-1].after if played else record.replay()
    judged = sum(decision.judgement is not None for decision in review.decisions)
    return render(
        "review.html",
        title=f"{record.game.capitalize()}: {listed(review.names)}",
        outcome=f"{presenter.ending(end)} {winners_sentence(end, review.names)}"
        if end.over
        else None,
        facts=[
            ("Game", record.game.capitalize()),
            ("Rules", end.variant.spec),
            ("Score", " – ".join(map(str, record.result.scores))),
            ("Deal", record.deal or "from a position"),
            ("Decisions judged", f"{judged} of {len(record.moves)}"),
            ("Judged by", review.bot),
            ("Iterations per search", f"{review.iterations:,}"),
        ],
        review=review,
        names=review.names,
        chart=_chances(review) if judged else None,
        losses=list(_losses(review, presenter, played)),
        rows=list(_rows(review, presenter, played)),
        marks=list(reversed(MARKS)),
        bounds=listed(
            [f"{percent(least)} is {_article(mark)}" for mark, least in reversed(MARKS.items())]
        ),
        certainty=CERTAINTY,
    )


def _chances(review: Review) -> LineChart:
    names = review.names
    judged = [(each, each.judgement) for each in review.decisions if each.judgement is not None]
    last = len(review.record.moves) + 1
    points = [
        [(float(decision.number), found.before[seat]) for decision, found in judged]
        for seat in range(review.players)
    ]
    result = review.record.result
    if result.ending is not None and review.complete:
        for seat, line in enumerate(points):
            won = seat in result.winners
            line.append((float(last), 1 / len(result.winners) if won else 0.0))
    return LineChart(
        "Each player's chance of winning",
        f"The chances of {listed(names)} from decision to decision; the table below has them all.",
        [Line(name, line) for name, line in zip(names, points, strict=True)],
        integer_axis(1, last, title="decision"),
        SHARES,
        stops=[
            Stop(each.number, _stop_text(review, each, found), f"#decision-{each.number}")
            for each, found in judged
        ],
        dots=[
            Dot(
                each.number,
                found.before[each.seat],
                each.seat,
                f"{names[each.seat]}: {found.mark}, decision {each.number}",
                found.mark,
            )
            for each, found in judged
            if found.mark
        ],
    )


def _stop_text(review: Review, decision: Decision, found: Judgement) -> str:
    names = review.names
    chances = ", ".join(
        f"{name} {percent(chance)}" for name, chance in zip(names, found.before, strict=True)
    )
    text = f"Decision {decision.number}: {chances}. {names[decision.seat]} played {decision.move}"
    if found.mark:
        text += f", {_article(found.mark)}: {found.best} was {percent(found.loss)} better"
    return f"{text}."


def _article(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


@dataclass(frozen=True, slots=True)
class _Loss:
    """A marked decision, with the better move and the board as the player saw it."""

    decision: Decision
    judgement: Judgement
    name: str
    best_described: str
    board: str


def _losses(review: Review, presenter: Presenter, played: list[Step]) -> Iterator[_Loss]:
    for decision in review.largest_losses(MOST_BOARDS):
        found = decision.judgement
        assert found is not None
        before = played[decision.number - 1].before
        view = before.view(decision.seat)
        meaning = presenter.describe(view, before.variant.parse(found.best))
        board = presenter.table(view, review.names, color=False)
        yield _Loss(decision, found, review.names[decision.seat], meaning, board)


def _rows(
    review: Review, presenter: Presenter, played: list[Step]
) -> Iterator[tuple[Decision, bool, str]]:
    """Yield each decision, whether it begins a turn, and what happened."""
    turn = 0
    for decision, step in zip(review.decisions, played, strict=False):
        told = " ".join(presenter.narrate(step.before, step.move, step.after, review.names))
        yield decision, decision.turn != turn, told
        turn = decision.turn

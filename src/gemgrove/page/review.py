"""The page of a reviewed game: everybody's chances, the costliest moves, and every decision."""

from collections.abc import Sequence

from gemgrove.analysis.review import CERTAINTY, MARKS, Decision, Judgement, Review, Step, steps
from gemgrove.page.document import Section, details, document, facts, name, note, paragraphs
from gemgrove.page.lines import Dot, Line, Stop, line_plot
from gemgrove.page.markup import Content, Markup, tag
from gemgrove.page.plot import as_percent
from gemgrove.page.scale import SHARES, whole_scale
from gemgrove.page.table import Row, table
from gemgrove.telling import Face, counted, face_of, listed, winners_told

MOST_BOARDS = 6
"""The largest losses that are shown with the board."""

_MARK_TITLES = ("Inaccuracies", "Mistakes", "Blunders")


def review_page(review: Review) -> str:
    """The page. It tells all cards, so it is for games that are over."""
    record, names = review.record, review.names
    face = face_of(record.game)
    told = list(steps(record))
    end = told[-1].after if told else record.replay()
    sections = [
        Section("chances", "Chances", _graph(review, names)),
        Section("players", "Players", _players(review, names)),
        Section("losses", "Largest losses", _losses(review, face, told, names)),
        Section("decisions", "Every decision", _decisions(review, face, told, names)),
        Section("reading", "How to read this", _explanations(review)),
    ]
    outcome = f"{face.ending(end)} {winners_told(end, names)}" if end.over else "It is not over."
    judged = sum(decision.judgement is not None for decision in review.decisions)
    settings: list[tuple[str, Content]] = [
        ("Game", record.game.capitalize()),
        ("Rules", end.variant.spec),
        ("Score", " – ".join(map(str, record.result.scores))),
        ("Deal", record.deal or "from a position"),
        ("Decisions judged", f"{judged} of {len(record.moves)}"),
        ("Iterations a search", f"{review.iterations:,}"),
    ]
    lead: list[Content] = [tag("p", outcome), facts(settings)]
    if not review.complete:
        lead.append(
            tag(
                "p",
                f"The review was stopped after {len(review.decisions)} of "
                f"{counted(len(record.moves), 'decision')}.",
            )
        )
    return document(f"{record.game.capitalize()}: {listed(names)}", lead, sections)


def percentage(chance: float) -> str:
    """A chance in whole percent."""
    return f"{100 * chance:.0f} %"


def _graph(review: Review, names: Sequence[str]) -> Content:
    judged = [(each, each.judgement) for each in review.decisions if each.judgement is not None]
    if not judged:
        return paragraphs("No decision was judged, so there is nothing to draw.")
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
    stops = [
        Stop(decision.number, _stop_text(decision, found, names), f"#decision-{decision.number}")
        for decision, found in judged
    ]
    dots = [
        Dot(
            decision.number,
            found.before[decision.seat],
            decision.seat,
            f"{names[decision.seat]}: {found.mark}, decision {decision.number}",
            found.mark,
        )
        for decision, found in judged
        if found.mark
    ]
    plot = line_plot(
        "Each player's chance of winning",
        f"The chances of {listed(names)} from decision to decision; the table below has them all.",
        [Line(name, line) for name, line in zip(names, points, strict=True)],
        x=whole_scale(1, last),
        y=SHARES,
        x_title="decision",
        y_label=as_percent,
        stops=stops,
        dots=dots,
    )
    return [
        plot,
        note(
            "Each point is what the player to move could expect with the best move, from what that "
            "player knew. A dot is a marked loss. The lines also move when cards turn up, and when "
            "the turn passes to somebody who knows other cards."
        ),
    ]


def _stop_text(decision: Decision, found: Judgement, names: Sequence[str]) -> str:
    chances = ", ".join(
        f"{name} {percentage(chance)}" for name, chance in zip(names, found.before, strict=True)
    )
    text = f"Decision {decision.number}: {chances}. {names[decision.seat]} played {decision.move}"
    if found.mark:
        text += f", {_article(found.mark)}: {found.best} was {percentage(found.loss)} better"
    return f"{text}."


def _article(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def _players(review: Review, names: Sequence[str]) -> Content:
    rows: list[list[Content]] = []
    for seat, who in enumerate(names):
        summary = review.summary(seat)
        marks = [summary.marks[mark] for mark in reversed(MARKS)]
        loss = f"{100 * summary.loss:.1f} %" if summary.judged else "–"
        rows.append([name(who), summary.judged, loss, *marks])
    return table(
        "What each player lost, per decision that was judged",
        ["Player", "Judged", "Average loss", *_MARK_TITLES],
        rows,
        numbers="tnnnnn",
    )


def _losses(review: Review, face: Face, told: Sequence[Step], names: Sequence[str]) -> Content:
    worst = review.largest_losses(MOST_BOARDS)
    if not worst:
        return paragraphs("No decision lost so much that it is marked.")
    parts: list[Content] = []
    for decision in worst:
        found = decision.judgement
        assert found is not None
        before = told[decision.number - 1].before
        view = before.view(decision.seat)
        best = before.variant.parse(found.best)
        meaning = face.described(view, best)
        parts.append(
            tag(
                "h3",
                tag("a", f"Decision {decision.number}", href=f"#decision-{decision.number}"),
                ", ",
                name(names[decision.seat]),
                ": ",
                tag("span", found.mark, class_=f"mark {found.mark}"),
                f", {percentage(found.loss)} lost",
            )
        )
        parts.append(
            paragraphs(
                [
                    "Played ",
                    _move(decision.move),
                    f" with a chance of {percentage(found.after[decision.seat])}. Better was ",
                    _move(found.best),
                    f" ({meaning})" if meaning else "",
                    f" with {percentage(found.before[decision.seat])}.",
                ],
                ["It might go on: ", _line(found.line)] if len(found.line) > 1 else None,
            )
        )
        board = face.table(view, names, color=False)
        opened = decision is worst[0]
        parts.append(details("What this player saw", tag("pre", board), opened=opened))
    return parts


def _decisions(review: Review, face: Face, told: Sequence[Step], names: Sequence[str]) -> Content:
    rows: list[Row] = []
    turn = 0
    for decision, step in zip(review.decisions, told, strict=False):
        first = decision.turn != turn
        turn = decision.turn
        sentences = face.told(step.before, step.move, step.after, names)
        rows.append(
            Row(
                [
                    decision.number,
                    [f"{turn}. ", name(names[decision.seat])] if first else "",
                    _move(decision.move),
                    " ".join(sentences),
                    *_figures(decision),
                ],
                anchor=f"decision-{decision.number}",
                class_="first" if first else None,
            )
        )
    return table(
        "Chances are those of the player who decided",
        ["No.", "Turn", "Move", "What happened", "Before", "After", "Loss", "Best"],
        rows,
        numbers="nttt" + "nnn" + "t",
        stacked=True,
    )


def _figures(decision: Decision) -> list[Content]:
    found = decision.judgement
    if found is None:
        why = "the only move" if decision.choices == 1 else "not judged"
        return ["", "", "", tag("span", why, class_="faint")]
    same = found.best == decision.move
    best: list[Content] = [tag("span", "as played", class_="faint") if same else _move(found.best)]
    if found.mark:
        best += [" ", tag("span", found.mark, class_=f"mark {found.mark}")]
    return [
        percentage(found.before[decision.seat]),
        percentage(found.after[decision.seat]),
        "" if same else f"{100 * found.loss:.1f} %",
        best,
    ]


def _move(text: str) -> Markup:
    return tag("span", text, class_="move")


def _line(moves: Sequence[str]) -> Content:
    return [
        [_move(move), " · " if place < len(moves) else ""] for place, move in enumerate(moves, 1)
    ]


def _explanations(review: Review) -> Content:
    bounds = listed(
        [f"{percentage(least)} is {_article(mark)}" for mark, least in reversed(MARKS.items())]
    )
    return [
        paragraphs(
            "Every position was searched from the view of the player who decided: with the cards "
            "that this player could see, and all that were hidden drawn at random again and again. "
            "So nobody is blamed for what they could not know, and the luck of the draw after a "
            "move does not count.",
            "Before is the player's chance of winning with the best move that was found, After "
            "with the move that was played, Loss the difference. A move that the search itself "
            "would hardly consider was searched for its own sake, so that its value can be "
            "trusted.",
            f"A loss of at least {bounds}, if it is also more than {CERTAINTY:g} of its standard "
            f"errors. With {review.iterations:,} iterations a search, differences of one or two "
            "percent are mostly chance; a longer search tells finer ones. A loss is never "
            "negative: where the move played came out better than the search's own, it is the "
            "best.",
            "Moves without a choice are not searched. The search is a strong player, not an "
            "oracle.",
        )
    ]

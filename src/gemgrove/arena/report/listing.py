"""What is listed one by one: forfeits, bots, games."""

import shlex
from collections import Counter

from gemgrove.arena.outcome import FAULT, FORFEIT, GameOutcome, SeatOutcome
from gemgrove.arena.report.reading import Report
from gemgrove.page.document import details, name, paragraphs
from gemgrove.page.markup import Content, Markup, tag
from gemgrove.page.table import table

MOST_GAMES = 1000
"""So many games are listed; a page of all would be too long to open."""
MOST_FORFEITS = 200


def forfeits(report: Report) -> Content:
    """Who has lost by its own doing, and why."""
    found = [
        (game, seat) for game in report.games for seat in game.seats if seat.forfeit is not None
    ]
    if not found:
        return paragraphs("No bot has forfeited a game.")
    reasons = Counter((seat.bot, seat.forfeit) for _, seat in found)
    return [
        table(
            "How often, and why",
            ["Bot", "Reason", "Games"],
            [
                [name(report.names[bot]), reason, count]
                for (bot, reason), count in reasons.most_common()
            ],
            numbers="ttn",
        ),
        details(
            f"Each of them ({min(len(found), MOST_FORFEITS)} of {len(found)})",
            [_forfeit(report, game, seat) for game, seat in found[:MOST_FORFEITS]],
        ),
    ]


def _forfeit(report: Report, game: GameOutcome, seat: SeatOutcome) -> Content:
    detail = seat.detail or "no further detail."
    # What follows the first line repeats the end of what it wrote, which is shown below.
    told = detail.splitlines()[0] if seat.stderr else detail
    return [
        tag("h3", f"Game {game.number}, seat {seat.seat + 1}: ", name(report.names[seat.bot])),
        tag("p", tag("strong", seat.forfeit), ": ", told, class_="told"),
        details("What it wrote to its standard error", tag("pre", seat.stderr))
        if seat.stderr
        else None,
    ]


def bots(report: Report) -> Content:
    """What each bot was made from."""
    return table(
        "What each was made from",
        ["Bot", "Spec", "Fingerprint of its file"],
        [
            [name(bot.name), tag("code", bot.spec), tag("code", (bot.fingerprint or "–")[:16])]
            for bot in report.summary.bots
        ],
    )


def games(report: Report) -> Content:
    """The games, and how to see one again."""
    shown = report.games[:MOST_GAMES]
    file = shlex.quote(report.file)
    example = next((game for game in shown if game.ending not in (FORFEIT, FAULT)), shown[0])
    rows: list[list[Content]] = []
    deals = {block.number: block.deal_id for block in report.blocks}
    for game in shown:
        players = [[_player(report, seat), " "] for seat in game.seats]
        rows.append([game.number, deals[game.block], players, game.ending, game.length])
    left = len(report.games) - len(shown)
    return [
        paragraphs("To see a game again, move by move, and to have it analyzed:"),
        tag(
            "pre",
            f"gemgrove results {file} --game {example.number} --save game.json\n"
            "gemgrove replay game.json\n"
            "gemgrove analyze game.json --html game.html",
        ),
        details(
            f"The games ({len(shown)} of {len(report.games)})" if left else "The games",
            table(
                "Bots in the order of their seats with their points; winners are bold",
                ["Game", "Deal", "Seats", "Ending", report.settings.length_unit.capitalize()],
                rows,
                numbers="ntttn",
            ),
        ),
    ]


def _player(report: Report, seat: SeatOutcome) -> Markup:
    won = seat.rank == 1
    text = [name(report.names[seat.bot]), f" {seat.score}"]
    return tag("strong" if won else "span", text, class_="player")

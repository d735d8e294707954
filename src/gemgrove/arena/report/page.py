"""The page: the run's settings and outcome, then a section for each question."""

from gemgrove.arena.report.listing import bots, forfeits, games
from gemgrove.arena.report.play import length, points, seats, time
from gemgrove.arena.report.reading import Report
from gemgrove.arena.report.strength import convergence, head_to_head, standings
from gemgrove.arena.report.words import elo
from gemgrove.arena.results import Results
from gemgrove.arena.table import USUAL_TIME
from gemgrove.page.document import Section, document, facts, paragraphs
from gemgrove.page.markup import Markup, tag
from gemgrove.telling import counted, listed

_USUAL = f"{USUAL_TIME.bank:g}+{USUAL_TIME.increment:g}"


def report_page(results: Results, *, anchor: int | None = None) -> str:
    """The page of a run; of one that goes on, as far as it has come.

    `anchor` is the bot whose rating is 0.
    """
    report = Report(results, anchor)
    who = listed(report.names) if len(report.names) == 2 else f"{len(report.names)} bots"
    title = f"{report.settings.game.capitalize()} arena: {who}"
    lead = [tag("p", _outcome(report)), _settings(report)]
    if not report.games:
        nothing = paragraphs("No game has been played yet.")
        return document(title, lead, [Section("games", "Games", nothing)])
    sections = [
        Section("standings", "Standings", standings(report)),
        Section("pairings", "Head to head", head_to_head(report)),
        Section("convergence", "How the ratings settled", convergence(report)),
        Section("points", "Points", points(report)),
        Section("length", "Length and endings", length(report)),
        Section("seats", "Seats", seats(report)),
        Section("time", "Thinking time", time(report)),
        Section("forfeits", "Forfeits", forfeits(report)),
        Section("bots", "Bots", bots(report)),
        Section("games", "Games", games(report)),
    ]
    return document(title, lead, sections)


def _outcome(report: Report) -> str:
    summary = report.summary
    text = f"{counted(summary.games, 'game')} of {summary.total} played."
    if summary.verdict is not None:
        return f"{text} {summary.verdict.told(*report.names)}"
    if summary.games and len({rating.group for rating in report.ratings.bots}) == 1:
        best = summary.standings[0]
        text += f" {best.bot.name} leads with {elo(best.rating.elo)} Elo."
    return text


def _settings(report: Report) -> Markup:
    settings = report.settings
    return facts(
        [
            ("Game", settings.game.capitalize()),
            ("Rules", settings.rules),
            ("Players", settings.players),
            ("Schedule", settings.schedule),
            ("Games a table", settings.games),
            ("Deals from seed", settings.seed),
            ("Time", settings.time or f"{_USUAL}, programs only"),
            ("Version", settings.version),
        ]
    )

"""What the report is made from, read once."""

from gemgrove.arena.outcome import FORFEIT
from gemgrove.arena.results import Results
from gemgrove.arena.standings import summarize


class Report:
    """Everything that the page is made from, read once."""

    def __init__(self, results: Results, anchor: int | None) -> None:
        self.file = results.path.name
        self.anchor = anchor
        self.summary = summarize(results, anchor=anchor)
        self.settings = results.settings
        self.standings = self.summary.standings
        self.ratings = self.summary.ratings
        self.names = [bot.name for bot in results.bots]
        self.blocks = list(results.blocks())
        self.games = [game for block in self.blocks for game in block.games]

    def points(self, bot: int) -> list[int]:
        """Those of each game that was played to its end."""
        return [
            seat.score
            for game in self.games
            if game.ending != FORFEIT
            for seat in game.seats
            if seat.bot == bot
        ]

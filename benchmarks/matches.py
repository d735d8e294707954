"""Matches between bots, on separate deals."""

import gemgrove as gg
from gemgrove import agents

GAMES = 1000
FIRST_DEAL = 10**6


def match_share(name: gg.GameName, bot: str, opponent: str, games: int = GAMES) -> float:
    """Return the percentage of two-player games that `bot` wins, with each deal from both seats."""
    wins = 0.0
    for number in range(games):
        seat = number % 2
        table = [agents.make(opponent, seed=number), agents.make(opponent, seed=number)]
        table[seat] = agents.make(bot, seed=number)
        game = agents.play_out(gg.new(name, seed=FIRST_DEAL + number // 2), table)
        wins += (seat in game.winners) / len(game.winners)
    return 100 * wins / games

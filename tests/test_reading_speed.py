"""Reading a position is fast in the middle of games of two to four players.

The time is compared with `Game.board` in the same process, since the machine may be busy. Reading
takes three to five times as long. `make bench` prints the time in milliseconds.
"""

import time
from collections.abc import Callable

import pytest

import gemgrove as gg
from gemgrove import agents

REPEATS = 7
CALLS = 30
AT_MOST = 10


def middle_of_a_game(name: gg.GameName, players: int) -> gg.Game:
    """A game between greedy bots after half of its decisions."""
    game = gg.new(name, players=players, seed=1)
    agents.play_out(game, [agents.make("greedy")] * players)
    for _ in range(len(game.actions) // 2):
        game.undo()
    return game


def seconds(work: Callable[[], object]) -> float:
    """The processor time of one call: the best of several runs."""
    best = float("inf")
    for _ in range(REPEATS):
        start = time.thread_time()
        for _ in range(CALLS):
            work()
        best = min(best, time.thread_time() - start)
    return best / CALLS


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", gg.GAMES)
def test_reading_a_position_takes_a_few_times_as_long_as_a_board(
    name: gg.GameName, players: int
) -> None:
    game = middle_of_a_game(name, players)
    text = game.position()
    assert seconds(lambda: gg.from_position(text)) < AT_MOST * seconds(lambda: game.board)

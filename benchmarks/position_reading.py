"""The time for reading a position."""

from collections.abc import Iterator

import gemgrove as gg
from benchmarks.figures import Figure, best_rate
from tests.test_reading_speed import middle_of_a_game

READINGS = 100


def figures(name: gg.GameName) -> Iterator[Figure]:
    """Measure the time of `gg.from_position` for each number of players."""
    for players in (2, 3, 4):
        what = f"from_position in mid-game, {players} players"
        yield Figure(what, reading_time(name, players), "ms", 0.2, at_most=True)


def reading_time(name: gg.GameName, players: int) -> float:
    """Measure one call, in milliseconds."""
    text = middle_of_a_game(name, players).position()

    def readings() -> int:
        for _ in range(READINGS):
            gg.from_position(text)
        return READINGS

    return 1000 / best_rate(readings)

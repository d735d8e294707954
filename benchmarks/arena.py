"""The arena's figure: what a game costs beyond the thinking of its bots."""

import gc
from collections.abc import Iterator
from time import perf_counter

import gemgrove as gg
from benchmarks.figures import Figure
from gemgrove.arena.contestants import known_bots
from gemgrove.arena.schedule import Schedule
from gemgrove.arena.settings import ROUND_ROBIN
from gemgrove.arena.table import Table, Venue

BLOCKS = 40
REPEATS = 5


def figures() -> Iterator[Figure]:
    """The overhead in each game."""
    for name in gg.GAMES:
        what = f"arena overhead, {name}, greedy@1 and random"
        yield Figure(what, overhead(name) * 1e6, "µs/decision", 20, at_most=True)


def overhead(name: str) -> float:
    """Seconds for each decision that the bots did not think, records and outcomes included."""
    venue = Venue(
        game=name,
        variant=gg.new(name).variant.to_dict(),
        bots=known_bots(["greedy", "random"]),
        seed=1,
        time=None,
    )
    return min(_overhead(venue) for _ in range(REPEATS))


def _overhead(venue: Venue) -> float:
    thought, decisions = 0.0, 0
    schedule = Schedule.of(ROUND_ROBIN, bots=2, players=2)
    gc.collect()
    start = perf_counter()
    for scheduled in schedule.games(BLOCKS):
        outcome, _ = Table(venue, scheduled).play()
        thought += sum(seat.seconds for seat in outcome.seats)
        decisions += outcome.decisions
    return (perf_counter() - start - thought) / decisions

"""The arena's figure: the cost of a game besides its bots' thinking."""

import gc
from collections.abc import Iterator
from time import perf_counter

import gemgrove as gg
from benchmarks.figures import Figure
from gemgrove.arena.bots import resolve_bots
from gemgrove.arena.game_runner import GameRunner, MatchConfig
from gemgrove.arena.schedule import DealtGame, Schedule
from gemgrove.arena.settings import ROUND_ROBIN
from gemgrove.deal_sequence import DealSequence

BLOCKS = 40
REPEATS = 5


def figures() -> Iterator[Figure]:
    """Measure the overhead for each game."""
    for name in gg.GAMES:
        what = f"arena overhead, {name}, greedy@1 and random"
        yield Figure(what, overhead(name) * 1e6, "µs/decision", 20, at_most=True)


def overhead(name: gg.GameName) -> float:
    """Measure the seconds per decision besides thinking, including records and outcomes."""
    config = MatchConfig(
        game=name,
        variant=gg.new(name).variant.to_dict(),
        bots=resolve_bots(["greedy", "random"]),
        time=None,
    )
    return min(_overhead(config) for _ in range(REPEATS))


def _overhead(config: MatchConfig) -> float:
    thought, decisions = 0.0, 0
    schedule = Schedule.of(ROUND_ROBIN, bots=2, players=2)
    deals = DealSequence(seed=1)
    gc.collect()
    start = perf_counter()
    for scheduled in schedule.games(BLOCKS):
        outcome, _ = GameRunner(config, DealtGame.of(scheduled, deals)).play()
        thought += sum(seat.seconds for seat in outcome.seats)
        decisions += outcome.decisions
    return (perf_counter() - start - thought) / decisions

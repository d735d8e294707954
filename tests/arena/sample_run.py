"""Files of runs whose games were never played: the outcomes are made up from a seed."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import gemgrove as gg
from gemgrove.analysis.sprt import Sprt
from gemgrove.arena.outcome import FAULT, FORFEIT, GameOutcome, SeatOutcome
from gemgrove.arena.run_file import RunWriter
from gemgrove.arena.schedule import DealtGame, Schedule, ScheduledGame
from gemgrove.arena.settings import ROUND_ROBIN, Bot, Settings
from gemgrove.deal_sequence import DealSequence

Change = Callable[[GameOutcome], GameOutcome]


def write_run(
    path: Path,
    names: Sequence[str],
    *,
    players: int = 2,
    blocks: int = 4,
    schedule: str = ROUND_ROBIN,
    sprt: Sprt | None = None,
    played: int | None = None,
    changed: Change = lambda game: game,
) -> Path:
    """Write a run in which later bots are stronger; `changed` may replace a game.

    `played` is the number of games played; None means all.
    """
    variant = gg.new("splendor", players=players, seed=1).variant
    settings = Settings(
        game="splendor",
        rules=variant.spec,
        players=players,
        schedule=schedule,
        games=players * blocks,
        seed=1,
        time=None,
        length_unit="rounds",
        version=gg.__version__,
        encoding=dict(variant.encoding),
        variant=variant.to_dict(),
        sprt=sprt,
    )
    bots = [Bot(number, name, f"{name}@1") for number, name in enumerate(names)]
    tables = Schedule.of(schedule, bots=len(bots), players=players)
    rng = Random(7)
    deals = DealSequence(seed=1)
    with closing(RunWriter.create(path, settings, bots)) as store:
        for game in islice(tables.games(blocks), played):
            store.add(DealtGame.of(game, deals), changed(_outcome(game, rng)), None)
    return path


def forfeited(game: GameOutcome, *, reason: str, detail: str, stderr: str | None) -> GameOutcome:
    """The game as if its first seat had forfeited it."""
    first, *others = game.seats
    two = len(game.seats) == 2
    loser = replace(
        first,
        rank=len(game.seats),
        share=0.0,
        forfeit=reason,
        detail=detail,
        stderr=stderr,
    )
    rest = [replace(seat, rank=1 if two else None, share=1.0 if two else None) for seat in others]
    return replace(game, ending=FORFEIT, seats=(loser, *rest))


def faulty(game: GameOutcome) -> GameOutcome:
    """The game as if it could not have been played."""
    return replace(game, ending=FAULT, length=0, seats=(), retries=1)


def _outcome(game: ScheduledGame, rng: Random) -> GameOutcome:
    scores = [
        max(0, round(rng.gauss(10 + 2 * bot + (seat == 0), 3)))
        for seat, bot in enumerate(game.seats)
    ]
    winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    seats = tuple(
        SeatOutcome(
            seat=seat,
            bot=bot,
            score=scores[seat],
            rank=ranks[seat],
            share=(seat in winners) / len(winners),
            decisions=30,
            seconds=30 * 10.0 ** (bot - 4) * rng.uniform(0.5, 1.5),
            longest=10.0 ** (bot - 4) * rng.uniform(2, 5),
        )
        for seat, bot in enumerate(game.seats)
    )
    ending = rng.choices(["finished", "turn limit"], [20, 1])[0]
    return GameOutcome(
        number=game.number,
        block=game.block,
        rotation=game.rotation,
        ending=ending,
        length=rng.randint(22, 38),
        seats=seats,
    )

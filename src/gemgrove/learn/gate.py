"""Gates: arena runs that test a generation against the best one so far."""

import hashlib
from pathlib import Path

from gemgrove.analysis.sprt import Sprt
from gemgrove.arena import Plan, Results, Run, RunFileError
from gemgrove.arena.outcome import BlockSprt
from gemgrove.arena.standings import Tally
from gemgrove.learn.settings import TrainingError

GATE = Sprt(0, 40)
"""A gate tests whether a generation is level with the best one or this much above it, in Elo."""


def open_gate(path: Path, plan: Plan) -> Run:
    """Begin a gate, or go on with it."""
    try:
        if path.exists():
            with Results.open(path) as results:
                same = [bot.spec for bot in results.bots] == list(plan.bots)
            if same:
                return Run.resume(path)
            # The folder has been moved, and the bots' files with it.
            for each in path.parent.glob(f"{path.name}*"):
                each.unlink()
    except RunFileError as error:
        raise TrainingError(
            f"{error} Delete {path}, and a run that goes on plays its games again."
        ) from None
    draft = path.with_name(f"{path.name}.part")
    Run.create(draft, plan).close()
    draft.replace(path)
    return Run.resume(path)


def gate_result(path: Path, players: int) -> tuple[float, int, bool]:
    """Return a generation's share of the wins, the games that count, and if it is accepted.

    Which games were being played when the test was decided depends on the workers' timing, so only
    those up to the decision count.
    """
    test, tally, games = BlockSprt(GATE, players), Tally(), 0
    with Results.open(path) as results:
        for played in results.games():
            tally.add(played, 0)
            test.add(played)
            games += 1
            if test.verdict.accepted is not None:
                break
    share = tally.share or 0.0
    decided = test.verdict.accepted
    return share, games, decided == "elo1" or (decided is None and share > 1 / players)


def gate_seed(seed: int, generation: int) -> int:
    """Return the seed of a gate's deals, far from those of other gates."""
    text = f"gemgrove training 1: run {seed}, gate {generation}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")

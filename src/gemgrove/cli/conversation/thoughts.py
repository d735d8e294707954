"""What bots have to do, and who gives hints."""

from collections.abc import Callable
from dataclasses import dataclass

from gemgrove import agents
from gemgrove.game import View
from gemgrove.telling import Face
from gemgrove.variant import Move

ADVISER = "mcts"
"""The bot that gives hints."""
_ADVISER_SPEC = f"{ADVISER}:iterations=2000"
_ADVISER_SEED = 1  # the same hint whenever it is asked for

Choice = Move | str | int


@dataclass(frozen=True, slots=True)
class Thought:
    """A bot's turn. `choose` touches nothing but the bot: it may run beside everything else."""

    seat: int
    name: str
    history: tuple[int, ...]
    """The decisions made so far; a thought about another position is of no use."""
    choose: Callable[[], Choice]


def hint(view: View, face: Face) -> str:
    """What the adviser would play, in words."""
    choice = agents.make(_ADVISER_SPEC, seed=_ADVISER_SEED).choose(view)
    move = view.move(choice) if isinstance(choice, int) else choice
    assert isinstance(move, Move)
    meaning = face.described(view, move)
    return f"The search {ADVISER} would play: {move}" + (f" ({meaning})" if meaning else "")

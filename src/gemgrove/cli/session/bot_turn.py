"""The turn of a bot, and hints by one."""

from collections.abc import Callable
from dataclasses import dataclass

from gemgrove import agents
from gemgrove.game import Playable, View
from gemgrove.presenter import Presenter
from gemgrove.variant import Move

ADVISER = "mcts"
"""The bot that gives hints."""
_ADVISER_SPEC = f"{ADVISER}:iterations=2000"
_ADVISER_SEED = 1  # the same hint every time in the same position


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A bot's turn. `choose` touches nothing but the bot, so it may run in another thread."""

    seat: int
    name: str
    history: tuple[int, ...]
    """The decisions before it; in another position the choice is of no use."""
    choose: Callable[[], Playable]


def hint(view: View, presenter: Presenter) -> str:
    """Return the adviser's move in words."""
    choice = agents.make(_ADVISER_SPEC, seed=_ADVISER_SEED).choose(view)
    move = view.move(choice) if isinstance(choice, int) else choice
    assert isinstance(move, Move)
    meaning = presenter.describe(view, move)
    return f"The search {ADVISER} would play: {move}" + (
        f" ({meaning})" if meaning not in ("", str(move)) else ""
    )

"""What an agent is, and a table of them."""

from collections.abc import Callable, Sequence
from typing import Protocol

from gemgrove.game import Game, View
from gemgrove.variant import Move


class Agent(Protocol):
    """Chooses a move. It gets a view and nothing else, so that it cannot cheat by accident."""

    def choose(self, view: View) -> Move | str | int:
        """The move to make: a `Move`, its text or its action number."""


class NamedAgent(Agent, Protocol):
    """An agent that a spec has made."""

    spec: str
    """What names it, its version included."""


def play_out(
    game: Game, agents: Sequence[Agent], *, after: Callable[[Game], None] | None = None
) -> Game:
    """Play `game` to its end, an agent for each seat; `after` is called after every decision."""
    if len(agents) != game.players:
        raise ValueError(f"The game has {game.players} seats, and there are {len(agents)} agents.")
    while not game.over:
        game.play(agents[game.to_move].choose(game.view(game.to_move)))
        if after is not None:
            after(game)
    return game

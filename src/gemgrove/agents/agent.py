"""What an agent is, and a table of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from gemgrove.game import Game, View
from gemgrove.variant import Move


class Agent(Protocol):
    """Chooses a move. It gets a view and nothing else, so that it cannot cheat by accident.

    An agent may have more methods, which are called where they are there: `begin(view)` before a
    game and `end(view)` after it, with what its seat sees then; `close()` when it is no longer
    needed; `sit(table)` before `begin`.
    """

    def choose(self, view: View) -> Move | str | int:
        """The move to make: a `Move`, its text or its action number."""


class NamedAgent(Agent, Protocol):
    """An agent that a spec has made."""

    spec: str
    """What names it, its version included."""


@dataclass(slots=True)
class Table:
    """What is known at a table beside the game. Whoever runs the game keeps it up to date."""

    game_id: str | None = None
    names: Sequence[str] | None = None
    """Who plays, by seat."""
    remaining: Sequence[float | None] | None = None
    """Seconds left on the clocks, by seat; None where there is no clock."""
    forfeit: tuple[int, str] | None = None
    """The seat that has forfeited the game, and the reason."""


def begin(agent: Agent, view: View, *, table: Table | None = None) -> None:
    """Tell an agent that a game begins, if it wants to know."""
    _call(agent, "sit", table or Table())
    _call(agent, "begin", view)


def end(agent: Agent, view: View) -> None:
    """Tell an agent that the game has ended, if it wants to know."""
    _call(agent, "end", view)


def close(agent: Agent) -> None:
    """Let an agent free what it holds, if it holds anything."""
    _call(agent, "close")


def play_out(
    game: Game, agents: Sequence[Agent], *, after: Callable[[Game], None] | None = None
) -> Game:
    """Play `game` to its end, an agent for each seat; `after` is called after every decision."""
    if len(agents) != game.players:
        raise ValueError(f"The game has {game.players} seats, and there are {len(agents)} agents.")
    for seat, agent in enumerate(agents):
        begin(agent, game.view(seat))
    while not game.over:
        game.play(agents[game.to_move].choose(game.view(game.to_move)))
        if after is not None:
            after(game)
    for seat, agent in enumerate(agents):
        end(agent, game.view(seat))
    return game


def _call(agent: Agent, method: str, *arguments: object) -> None:
    found = getattr(agent, method, None)
    if found is not None:
        found(*arguments)

"""The agent interface, and games between agents."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from gemgrove.game import Game, Playable, View
from gemgrove.variant import Variant

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    View_contra = TypeVar("View_contra", bound=View[Any], contravariant=True, default=View)
else:
    from typing import TypeVar

    View_contra = TypeVar("View_contra", contravariant=True)

VariantT = TypeVar("VariantT", bound=Variant)


OPTIONAL_METHODS = ("set_info", "begin", "limit", "end", "close")
"""The methods that are called only on agents that define them."""

REASONS = ("crash", "timeout", "illegal move", "protocol", "flood", "memory", "refused")
"""The reasons for a forfeit."""


class Agent(Protocol[View_contra]):
    """Chooses moves. An agent gets only a view, so it cannot cheat by accident.

    An agent may define more methods, which are called if it does: `begin(view)` before a game and
    `end(view)` after it, with the view of the agent's seat; `set_info(info)` before `begin`, with a
    `GameInfo`; `limit(seconds)` before a decision that may take no longer; `close()` when the agent
    is no longer needed.
    """

    def choose(self, view: View_contra) -> Playable:
        """Return the move to make: a `Move`, its text or its action number."""


class NamedAgent(Agent, Protocol):
    """An agent made from a spec."""

    spec: str
    """The agent's spec, including its version."""


class Forfeit(Exception):  # noqa: N818 - the word used in game records
    """The bot has lost the game by breaking the rules or failing, not on the board."""

    def __init__(self, reason: str, detail: str) -> None:
        """`reason` is one of `REASONS`, `detail` a sentence for the bot's author."""
        if reason not in REASONS:
            raise ValueError(
                f"{reason!r} is not a reason to forfeit; it can be {', '.join(REASONS)}."
            )
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.reason}: {self.detail}"


@dataclass(slots=True)
class GameInfo:
    """Facts about a game that a view does not contain; whoever runs the game updates them."""

    game_id: str | None = None
    names: Sequence[str] | None = None
    """The players' names, by seat."""
    remaining: Sequence[float | None] | None = None
    """Seconds left on the clocks, by seat; None for a seat without a clock."""
    forfeit: tuple[int, str] | None = None
    """The seat that has forfeited the game, and the reason."""


def begin(agent: Agent[Any], view: View, *, info: GameInfo | None = None) -> None:
    """Tell an agent that a game begins, if it wants to know."""
    _call(agent, "set_info", info or GameInfo())
    _call(agent, "begin", view)


def end(agent: Agent[Any], view: View) -> None:
    """Tell an agent that the game has ended, if it wants to know."""
    _call(agent, "end", view)


def limit(agent: Agent[Any], seconds: float) -> None:
    """Tell an agent how long its next decision may take, if it wants to know."""
    _call(agent, "limit", seconds)


def close(agent: Agent[Any]) -> None:
    """Let an agent free its resources, if it has any."""
    _call(agent, "close")


def play_out(
    game: Game[VariantT],
    agents: Sequence[Agent[View[VariantT]]],
    *,
    after: Callable[[Game[VariantT]], None] | None = None,
) -> Game[VariantT]:
    """Play `game` to its end with one agent per seat; `after` is called after every decision."""
    if len(agents) != game.players:
        raise ValueError(f"The game has {game.players} seats, and there are {len(agents)} agents.")
    for seat, agent in enumerate(agents):
        begin(agent, game.view(seat))
    while not game.over:
        game.play_legal(agents[game.to_move].choose(game.view(game.to_move)))
        if after is not None:
            after(game)
    for seat, agent in enumerate(agents):
        end(agent, game.view(seat))
    return game


def _call(agent: Agent[Any], method: str, *arguments: object) -> None:
    found = getattr(agent, method, None)
    if found is not None:
        found(*arguments)

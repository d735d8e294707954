"""How a game ended, in lines."""

from collections.abc import Sequence

from gemgrove.cli.conversation.lines import Line, answered
from gemgrove.game import Game
from gemgrove.telling import Face, winners_told


def ending_told(face: Face, game: Game, names: Sequence[str]) -> list[Line]:
    """How the points came about, how the game ended, who won, and the standing."""
    account = face.account(game, names)
    standing = [f"  {place}. {line}" for place, line in enumerate(face.standing(game, names), 1)]
    return [
        *(answered(f"{account}\n") if account else []),
        Line("heading", f"{face.ending(game)} {winners_told(game, names)}"),
        *answered("\n".join(standing)),
    ]

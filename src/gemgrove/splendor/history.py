"""A view's moves and their seats, reconstructed from the action numbers."""

from collections.abc import Sequence

from gemgrove.splendor.moves import MOVES, PAY_MOVES, SKIP, SKIP_MOVE, TOKEN_ACTION, Move
from gemgrove.splendor.rule_options import Rules

_GOING_ON = ("pay", "return", "noble")
"""The phases, and kinds of move, that come after the first decision of a turn."""


def history(
    actions: Sequence[int], to_move: int, phase: str, rules: Rules
) -> list[tuple[int, Move]]:
    """Return each move with its seat, counting back from the position after the actions."""
    seat = to_move if phase in _GOING_ON else to_move - 1
    seats: list[int] = []
    for action in reversed(actions):
        seats.append(seat % rules.players)
        seat -= begins_a_turn(action)
    # Paying and returning share their numbers; after a buy there is only paying. If the history
    # begins in the middle of a turn, a payment is assumed if the rules allow payments.
    paying = rules.payment == "choose"
    moves: list[tuple[int, Move]] = []
    for mover, action in zip(reversed(seats), actions, strict=True):
        if begins_a_turn(action):
            paying = action != SKIP and MOVES[action].kind == "buy"
        moves.append((mover, _move(action, paying)))
    return moves


def begins_a_turn(action: int) -> bool:
    """Return True if an action is the first decision of a turn."""
    return action == SKIP or MOVES[action].kind not in _GOING_ON


def _move(action: int, paying: bool) -> Move:
    if action == SKIP:
        return SKIP_MOVE
    if paying and MOVES[action].kind == "return":
        return PAY_MOVES[action - TOKEN_ACTION]
    return MOVES[action]

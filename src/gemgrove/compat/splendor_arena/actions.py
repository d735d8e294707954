"""The 48 actions, and the package's own moves they correspond to.

An action's meaning does not depend on the seat of the player who takes it.
"""

from gemgrove.compat.splendor_arena.layout import COLORS, NATIVE_COLORS, RESERVES
from gemgrove.splendor.moves import MOVES, Move
from gemgrove.variant import shown, whole

_NAMES = dict(zip(NATIVE_COLORS, COLORS, strict=True))


def _order(move: Move) -> tuple[int, ...] | None:
    """Return a sort key that puts moves in action order; None for moves that do not exist here."""
    colors = sorted(COLORS.index(_NAMES[color]) for color in move.colors if color in _NAMES)
    match move.kind:
        case "buy":
            return 0, move.tier or RESERVES + 1, move.slot or 0
        case "reserve" if move.slot:
            return 1, move.tier or 0, move.slot
        case "take" if len(move.colors) == 2 and len(set(colors)) == 1:
            return 2, *colors
        case "take" if len(move.colors) == 3:
            return 3, *colors
        case "return" if colors:
            return 4, *colors
        case "pass":
            return (5,)
    return None


_MOVES = sorted(
    (move for move in MOVES if _order(move) is not None), key=lambda move: _order(move) or ()
)
NATIVE = tuple(move.action for move in _MOVES)
"""The package's own action number for each action."""
ACTIONS = len(NATIVE)
OF_NATIVE = {native: action for action, native in enumerate(NATIVE)}
HOLD = ACTIONS - 1
"""Hold while another player returns gems, or pass if nothing else is possible."""
RETURNS = range(HOLD - len(COLORS), HOLD)


def action_number(action: object) -> int:
    """Check an action number; a `ValueError` says what would be valid."""
    number = whole(action)
    if number is None or not 0 <= number < ACTIONS:
        raise ValueError(f"{shown(action)} is not an action; actions are 0 to {ACTIONS - 1}.")
    return number


def action_text(action: int) -> str:
    """Describe an action in words.

    >>> action_text(0), action_text(32), action_text(47)
    ('buy card 1 of level 1', 'take white, red and green', 'hold')
    """
    move = _MOVES[action_number(action)]
    colors = sorted((_NAMES[color] for color in move.colors), key=COLORS.index)
    match move.kind:
        case "buy" if move.tier is None:
            return f"buy reserved card {move.slot}"
        case "buy" | "reserve":
            return f"{move.kind} card {move.slot} of level {move.tier}"
        case "take" if len(set(colors)) == 1:
            return f"take two {colors[0]}"
        case "take":
            return f"take {', '.join(colors[:-1])} and {colors[-1]}"
        case "return":
            return f"return {colors[0]}"
    return "hold"

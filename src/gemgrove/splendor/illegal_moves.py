"""The reasons why a move is not legal, as sentences without their full stop."""

from collections.abc import Sequence

from gemgrove import _native
from gemgrove.english import counted, listed
from gemgrove.splendor.board import Board
from gemgrove.splendor.colors import COLORS, GOLD, TOKENS
from gemgrove.splendor.moves import RESERVE_LIMIT, ROWS, Move

TOKEN_LIMIT = _native.splendor.TOKEN_LIMIT
PAIR_MINIMUM = _native.splendor.PAIR_MINIMUM


def why_not(board: Board, move: Move) -> str:
    """Say why `move` is not legal on `board`."""
    if board.phase == "over":
        return "The game is over"
    if board.phase == "return" and move.kind != "return":
        held = sum(board.player.tokens)
        return f"You hold {held} tokens and must first return {held - TOKEN_LIMIT}"
    if board.phase == "pay":
        return _why_not_while_paying(board)
    if board.phase == "noble" and move.kind != "noble":
        return "You must first choose which noble visits you"
    match move.kind:
        case "take":
            return _why_not_take(board, move)
        case "reserve":
            return _why_not_reserve(board, move)
        case "buy":
            return _why_not_buy(board, move)
        case "return":
            return _why_not_return(board, move)
        case "noble":
            return _why_not_noble(board, move)
        case "pay":
            return "Nothing is owed"
        case "pass":
            return "You may pass only when there is no other move"
        case "skip":
            return "A turn is skipped only by hand, not by a player"


def _why_not_while_paying(board: Board) -> str:
    # The game asks only if there is a choice, so both the color and gold are legal.
    owed = next(color for color, number in zip(COLORS, board.owed, strict=True) if number)
    return f"You still owe a token, to be paid in {owed} or gold"


def _why_not_take(board: Board, move: Move) -> str:
    count = len(move.colors)
    held = sum(board.player.tokens)
    if board.rules.over_limit == "forbid" and held + count > TOKEN_LIMIT:
        return f"You hold {held} tokens, and {count} more would pass the limit of {TOKEN_LIMIT}"
    if len(set(move.colors)) < count:
        color = move.colors[0]
        left = board.bank[color]
        return f"{color}: {left} left in the bank, taking two needs {PAIR_MINIMUM}"
    for color in move.colors:
        if board.bank[color] == 0:
            return f"{color}: none left in the bank"
    if board.rules.take_fewer == "never":
        return "By these rules you take three different tokens or two alike"
    left = sum(number > 0 for number in board.bank[:GOLD])
    return (
        f"You may take just {count} only when the bank has {counted(count, 'color')} left; "
        f"it has {left}"
    )


def _why_not_reserve(board: Board, move: Move) -> str:
    if len(board.player.reserved) == RESERVE_LIMIT:
        return f"You have {RESERVE_LIMIT} reserved cards, and that is the limit"
    assert move.tier is not None
    row = ROWS[move.tier - 1]
    if move.slot is not None:
        return f"No card lies at {row} {move.slot}"
    if not board.rules.deck_reserve:
        return "By these rules you cannot reserve from a deck"
    return f"The {row} deck is empty"


def _why_not_buy(board: Board, move: Move) -> str:
    assert move.slot is not None
    player = board.player
    if move.tier is None and move.slot > len(player.reserved):
        return f"You have {counted(len(player.reserved), 'reserved card')}"
    row = "reserved card" if move.tier is None else ROWS[move.tier - 1]
    card, place = board.card_at(move), f"{row} {move.slot}"
    if card is None:
        return f"No card lies at {place}"
    gold = player.tokens[GOLD]
    covered = f", and your {gold} gold cannot cover that" if gold else ""
    return f"For {place} ({card}) you lack {_gems(player.shortage(card))}{covered}"


def _why_not_return(board: Board, move: Move) -> str:
    if board.phase != "return":
        held = sum(board.player.tokens)
        return f"You return tokens only when you hold more than {TOKEN_LIMIT}; you hold {held}"
    color = move.colors[0]
    if color == GOLD and not board.rules.return_gold:
        return "By these rules gold is not returned"
    if not board.player.tokens[color] or board.escrow is None:
        return f"You hold no {color}"
    drawn = [name for name, left in zip(TOKENS, board.escrow.tokens, strict=True) if left]
    return f"{color}: not taken this turn; only {listed(drawn)} may go back"


def _why_not_noble(board: Board, move: Move) -> str:
    if board.phase != "noble":
        return "Nobles come by themselves; you choose only when several would visit you at once"
    assert move.slot is not None
    noble = board.nobles[move.slot - 1] if move.slot <= len(board.nobles) else None
    if noble is None:
        return f"There is no noble {move.slot} on the table"
    missing = _gems(board.player.missing_bonuses(noble))
    return f"For noble {move.slot} ({noble}) your bonuses lack {missing}"


def _gems(numbers: Sequence[int]) -> str:
    return listed([f"{n} {color}" for n, color in zip(numbers, COLORS, strict=True) if n])

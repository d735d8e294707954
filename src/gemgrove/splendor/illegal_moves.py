"""The reasons why a move is not legal, as sentences without their full stop.

The reasons themselves are those of `native/splendor/reasons.h`.
"""

from collections.abc import Callable, Sequence

from gemgrove import _native
from gemgrove.english import counted, listed
from gemgrove.splendor.cards import CardSet
from gemgrove.splendor.colors import COLORS, TOKENS
from gemgrove.splendor.moves import MOVES, ROWS, SKIP, Kind
from gemgrove.variant import Decision

ReasonCode = _native.splendor.ReasonCode

_PASS = len(MOVES) - 1


def why_not(position: Decision, cards: CardSet, action: int, kind: Kind) -> str:
    """Say why the action of a move of this kind is not legal."""
    if action == SKIP:
        # A skip has no action number. Payments and returns share theirs, so they have none in the
        # wrong phase. Whatever must come first refuses a pass, too.
        if _native.splendor.phase(position) == "play":
            return _WITHOUT_ACTION[kind]
        action = _PASS
    reason = _native.splendor.reason(position, action)
    assert reason is not None, "the action is legal"
    return sentence(cards, *reason)


def sentence(cards: CardSet, code: _native.splendor.ReasonCode, arguments: Sequence[int]) -> str:
    """Put a reason into words."""
    if code == ReasonCode.CANNOT_AFFORD:
        tier, slot, card, gold, *lacking = arguments
        covered = f", and your {gold} gold cannot cover that" if gold else ""
        named = f"{_place(tier, slot)} ({cards.cards[card]})"
        return f"For {named} you lack {_gems(lacking)}{covered}"
    if code == ReasonCode.NOBLE_REQUIREMENT:
        slot, noble, *lacking = arguments
        return f"For noble {slot} ({cards.nobles[noble]}) your bonuses lack {_gems(lacking)}"
    return _SENTENCES[code](*arguments)


def _more_colors_left(count: int, left: int) -> str:
    return (
        f"You may take just {count} only when the bank has {counted(count, 'color')} left; "
        f"it has {left}"
    )


def _token_not_drawn(kind: int, *drawn: int) -> str:
    names = [name for name, left in zip(TOKENS, drawn, strict=True) if left]
    return f"{TOKENS[kind]}: not taken this turn; only {listed(names)} may go back"


def _place(tier: int, slot: int) -> str:
    return f"{ROWS[tier - 1] if tier else 'reserved card'} {slot}"


def _gems(numbers: Sequence[int]) -> str:
    return listed([f"{n} {color}" for n, color in zip(numbers, COLORS, strict=True) if n])


_WITHOUT_ACTION = {
    "pay": "Nothing is owed",
    "skip": "A turn is skipped only by hand, not by a player",
}

_SENTENCES: dict[_native.splendor.ReasonCode, Callable[..., str]] = {
    ReasonCode.GAME_OVER: lambda: "The game is over",
    ReasonCode.MUST_RETURN: lambda held, excess: (
        f"You hold {held} tokens and must first return {excess}"
    ),
    ReasonCode.MUST_PAY: lambda color: (
        f"You still owe a token, to be paid in {COLORS[color]} or gold"
    ),
    ReasonCode.MUST_CHOOSE_NOBLE: lambda: "You must first choose which noble visits you",
    ReasonCode.OVER_TOKEN_LIMIT: lambda held, count, limit: (
        f"You hold {held} tokens, and {count} more would pass the limit of {limit}"
    ),
    ReasonCode.PAIR_MINIMUM: lambda color, left, needed: (
        f"{COLORS[color]}: {left} left in the bank, taking two needs {needed}"
    ),
    ReasonCode.COLOR_GONE: lambda color: f"{COLORS[color]}: none left in the bank",
    ReasonCode.THREE_OR_PAIR: lambda: "By these rules you take three different tokens or two alike",
    ReasonCode.MORE_COLORS_LEFT: _more_colors_left,
    ReasonCode.RESERVE_FULL: lambda limit: (
        f"You have {limit} reserved cards, and that is the limit"
    ),
    ReasonCode.NO_CARD: lambda tier, slot: f"No card lies at {_place(tier, slot)}",
    ReasonCode.CARD_HIDDEN: lambda tier, slot: f"The card at {_place(tier, slot)} is not known",
    ReasonCode.NO_DECK_RESERVE: lambda: "By these rules you cannot reserve from a deck",
    ReasonCode.DECK_EMPTY: lambda tier: f"The {ROWS[tier - 1]} deck is empty",
    ReasonCode.NO_RESERVED_CARD: lambda count: f"You have {counted(count, 'reserved card')}",
    ReasonCode.NOTHING_TO_RETURN: lambda held, limit: (
        f"You return tokens only when you hold more than {limit}; you hold {held}"
    ),
    ReasonCode.GOLD_NOT_RETURNED: lambda: "By these rules gold is not returned",
    ReasonCode.TOKEN_NOT_HELD: lambda kind: f"You hold no {TOKENS[kind]}",
    ReasonCode.TOKEN_NOT_DRAWN: _token_not_drawn,
    ReasonCode.NO_NOBLE_CHOICE: lambda: (
        "Nobles come by themselves; you choose only when several would visit you at once"
    ),
    ReasonCode.NO_NOBLE: lambda slot: f"There is no noble {slot} on the table",
    ReasonCode.OTHER_MOVES: lambda: "You may pass only when there is no other move",
}

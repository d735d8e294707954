"""Errors in moves: sentences that say what is wrong and what would be right."""

import operator
from collections.abc import Iterator, Sequence

from gemgrove import IllegalMove
from gemgrove.splendor.colors import Color
from gemgrove.variant import shown, whole
from splendor_game.constants import (
    ACTIONS,
    COLOR_COUNT,
    DEV_COLORS,
    RESERVED_LIMIT,
    SLOTS_PER_TIER,
    TIERS,
)
from splendor_game.types import Card, Noble

__all__ = ["IllegalMove", "MalformedMove", "fault"]


class MalformedMove(IllegalMove):
    """Raised for a value that is not a move; says what is wrong and shows the right form."""


_FORMS = {
    ACTIONS.RESERVE_CARD: "(0, {'tier': 1, 'slot': 2})",
    ACTIONS.BUY_CARD_FROM_MARKET: "(1, {'tier': 2, 'slot': 0})",
    ACTIONS.BUY_CARD_FROM_RESERVE: "(2, {'index': 1})",
    ACTIONS.GET_3_FROM_BANK: "(3, [1, 1, 1, 0, 0])",
    ACTIONS.GET_2_FROM_BANK: "(4, [0, 0, 0, 2, 0])",
    ACTIONS.RESERVE_FROM_DECK: "(5, {'tier': 1})",
    ACTIONS.RETURN_TOKEN: "(6, [0, 0, 0, 1, 0, 0])",
    ACTIONS.CHOOSE_NOBLE: "(7, {'index': 0})",
    ACTIONS.PASS: "(8, {})",
    ACTIONS.PAY_TOKEN: "(9, [0, 0, 0, 0, 0, 1])",
}
_A_MOVE = _FORMS[ACTIONS.GET_3_FROM_BANK]
_KINDS = ", ".join(f"{kind.value} {kind.name}" for kind in ACTIONS)

_TIER = {"tier": range(1, TIERS + 1)}
_PLACE = _TIER | {"slot": range(SLOTS_PER_TIER)}
_NUMBERS: dict[ACTIONS, dict[str, range]] = {
    ACTIONS.RESERVE_CARD: _PLACE,
    ACTIONS.BUY_CARD_FROM_MARKET: _PLACE,
    ACTIONS.BUY_CARD_FROM_RESERVE: {"index": range(RESERVED_LIMIT)},
    ACTIONS.RESERVE_FROM_DECK: _TIER,
    ACTIONS.PASS: {},
}
_THING = {ACTIONS.BUY_CARD_FROM_RESERVE: "card", ACTIONS.CHOOSE_NOBLE: "noble"}
"""The key that a payload may have besides the index of the thing it names."""

_COLORS = [color.name.lower() for color in Color]
_COUNTS = {
    ACTIONS.GET_3_FROM_BANK: (DEV_COLORS, "at most three colors, one token of each"),
    ACTIONS.GET_2_FROM_BANK: (DEV_COLORS, "two tokens of one color"),
    ACTIONS.RETURN_TOKEN: (COLOR_COUNT, "one token"),
    ACTIONS.PAY_TOKEN: (COLOR_COUNT, "one token"),
}


def fault(move: object, reserved: Sequence[Card], nobles: Sequence[Noble]) -> str | None:
    """Say why `move` is malformed, for a player with these reserved cards and nobles.

    Return None if its form is right.
    """
    if not isinstance(move, tuple | list):
        return f"A move is a tuple, not {shown(move)}. Its kind comes first, as in {_A_MOVE}."
    if len(move) != 2:
        return (
            f"A move has two parts, its kind and a payload; {shown(move)} has {len(move)}. "
            f"One is {_A_MOVE}."
        )
    number = whole(move[0])
    if number is None or number not in list(ACTIONS):
        return f"There is no kind of move {shown(move[0])}; the kinds are {_KINDS}."
    kind = ACTIONS(number)
    if kind in _COUNTS:
        faults = _count_faults(kind, move[1])
    else:
        faults = _payload_faults(kind, move[1], reserved, nobles)
    problem = next(faults, None)
    return problem and f"{problem}. {kind.name} is written as {_FORMS[kind]}."


def _payload_faults(
    kind: ACTIONS, payload: object, reserved: Sequence[Card], nobles: Sequence[Noble]
) -> Iterator[str]:
    if not isinstance(payload, dict):
        yield f"The payload is {shown(payload)}; it must be a dictionary"
        return
    needed, thing = _NUMBERS.get(kind, {"index": range(len(nobles))}), _THING.get(kind)
    for key in needed:
        if key not in payload:
            yield f"The payload lacks '{key}'"
    for other in payload:
        if other not in needed and other != thing:
            yield f"The payload has a key {shown(other)} that means nothing"
    for key, right in needed.items():
        if whole(payload[key]) not in right:
            yield f"'{key}' is {shown(payload[key])}; {_must_be(right)}"
    if thing is None or thing not in payload:
        return
    named, place = payload[thing], operator.index(payload["index"])
    if not isinstance(named, dict):
        yield f"'{thing}' is {shown(named)}; it must be the {thing}'s dictionary, or left out"
    elif thing == "noble":
        there, required = nobles[place]["req"], named.get("req")
        if not isinstance(required, list | tuple) or [whole(n) for n in required] != there:
            yield (
                f"'noble' requires {shown(required)}, but the one with that index requires {there}"
            )
    elif place < len(reserved) and whole(named.get("id")) != reserved[place]["id"]:
        yield (
            f"'card' has the id {shown(named.get('id'))}, but your reserved card {place} "
            f"has the id {reserved[place]['id']}"
        )


def _count_faults(kind: ACTIONS, payload: object) -> Iterator[str]:
    length, meaning = _COUNTS[kind]
    colors = ", ".join(_COLORS[:length])
    if not isinstance(payload, list | tuple):
        yield f"The payload is {shown(payload)}; it must be a list of counts for {colors}"
        return
    if len(payload) != length:
        yield f"The payload has {len(payload)} counts; it must have {length}, for {colors}"
    for color, count in zip(_COLORS, payload, strict=False):
        if whole(count) not in range(3):
            yield f"The count of {color} is {shown(count)}; it must be 0, 1 or 2"
    total, most = sum(payload), max(payload)
    if kind == ACTIONS.GET_2_FROM_BANK:
        right = total == most == 2
    else:
        right = most == 1 and total <= (3 if kind == ACTIONS.GET_3_FROM_BANK else 1)
    if not right:
        yield f"{shown(payload)} is not {meaning}"


def _must_be(right: range) -> str:
    if not right:
        return "there are none to choose"
    return f"it must be {right[0]} to {right[-1]}" if len(right) > 1 else f"it must be {right[0]}"

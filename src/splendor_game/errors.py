"""Errors of moves: sentences that say what is wrong and what would be right."""

import operator
from collections.abc import Iterator, Mapping, Sequence
from typing import SupportsIndex

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
    """A value that is not a move. Its text says which part is wrong, and shows the right form."""


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
_RESERVED = {"index": range(RESERVED_LIMIT)}

_NUMBERS: dict[ACTIONS, dict[str, range]] = {
    ACTIONS.RESERVE_CARD: _PLACE,
    ACTIONS.BUY_CARD_FROM_MARKET: _PLACE,
    ACTIONS.BUY_CARD_FROM_RESERVE: _RESERVED,
    ACTIONS.RESERVE_FROM_DECK: _TIER,
    ACTIONS.PASS: {},
}
_THING = {ACTIONS.BUY_CARD_FROM_RESERVE: "card", ACTIONS.CHOOSE_NOBLE: "noble"}
"""The keys that a payload may have beside the index of what it names."""

_COLORS = [color.name.lower() for color in Color]
_COUNTS = {
    ACTIONS.GET_3_FROM_BANK: (DEV_COLORS, "at most three colors, one token of each"),
    ACTIONS.GET_2_FROM_BANK: (DEV_COLORS, "two tokens of one color"),
    ACTIONS.RETURN_TOKEN: (COLOR_COUNT, "one token"),
    ACTIONS.PAY_TOKEN: (COLOR_COUNT, "one token"),
}


def fault(move: object, reserved: Sequence[Card], nobles: Sequence[Noble]) -> str | None:
    """The reason why `move` is malformed, for a player with these reserved cards and nobles.

    None where its form is right.
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
    problem = next(_faults(kind, move[1], reserved, nobles), None)
    return problem and f"{problem}. {kind.name} is written as {_FORMS[kind]}."


def _faults(
    kind: ACTIONS, payload: object, reserved: Sequence[Card], nobles: Sequence[Noble]
) -> Iterator[str]:
    if kind in _COUNTS:
        yield from _count_faults(payload, *_COUNTS[kind], alike=kind == ACTIONS.GET_2_FROM_BANK)
        return
    if not isinstance(payload, dict):
        yield f"The payload is {shown(payload)}; it must be a dictionary"
        return
    numbers = _NUMBERS.get(kind, {"index": range(len(nobles))})
    yield from _key_faults(payload, numbers, _THING.get(kind))
    for key, right in numbers.items():
        if whole(payload[key]) not in right:
            yield f"'{key}' is {shown(payload[key])}; {_must_be(right)}"
    if kind == ACTIONS.BUY_CARD_FROM_RESERVE and "card" in payload:
        yield from _card_faults(payload["card"], payload["index"], reserved)
    if kind == ACTIONS.CHOOSE_NOBLE and "noble" in payload:
        yield from _noble_faults(payload["noble"], nobles[payload["index"]])


def _key_faults(
    payload: Mapping[object, object], needed: Mapping[str, range], optional: str | None
) -> Iterator[str]:
    for key in needed:
        if key not in payload:
            yield f"The payload lacks '{key}'"
    for other in payload:
        if other not in needed and other != optional:
            yield f"The payload has a key {shown(other)} that means nothing"


def _card_faults(card: object, index: SupportsIndex, reserved: Sequence[Card]) -> Iterator[str]:
    if not isinstance(card, dict):
        yield f"'card' is {shown(card)}; it must be the card's dictionary, or left out"
        return
    place = operator.index(index)
    if place < len(reserved) and whole(card.get("id")) != reserved[place]["id"]:
        yield (
            f"'card' has the id {shown(card.get('id'))}, but your reserved card {place} "
            f"has the id {reserved[place]['id']}"
        )


def _noble_faults(noble: object, there: Noble) -> Iterator[str]:
    if not isinstance(noble, dict):
        yield f"'noble' is {shown(noble)}; it must be the noble's dictionary, or left out"
        return
    required = noble.get("req")
    if not isinstance(required, list | tuple) or [whole(n) for n in required] != there["req"]:
        yield (
            f"'noble' requires {shown(required)}, but the one with that index "
            f"requires {there['req']}"
        )


def _count_faults(payload: object, length: int, meaning: str, *, alike: bool) -> Iterator[str]:
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
    if alike:
        right = total == most == 2
    else:
        right = most == 1 and total <= (3 if length == DEV_COLORS else 1)
    if not right:
        yield f"{shown(payload)} is not {meaning}"


def _must_be(right: range) -> str:
    if not right:
        return "there are none to choose"
    return f"it must be {right[0]} to {right[-1]}" if len(right) > 1 else f"it must be {right[0]}"

"""The payload of a decision's event in Splendor, for clients that follow a game by its events.

    move        the notation
    tokens      what the player got from the bank, by color; below zero: what went back to it
    bought      `{"from": place, "card": ...}`; once all is paid
    reserved    `{"from": place, "card": ...}`; of a blind one the others get only the tier
    refilled    `{"place": place, "card": ...}`: what came into the market; null: its deck is empty
    nobles      `[{"place": slot, "noble": ...}]`: the nobles that have come to the player
    revealed    the ids of the cards that are seen for the first time; always there
    now         members of the view as they are after the decision

What did not happen is left out. A place is `m4` in the market, `r2` in the player's reserve, `m`
the deck of a row. A reserved card that is being paid for (`now.buying`) is known to all and no
longer blind. Cards and nobles are written as in a view.
"""

from typing import Any

from gemgrove.splendor.board import EMPTY, Reserved, read_escrow
from gemgrove.splendor.cards import CardSet
from gemgrove.splendor.colors import TOKENS
from gemgrove.splendor.moves import MOVES, ROWS, Move
from gemgrove.splendor.validation import BUY_PLACES
from gemgrove.splendor.view_json import (
    card_to_dict,
    escrow_to_dict,
    noble_to_dict,
    purchase_to_dict,
    reserved_to_dict,
)

Fields = dict[str, Any]
"""A position as a view shows it."""

_PLACES = BUY_PLACES | {
    move.action: f"{ROWS[move.tier - 1][0]}{move.slot or ''}"
    for move in MOVES
    if move.kind == "reserve" and move.tier is not None
}
"""The place that the card of an action comes from."""


def changes(move: Move, before: Fields, after: Fields, cards: CardSet) -> dict[str, Any]:
    """The effects of a move, as far as the fields before and after it show them."""
    seat = before["to_move"]
    old, new = before["players"][seat], after["players"][seat]
    action = before["pending"] if before["pending"] != EMPTY else move.action
    payload: dict[str, Any] = {"move": move.text}
    revealed: list[int] = []
    if tokens := _gained(old["tokens"], new["tokens"]):
        payload["tokens"] = tokens
    if len(new["bought"]) > len(old["bought"]):
        [number] = set(new["bought"]) - set(old["bought"])
        payload["bought"] = {"from": _PLACES[action], "card": card_to_dict(cards.cards[number])}
        if _buys_hidden(move, old):
            revealed.append(number)
    elif len(new["reserved"]) > len(old["reserved"]):
        number, blind = new["reserved"][-1]
        payload["reserved"] = {
            "from": _PLACES[action],
            "card": _reserved(move, number, blind, cards),
        }
        if blind and number >= 0:
            revealed.append(number)
    elif _buys_hidden(move, old):  # and has yet to pay
        revealed.append(_number_at(after, action))
    if ("bought" in payload or "reserved" in payload) and _in_market(action):
        number = _number_at(after, action)
        card = cards.cards[number] if number >= 0 else None
        payload["refilled"] = {
            "place": _PLACES[action],
            "card": card_to_dict(card) if card else None,
        }
        if card:
            revealed.append(number)
    if before["nobles"] != after["nobles"]:
        places = zip(before["nobles"], after["nobles"], strict=True)
        payload["nobles"] = [
            {"place": slot, "noble": noble_to_dict(cards.nobles[noble])}
            for slot, (noble, left) in enumerate(places, 1)
            if noble != left
        ]
    return payload | {"revealed": revealed, "now": _now(after, cards)}


def _gained(old: list[int], new: list[int]) -> dict[str, int]:
    return {
        color: now - then for color, then, now in zip(TOKENS, old, new, strict=True) if now != then
    }


def _reserved(move: Move, number: int, blind: bool, cards: CardSet) -> dict[str, Any]:
    assert move.tier is not None
    return reserved_to_dict(
        Reserved(cards.cards[number] if number >= 0 else None, move.tier, blind)
    )


def _buys_hidden(move: Move, buyer: Fields) -> bool:
    """True if a move buys a reserved card that could not be seen before."""
    if move.kind != "buy" or move.tier is not None:
        return False
    assert move.slot is not None
    number, _ = buyer["reserved"][move.slot - 1]
    return bool(number < 0)


def _now(after: Fields, cards: CardSet) -> dict[str, Any]:
    pending = after["pending"]
    card = cards.cards[_number_at(after, pending)] if pending != EMPTY else None
    return {
        "phase": after["phase"],
        "round": after["turns"] // len(after["players"]) + 1,
        "turns": after["turns"],
        "passes": after["passes"],
        "decks": [len(deck) for deck in after["decks"]],
        "buying": purchase_to_dict(pending, card, after["owed"]),
        "escrow": escrow_to_dict(read_escrow(after)),
    }


def _in_market(action: int) -> bool:
    return MOVES[action].tier is not None and MOVES[action].slot is not None


def _number_at(fields: Fields, action: int) -> int:
    """The card in the place from which an action takes one; in the reserve, the mover's."""
    move = MOVES[action]
    assert move.slot is not None
    if move.tier is not None:
        number: int = fields["market"][move.tier - 1][move.slot - 1]
        return number
    number, _ = fields["players"][fields["to_move"]]["reserved"][move.slot - 1]
    return number

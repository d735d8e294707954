"""What is told of one decision in Splendor to those who follow a game by its events.

    move        the notation
    tokens      what the player got from the bank, by color; below zero: what went back to it
    bought      `{"from": place, "card": ...}`; told when all is paid
    reserved    `{"from": place, "card": ...}`; of a blind one the others are told the tier only
    refilled    `{"place": place, "card": ...}`: what came into the market; null: its deck is empty
    nobles      `[{"place": slot, "noble": ...}]`: who has come to the player, asked or not
    revealed    the ids of the cards that are seen for the first time; always there
    now         members of the view as they are after the decision

What did not happen is left out. A place is `m4` in the market, `r2` in the player's reserve, `m`
the deck of a row. A reserved card that is being paid for (`now.buying`) is known to all and blind
no more. Cards and nobles are told as in a view.
"""

from typing import Any

from gemgrove.splendor.board import EMPTY, Reserved
from gemgrove.splendor.cards import CardSet
from gemgrove.splendor.colors import TOKENS
from gemgrove.splendor.faults import BUY_PLACES
from gemgrove.splendor.moves import MOVES, ROWS, Move
from gemgrove.splendor.wire import plain_card, plain_noble, plain_purchase, plain_reserved

Fields = dict[str, Any]
"""A position as a view shows it."""

_PLACES = BUY_PLACES | {
    move.action: f"{ROWS[move.tier - 1][0]}{move.slot or ''}"
    for move in MOVES
    if move.kind == "reserve" and move.tier is not None
}
"""Where the card of an action comes from."""


def changes(move: Move, before: Fields, after: Fields, cards: CardSet) -> dict[str, Any]:
    """What a move did, as far as the two sights of the table show it."""
    seat = before["to_move"]
    old, new = before["players"][seat], after["players"][seat]
    action = before["pending"] if before["pending"] != EMPTY else move.action
    told: dict[str, Any] = {"move": move.text}
    revealed: list[int] = []
    if tokens := _gained(old["tokens"], new["tokens"]):
        told["tokens"] = tokens
    if len(new["bought"]) > len(old["bought"]):
        [number] = set(new["bought"]) - set(old["bought"])
        told["bought"] = {"from": _PLACES[action], "card": plain_card(cards.cards[number])}
        if _buys_hidden(move, old):
            revealed.append(number)
    elif len(new["reserved"]) > len(old["reserved"]):
        number, blind = new["reserved"][-1]
        told["reserved"] = {"from": _PLACES[action], "card": _reserved(move, number, blind, cards)}
        if blind and number >= 0:
            revealed.append(number)
    elif _buys_hidden(move, old):  # and has yet to pay
        revealed.append(_number_at(after, action))
    if ("bought" in told or "reserved" in told) and _in_market(action):
        number = _number_at(after, action)
        card = cards.cards[number] if number >= 0 else None
        told["refilled"] = {"place": _PLACES[action], "card": plain_card(card) if card else None}
        if card:
            revealed.append(number)
    if before["nobles"] != after["nobles"]:
        places = zip(before["nobles"], after["nobles"], strict=True)
        told["nobles"] = [
            {"place": slot, "noble": plain_noble(cards.nobles[noble])}
            for slot, (noble, left) in enumerate(places, 1)
            if noble != left
        ]
    return told | {"revealed": revealed, "now": _now(after, cards)}


def _gained(old: list[int], new: list[int]) -> dict[str, int]:
    return {
        color: now - then for color, then, now in zip(TOKENS, old, new, strict=True) if now != then
    }


def _reserved(move: Move, number: int, blind: bool, cards: CardSet) -> dict[str, Any]:
    assert move.tier is not None
    return plain_reserved(Reserved(cards.cards[number] if number >= 0 else None, move.tier, blind))


def _buys_hidden(move: Move, buyer: Fields) -> bool:
    """Whether a move buys a reserved card that could not be seen before."""
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
        "buying": plain_purchase(pending, card, after["owed"]),
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

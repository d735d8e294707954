"""The payload of a decision's event in Splendor, for clients that follow a game by its events.

    move        the notation
    tokens      what the player got from the bank, by color; below zero: what went back to it
    bought      `{"from": place, "card": ...}`; once it is fully paid
    reserved    `{"from": place, "card": ...}`; if blind, the others get only the tier
    refilled    `{"place": place, "card": ...}`: the market's new card; null if its deck is empty
    nobles      `[{"place": slot, "noble": ...}]`: the nobles that have visited the player
    revealed    the ids of the cards that are seen for the first time; always there
    now         members of the view as they are after the decision

Anything that did not happen is left out. A place is `m4` in the market, `r2` in the reserve, `m`
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
"""A position as a view shows it. Used for every decision and audience; a board is too slow."""

_PLACES = BUY_PLACES | {
    move.action: f"{ROWS[move.tier - 1][0]}{move.slot or ''}"
    for move in MOVES
    if move.kind == "reserve" and move.tier is not None
}
"""The place that an action's card comes from."""


def changes(move: Move, before: Fields, after: Fields, cards: CardSet) -> dict[str, Any]:
    """Return a move's effects, as far as the fields before and after it show them."""
    seat = before["to_move"]
    old, new = before["players"][seat], after["players"][seat]
    payload: dict[str, Any] = {"move": move.text}
    if old["tokens"] != new["tokens"]:
        tokens = zip(TOKENS, old["tokens"], new["tokens"], strict=True)
        payload["tokens"] = {color: now - then for color, then, now in tokens if now != then}
    action = before["pending"] if before["pending"] != EMPTY else move.action
    if len(new["bought"]) > len(old["bought"]):
        [bought] = set(new["bought"]).difference(old["bought"])
        payload["bought"] = {"from": _PLACES[action], "card": card_to_dict(cards.by_id[bought])}
    elif len(new["reserved"]) > len(old["reserved"]):
        number, blind = new["reserved"][-1]
        tier = MOVES[action].tier
        assert tier is not None
        reserved = reserved_to_dict(Reserved(cards.by_id.get(number), tier, blind))
        payload["reserved"] = {"from": _PLACES[action], "card": reserved}
    if ("bought" in payload or "reserved" in payload) and MOVES[action].tier and MOVES[action].slot:
        card = cards.by_id.get(_card_at(after, action))
        refill = card_to_dict(card) if card else None
        payload["refilled"] = {"place": _PLACES[action], "card": refill}
    if before["nobles"] != after["nobles"]:
        places = zip(before["nobles"], after["nobles"], strict=True)
        payload["nobles"] = [
            {"place": slot, "noble": noble_to_dict(cards.nobles[noble])}
            for slot, (noble, left) in enumerate(places, 1)
            if noble != left
        ]
    seen = set(_seen(before))
    payload["revealed"] = [card for card in _seen(after) if card >= 0 and card not in seen]
    return payload | {"now": _now(after, cards)}


def _now(after: Fields, cards: CardSet) -> dict[str, Any]:
    pending = after["pending"]
    card = None if pending == EMPTY else cards.by_id[_card_at(after, pending)]
    return {
        "phase": after["phase"],
        "round": after["turns"] // len(after["players"]) + 1,
        "turns": after["turns"],
        "passes": after["passes"],
        "decks": [len(deck) for deck in after["decks"]],
        "buying": card and purchase_to_dict(BUY_PLACES[pending], card, after["owed"]),
        "escrow": escrow_to_dict(read_escrow(after)),
    }


def _card_at(fields: Fields, action: int) -> int:
    """Return the card that an action takes; from the reserve, the mover's own."""
    move = MOVES[action]
    assert move.slot is not None
    if move.tier is not None:
        number: int = fields["market"][move.tier - 1][move.slot - 1]
    else:
        number, _ = fields["players"][fields["to_move"]]["reserved"][move.slot - 1]
    return number


def _seen(fields: Fields) -> list[int]:
    """Return the market's and the players' cards; negative if there is none or it is hidden."""
    seen = [card for row in fields["market"] for card in row]
    for player in fields["players"]:
        seen += player["bought"]
        seen += [card for card, _ in player["reserved"]]
    return seen

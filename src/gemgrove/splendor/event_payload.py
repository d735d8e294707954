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

from collections.abc import Iterator
from typing import Any

from gemgrove.splendor.board import Board
from gemgrove.splendor.cards import Card
from gemgrove.splendor.colors import TOKENS
from gemgrove.splendor.moves import MOVES, ROWS, Move
from gemgrove.splendor.validation import BUY_PLACES, BUYS
from gemgrove.splendor.view_json import (
    TABLE,
    card_to_dict,
    noble_to_dict,
    place_of_purchase,
    reserved_to_dict,
)

_NOW = ("phase", "round", "turns", "passes", "decks", "buying", "escrow")
_PLACES = BUY_PLACES | {
    move.action: f"{ROWS[move.tier - 1][0]}{move.slot or ''}"
    for move in MOVES
    if move.kind == "reserve" and move.tier is not None
}
"""The place that the card of an action comes from."""


def changes(move: Move, before: Board, after: Board) -> dict[str, Any]:
    """The effects of a move, as far as the boards before and after it show them."""
    old, new = before.player, after.players[before.to_move]
    payload: dict[str, Any] = {"move": move.text}
    if old.tokens != new.tokens:
        tokens = zip(TOKENS, old.tokens, new.tokens, strict=True)
        payload["tokens"] = {color: now - then for color, then, now in tokens if now != then}
    action = BUYS[place_of_purchase(before)] if before.buying else move.action
    if len(new.bought) > len(old.bought):
        [bought] = set(new.bought).difference(old.bought)
        payload["bought"] = {"from": _PLACES[action], "card": card_to_dict(bought)}
    elif len(new.reserved) > len(old.reserved):
        reserved = reserved_to_dict(new.reserved[-1])
        payload["reserved"] = {"from": _PLACES[action], "card": reserved}
    if ("bought" in payload or "reserved" in payload) and MOVES[action].tier and MOVES[action].slot:
        card = after.card_at(MOVES[action])
        refill = card_to_dict(card) if card else None
        payload["refilled"] = {"place": _PLACES[action], "card": refill}
    if before.nobles != after.nobles:
        places = zip(before.nobles, after.nobles, strict=True)
        payload["nobles"] = [
            {"place": slot, "noble": noble_to_dict(noble)}
            for slot, (noble, left) in enumerate(places, 1)
            if noble is not None and left is None
        ]
    seen = {card.id for card in _seen(before)}
    payload["revealed"] = [card.id for card in _seen(after) if card.id not in seen]
    return payload | {"now": {name: TABLE[name](after) for name in _NOW}}


def _seen(board: Board) -> Iterator[Card]:
    for row in board.market:
        yield from filter(None, row)
    for player in board.players:
        yield from player.bought
        yield from (reserved.card for reserved in player.reserved if reserved.card)

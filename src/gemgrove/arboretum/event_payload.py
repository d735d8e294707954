"""The payload of a decision's event in Arboretum, for clients that follow a game by its events.

    move        the notation; of a card picked in secret only `pick`
    drawn       `{"pile": seat, "card": ...}`; the pile is null for the deck
    planted     the card with its `x` and `y`
    discarded   the card
    hands       at the end of the game, all of them by seat
    revealed    the ids of the cards that are seen for the first time; always there
    now         members of the view as they are after the decision

What did not happen is left out. Cards are written as in a view; one that may not be known is
`{"hidden": true}`. A card that is planted or discarded leaves the hand: one of its hidden cards, if
it was not known to be there.
"""

from collections.abc import Iterator
from typing import Any

from gemgrove.arboretum.board import Board
from gemgrove.arboretum.cards import Card
from gemgrove.arboretum.moves import Move
from gemgrove.arboretum.view_json import TABLE, card_to_dict, hand_to_dict

_NOW = ("phase", "turns", "deck", "picked")


def changes(move: Move, before: Board, after: Board) -> dict[str, Any]:
    """The effects of a move, as far as the boards before and after it show them."""
    old, new = before.player, after.players[before.to_move]
    secret = after.phase == "plant" and after.picked is None
    payload: dict[str, Any] = {"move": move.kind if secret else move.text}
    match move.kind:
        case "draw":
            came = set(new.hand).difference(old.hand)
            drawn = [card_to_dict(card) | {"shown": card in new.shown} for card in came]
            payload["drawn"] = {"pile": move.seat, "card": drawn[0] if drawn else {"hidden": True}}
        case "plant":
            assert move.cell is not None
            x, y = move.cell
            payload["planted"] = card_to_dict(new.arboretum[x, y]) | {"x": x, "y": y}
        case "discard":
            payload["discarded"] = card_to_dict(new.pile[-1])
    if after.phase == "over":
        payload["hands"] = list(map(hand_to_dict, after.players))
    seen = set(_seen(before))
    payload["revealed"] = [str(card) for card in _seen(after) if card not in seen]
    return payload | {"now": {name: TABLE[name](after) for name in _NOW}}


def _seen(board: Board) -> Iterator[Card]:
    for player in board.players:
        yield from player.pile
        yield from player.arboretum.values()
    for player in board.players:
        yield from player.hand

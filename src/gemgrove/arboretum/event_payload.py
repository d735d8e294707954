"""The payload of a decision's event in Arboretum, for clients that follow a game by its events.

    move        the notation; only `pick` if the card was picked in secret
    drawn       `{"pile": seat, "card": ...}`; the pile is null for the deck
    planted     the card with its `x` and `y`
    discarded   the card
    hands       all hands by seat, at the end of the game
    revealed    the ids of the cards that are seen for the first time; always there
    now         members of the view as they are after the decision

Anything that did not happen is left out. Cards are written as in a view; a hidden card is
`{"hidden": true}`. A card that is planted or discarded leaves the hand; if it was not known to be
there, it was one of the hidden cards.
"""

from typing import Any

from gemgrove.arboretum.board import EMPTY, HIDDEN
from gemgrove.arboretum.cards import Card
from gemgrove.arboretum.moves import Move
from gemgrove.arboretum.view_json import card_to_dict

Fields = dict[str, Any]
"""A position as a view shows it. Used for every decision and audience; a board is too slow."""


def changes(move: Move, before: Fields, after: Fields) -> dict[str, Any]:
    """Return a move's effects, as far as the fields before and after it show them."""
    seat = before["to_move"]
    old, new = before["players"][seat], after["players"][seat]
    secret = after["picked"] == HIDDEN
    payload: dict[str, Any] = {"move": move.kind if secret else move.text}
    match move.kind:
        case "draw":
            came = set(new["hand"]).difference(old["hand"])
            drawn = [_in_hand(card, new) for card in came]
            payload["drawn"] = {"pile": move.seat, "card": drawn[0] if drawn else {"hidden": True}}
        case "plant":
            assert move.cell is not None
            x, y = move.cell
            planted = next(card for card, *cell in new["arboretum"] if cell == [x, y])
            payload["planted"] = _card(planted) | {"x": x, "y": y}
        case "discard":
            payload["discarded"] = _card(new["pile"][-1])
    if after["phase"] == "over":
        payload["hands"] = [
            [_in_hand(card, player) for card in player["hand"]] for player in after["players"]
        ]
    seen = set(_seen(before))
    payload["revealed"] = [str(Card.of(card)) for card in _seen(after) if card not in seen]
    payload["now"] = {
        "phase": after["phase"],
        "turns": after["turns"],
        "deck": len(after["deck"]),
        "picked": None if after["picked"] == EMPTY else _card(after["picked"]),
    }
    return payload


def _card(number: int) -> dict[str, Any]:
    return {"hidden": True} if number == HIDDEN else card_to_dict(Card.of(number))


def _in_hand(number: int, player: Fields) -> dict[str, Any]:
    return _card(number) | {"shown": number in player["shown"]}


def _seen(fields: Fields) -> list[int]:
    """Return the cards that can be seen, those in hands last."""
    seen: list[int] = []
    for player in fields["players"]:
        seen += player["pile"]
        seen += [card for card, *_ in player["arboretum"]]
    for player in fields["players"]:
        seen += player["hand"]
    return seen

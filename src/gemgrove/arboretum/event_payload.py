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

from typing import Any

from gemgrove.arboretum.board import EMPTY, HIDDEN
from gemgrove.arboretum.cards import Card
from gemgrove.arboretum.moves import Move
from gemgrove.arboretum.view_json import card_to_dict

Fields = dict[str, Any]
"""A position as a view shows it."""


def changes(move: Move, before: Fields, after: Fields) -> dict[str, Any]:
    """The effects of a move, as far as the fields before and after it show them."""
    seat = before["to_move"]
    old, new = before["players"][seat], after["players"][seat]
    secret = after["picked"] == HIDDEN
    payload: dict[str, Any] = {"move": move.kind if secret else move.text}
    revealed: list[int] = []
    match move.kind:
        case "draw":
            came = _came(old, new)
            from_pile = move.seat is not None
            card = _in_hand(came[0], shown=from_pile) if came else {"hidden": True}
            payload["drawn"] = {"pile": move.seat, "card": card}
            revealed = [] if from_pile else came
        case "plant":
            assert move.cell is not None
            x, y = move.cell
            number = next(card for card, *cell in new["arboretum"] if cell == [x, y])
            payload["planted"] = _card(number) | {"x": x, "y": y}
            revealed = _unknown(number, old)
        case "discard":
            number = new["pile"][-1]
            payload["discarded"] = _card(number)
            revealed = _unknown(number, old)
    if after["phase"] == "over":
        payload["hands"] = [
            [_in_hand(number, shown=number in player["shown"]) for number in player["hand"]]
            for player in after["players"]
        ]
        for players in zip(before["players"], after["players"], strict=True):
            revealed += _came(*players)
    payload["revealed"] = [str(Card.of(number)) for number in revealed]
    payload["now"] = {
        "phase": after["phase"],
        "turns": after["turns"],
        "deck": len(after["deck"]),
        "picked": None if after["picked"] == EMPTY else _seen(after["picked"]),
    }
    return payload


def _came(old: Fields, new: Fields) -> list[int]:
    """The cards that are known to be in a hand now and were not before."""
    return [number for number in new["hand"] if number not in old["hand"]]


def _unknown(number: int, player: Fields) -> list[int]:
    """The card, if it was not known to be in the hand."""
    return [] if number in player["hand"] else [number]


def _card(number: int) -> dict[str, Any]:
    return card_to_dict(Card.of(number))


def _seen(number: int) -> dict[str, Any]:
    return {"hidden": True} if number == HIDDEN else _card(number)


def _in_hand(number: int, *, shown: bool) -> dict[str, Any]:
    return _card(number) | {"shown": shown}

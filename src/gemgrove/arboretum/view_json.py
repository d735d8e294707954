"""The table of Arboretum as JSON, as part of a view or a board.

A card has an id as in the notation, a species and a rank. A hand has an entry for each card, with
`{"hidden": true}` for hidden ones at the end; `shown` marks a card that everybody knows because it
was taken from a pile. Piles end with their top card. The deck is written as the number of its
cards; if they are known, which is never the case in a view, as a list of them, the next one first.
"""

from collections.abc import Callable
from typing import Any, get_args

from gemgrove.arboretum.board import EMPTY, HIDDEN, Board, Phase, Player
from gemgrove.arboretum.cards import RANKS, SPECIES, Card
from gemgrove.arboretum.moves import FURTHEST
from gemgrove.arboretum.rule_options import Rules
from gemgrove.board import deck_to_dict
from gemgrove.json_reader import JsonReader
from gemgrove.variant import whole

_MOST_CARDS = len(SPECIES) * RANKS


def _picked(board: Board) -> dict[str, Any] | None:
    if board.picked is None:
        return {"hidden": True} if board.phase == "plant" else None
    return card_to_dict(board.picked)


def _player(seat: int, player: Player) -> dict[str, Any]:
    if (whole(player.hidden) or 0) < 0 or not set(player.shown) <= set(player.hand):
        raise ValueError
    return {
        "seat": seat,
        "hand": hand_to_dict(player),
        "pile": list(map(card_to_dict, player.pile)),
        "arboretum": [
            card_to_dict(card) | {"x": x, "y": y} for (x, y), card in player.arboretum.items()
        ],
    }


def hand_to_dict(player: Player) -> list[dict[str, Any]]:
    """Write the cards of a hand, the hidden ones last."""
    hand = [card_to_dict(card) | {"shown": card in player.shown} for card in player.hand]
    return [*hand, *({"hidden": True} for _ in range(player.hidden))]


def card_to_dict(card: Card) -> dict[str, Any]:
    return {"id": str(card), "species": SPECIES[card.species], "rank": card.rank}


TABLE: dict[str, Callable[[Board], Any]] = {
    "phase": lambda board: board.phase,
    "first": lambda board: board.first,
    "turns": lambda board: board.turns,
    "deck": lambda board: deck_to_dict(board.deck, card_to_dict),
    "picked": _picked,
    "players": lambda board: [_player(*seat) for seat in enumerate(board.players)],
}


# Reading


def table_from_dict(data: JsonReader, rules: Rules) -> dict[str, Any]:
    """Return the position's fields, which `Variant.checked_fields` validates."""
    picked = data.get("picked")
    return {
        "to_move": data["to_move"].whole(0, rules.players - 1),
        "phase": data["phase"].choice(get_args(Phase)),
        "first": data["first"].whole(0, rules.players - 1),
        "turns": data["turns"].whole(0, _MOST_CARDS),
        "picked": EMPTY if picked is None else _read_card(picked),
        "deck": _read_deck(data["deck"]),
        "players": [_read_player(player) for player in data["players"].items(rules.players)],
    }


def _read_deck(deck: JsonReader) -> list[int]:
    if isinstance(deck.value, list | tuple):
        return [_read_card(card) for card in deck.items()[: _MOST_CARDS + 1]]
    return [HIDDEN] * deck.whole(0, _MOST_CARDS)


def _read_player(player: JsonReader) -> dict[str, Any]:
    hand = [(_read_card(card), card) for card in player["hand"].items()]
    known = [(number, card["shown"].flag()) for number, card in hand if number != HIDDEN]
    return {
        "hand": [number for number, _ in known],
        "shown": [number for number, shown in known if shown],
        "hidden": len(hand) - len(known),
        "pile": [_read_card(card) for card in player["pile"].items()],
        "arboretum": [
            [_read_card(card), *(card[name].whole(-FURTHEST, FURTHEST) for name in "xy")]
            for card in player["arboretum"].items()
        ],
    }


def _read_card(card: JsonReader) -> int:
    if card.get("hidden"):
        return HIDDEN
    try:
        return Card.parse(card["id"].text(2)).number
    except ValueError:
        return card["id"].wrong("a card, a letter and a rank, as in M5")

"""The table of Arboretum as JSON, as part of a view or a board.

A card has an id as in the notation, a species and a rank. A hand has as many entries as cards, the
hidden ones last as `{"hidden": true}`; `shown` marks a card that all know because it was taken from
a pile. Piles have their top last. The deck is the number of its cards; where they are known, which
they are in no view, it is a list of them, the next one first.
"""

from collections.abc import Sequence
from typing import Any, get_args

from gemgrove.arboretum.board import EMPTY, HIDDEN, Board, Phase, Player
from gemgrove.arboretum.cards import RANKS, SPECIES, Card
from gemgrove.arboretum.moves import FURTHEST
from gemgrove.arboretum.rules import Rules
from gemgrove.json_reader import JsonReader

_MOST_CARDS = len(SPECIES) * RANKS


def table_to_dict(board: Board) -> dict[str, Any]:
    """The table."""
    picked: dict[str, Any] | None = card_to_dict(board.picked) if board.picked is not None else None
    if board.phase == "plant" and picked is None:
        picked = {"hidden": True}
    return {
        "phase": board.phase,
        "first": board.first,
        "turns": board.turns,
        "deck": _deck(board.deck),
        "picked": picked,
        "players": [_player(seat, player) for seat, player in enumerate(board.players)],
    }


def _deck(deck: Sequence[Card | None]) -> int | list[dict[str, Any]]:
    if all(card is None for card in deck):
        return len(deck)
    return [card_to_dict(card) if card else {"hidden": True} for card in deck]


def _player(seat: int, player: Player) -> dict[str, Any]:
    hand = [card_to_dict(card) | {"shown": card in player.shown} for card in player.hand]
    return {
        "seat": seat,
        "hand": [*hand, *({"hidden": True} for _ in range(player.hidden))],
        "pile": list(map(card_to_dict, player.pile)),
        "arboretum": [
            card_to_dict(card) | {"x": x, "y": y} for (x, y), card in player.arboretum.items()
        ],
    }


def card_to_dict(card: Card) -> dict[str, Any]:
    """A card as JSON."""
    return {"id": str(card), "species": SPECIES[card.species], "rank": card.rank}


# Reading


def table_from_dict(data: JsonReader, rules: Rules) -> dict[str, Any]:
    """The fields of the position; `Variant.checked_fields` says whether they make one."""
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

"""What is special to Arboretum in a view as a plain value, for those without this package.

A card has an id as in the notation, a species and a rank. A hand has as many entries as cards, the
hidden ones last as `{"hidden": true}`; `shown` marks a card that all know because it was taken from
a pile. Piles have their top last.
"""

from typing import Any, get_args

from gemgrove.arboretum.board import EMPTY, HIDDEN, Board, Phase, Player
from gemgrove.arboretum.cards import RANKS, SPECIES, Card
from gemgrove.arboretum.moves import FURTHEST
from gemgrove.arboretum.rules import Rules
from gemgrove.plain import Plain

_MOST_CARDS = len(SPECIES) * RANKS


def to_wire(board: Board) -> dict[str, Any]:
    """The table."""
    picked: dict[str, Any] | None = plain_card(board.picked) if board.picked is not None else None
    if board.phase == "plant" and picked is None:
        picked = {"hidden": True}
    return {
        "phase": board.phase,
        "first": board.first,
        "turns": board.turns,
        "deck": board.deck,
        "picked": picked,
        "players": [_player(seat, player) for seat, player in enumerate(board.players)],
    }


def _player(seat: int, player: Player) -> dict[str, Any]:
    hand = [plain_card(card) | {"shown": card in player.shown} for card in player.hand]
    return {
        "seat": seat,
        "hand": [*hand, *({"hidden": True} for _ in range(player.hidden))],
        "pile": list(map(plain_card, player.pile)),
        "arboretum": [
            plain_card(card) | {"x": x, "y": y} for (x, y), card in player.arboretum.items()
        ],
    }


def plain_card(card: Card) -> dict[str, Any]:
    """A card, told whole."""
    return {"id": str(card), "species": SPECIES[card.species], "rank": card.rank}


# Reading


def from_wire(data: Plain, rules: Rules) -> dict[str, Any]:
    """The fields of the position; whether they make one is for `position.checked` to say."""
    picked = data.get("picked")
    return {
        "to_move": data["to_move"].whole(0, rules.players - 1),
        "phase": data["phase"].choice(get_args(Phase)),
        "first": data["first"].whole(0, rules.players - 1),
        "turns": data["turns"].whole(0, _MOST_CARDS),
        "picked": EMPTY if picked is None else _read_card(picked),
        "deck": [HIDDEN] * data["deck"].whole(0, _MOST_CARDS),
        "players": [_read_player(player) for player in data["players"].items(rules.players)],
    }


def _read_player(player: Plain) -> dict[str, Any]:
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


def _read_card(card: Plain) -> int:
    if card.get("hidden"):
        return HIDDEN
    try:
        return Card.parse(card["id"].text(2)).number
    except ValueError:
        return card["id"].wrong("a card, a letter and a rank, as in M5")

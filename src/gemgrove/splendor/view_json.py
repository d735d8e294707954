"""The table of Splendor as JSON, as part of a view or a board.

Colors are written by name, cards and nobles with all their properties. `market` and `decks` begin
with tier 1. An empty place is null. A card that may not be known has only its tier:
`{"hidden": true, ...}`. A deck is written as the number of its cards; if they are known, which is
never the case in a view, as a list of them, the next one first.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, get_args

from gemgrove.board import UnfitError, deck_to_dict
from gemgrove.json_reader import JsonReader
from gemgrove.splendor.board import EMPTY, Board, Escrow, Phase, Player, Reserved
from gemgrove.splendor.cards import TIERS, Card, CardSet, Noble
from gemgrove.splendor.colors import COLORS, TOKENS
from gemgrove.splendor.moves import MOVES, RESERVE_LIMIT, SLOTS
from gemgrove.splendor.rule_options import Rules
from gemgrove.splendor.validation import BUYS
from gemgrove.variant import PositionError, shown, whole

_MOST = 255
_MOST_TURNS = 100_000


def _round(board: Board) -> int | None:
    # An edited board without players, or with invalid turns, is refused elsewhere.
    return board.round if board.players and whole(board.turns) is not None else None


def _buying(board: Board) -> dict[str, Any] | None:
    """Write the purchase being paid for, with what is still owed; None if there is none."""
    card = board.buying
    if card is None:
        if any(board.owed):
            raise PositionError(f"owed is {shown(board.owed)}; nothing is being bought.")
        return None
    for place, action in BUYS.items():
        if board.card_at(MOVES[action]) == card:
            return purchase_to_dict(place, card, board.owed)
    raise UnfitError("it must be in the market or reserved by the player to move")


def purchase_to_dict(place: str, card: Card, owed: Sequence[int]) -> dict[str, Any]:
    """Write a card that is being paid for, at a place such as t2, or r2 in the reserve."""
    return {"place": place, "card": card_to_dict(card), "owed": _by_color(COLORS, owed)}


def _player(seat: int, player: Player) -> dict[str, Any]:
    return {
        "seat": seat,
        "points": player.points,
        "tokens": _by_color(TOKENS, player.tokens),
        "bonuses": _by_color(COLORS, player.bonuses),
        "bought": list(map(card_to_dict, player.bought)),
        "reserved": list(map(reserved_to_dict, player.reserved)),
        "nobles": list(map(noble_to_dict, player.nobles)),
    }


def escrow_to_dict(escrow: Escrow | None) -> dict[str, Any] | None:
    """Write the tokens in escrow with the seat that took them; None if there are none."""
    if escrow is None:
        return None
    return {"seat": escrow.seat, "tokens": _by_color(TOKENS, escrow.tokens)}


def card_to_dict(card: Card) -> dict[str, Any]:
    return {
        "id": card.id,
        "tier": card.tier,
        "color": str(card.color),
        "points": card.points,
        "cost": _by_color(COLORS, card.cost),
    }


def reserved_to_dict(reserved: Reserved) -> dict[str, Any]:
    """Write a reserved card, or as much as may be known about it."""
    if reserved.card is None:
        return {"hidden": True, "tier": reserved.tier, "blind": reserved.blind}
    return card_to_dict(reserved.card) | {"blind": reserved.blind}


def noble_to_dict(noble: Noble) -> dict[str, Any]:
    return {
        "id": noble.id,
        "name": noble.name,
        "points": noble.points,
        "requirement": _by_color(COLORS, noble.requirement),
    }


def _by_color(names: Sequence[str], numbers: Sequence[int]) -> dict[str, int]:
    if len(numbers) != len(names):
        raise UnfitError(f"it must be {len(names)} numbers ({', '.join(names)})")
    return dict(zip(names, numbers, strict=True))


def _or_null(items: Iterable[Any], write: Callable[[Any], Any]) -> list[Any]:
    return [None if item is None else write(item) for item in items]


TABLE: dict[str, Callable[[Board], Any]] = {
    "phase": lambda board: board.phase,
    "first": lambda board: board.first,
    "round": _round,
    "turns": lambda board: board.turns,
    "passes": lambda board: board.passes,
    "bank": lambda board: _by_color(TOKENS, board.bank),
    "market": lambda board: [_or_null(row, card_to_dict) for row in board.market],
    "decks": lambda board: [deck_to_dict(deck, card_to_dict) for deck in board.decks],
    "nobles": lambda board: _or_null(board.nobles, noble_to_dict),
    "buying": _buying,
    "escrow": lambda board: escrow_to_dict(board.escrow),
    "players": lambda board: [_player(*seat) for seat in enumerate(board.players)],
}


# Reading


def table_from_dict(data: JsonReader, rules: Rules, cards: CardSet) -> dict[str, Any]:
    """Return the position's fields, which `Variant.checked_fields` validates."""
    most_card, most_noble = len(cards.cards) - 1, len(cards.nobles) - 1

    def card(value: JsonReader) -> int:
        return value["id"].whole(0, most_card)

    def deck(value: JsonReader, tier: int) -> list[int]:
        if isinstance(value.value, list | tuple):
            return [
                _hidden(tier) if item.get("hidden") else card(item)
                for item in value.items()[: len(cards.cards) + 1]
            ]
        return [_hidden(tier)] * value.whole(0, len(cards.cards))

    def noble(value: JsonReader) -> int:
        return value["id"].whole(0, most_noble)

    def reserved(value: JsonReader) -> list[Any]:
        if value.get("hidden"):
            return [_hidden(value["tier"].whole(TIERS[0], TIERS[-1])), value["blind"].flag()]
        return [card(value), value["blind"].flag()]

    def player(value: JsonReader) -> dict[str, Any]:
        return {
            "points": value["points"].whole(0, _MOST),
            "tokens": _numbers(TOKENS, value["tokens"]),
            "bonuses": _numbers(COLORS, value["bonuses"]),
            "bought": [card(item) for item in value["bought"].items()],
            "reserved": [reserved(item) for item in value["reserved"].items()][: RESERVE_LIMIT + 1],
            "nobles": [noble(item) for item in value["nobles"].items()],
        }

    buying, escrow = data.get("buying"), data.get("escrow")
    return {
        "to_move": data["to_move"].whole(0, rules.players - 1),
        "phase": data["phase"].choice(get_args(Phase)),
        "first": data["first"].whole(0, rules.players - 1),
        "turns": data["turns"].whole(0, _MOST_TURNS),
        "passes": data["passes"].whole(0, rules.players),
        "pending": BUYS[buying["place"].choice(list(BUYS))] if buying else EMPTY,
        "owed": _numbers(COLORS, buying["owed"]) if buying else [0] * len(COLORS),
        "escrow": _numbers(TOKENS, escrow["tokens"]) if escrow else [0] * len(TOKENS),
        "bank": _numbers(TOKENS, data["bank"]),
        "market": [
            [EMPTY if slot.value is None else card(slot) for slot in row.items(SLOTS)]
            for row in data["market"].items(len(TIERS))
        ],
        "decks": [
            deck(given, tier)
            for tier, given in zip(TIERS, data["decks"].items(len(TIERS)), strict=True)
        ],
        "nobles": [
            EMPTY if slot.value is None else noble(slot)
            for slot in data["nobles"].items(rules.players + 1)
        ],
        "players": [player(item) for item in data["players"].items(rules.players)],
    }


def _numbers(names: Sequence[str], value: JsonReader) -> list[int]:
    return [value[name].whole(0, _MOST) for name in names]


def _hidden(tier: int) -> int:
    return EMPTY - tier

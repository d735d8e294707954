"""What is special to Splendor in a view as a plain value, for those without this package.

Colors have names, and cards and nobles are told whole. `market` and `decks` begin with tier 1. An
empty place is null. Of a card that may not be known only the tier is told: `{"hidden": true, ...}`.
"""

from collections.abc import Iterable, Sequence
from typing import Any, get_args

from gemgrove.plain import Plain
from gemgrove.splendor.board import EMPTY, Board, Phase, Player, Reserved
from gemgrove.splendor.cards import TIERS, Card, CardSet, Noble
from gemgrove.splendor.colors import COLORS, TOKENS
from gemgrove.splendor.escrow import Escrow
from gemgrove.splendor.faults import BUY_PLACES, BUYS
from gemgrove.splendor.moves import RESERVE_LIMIT, SLOTS
from gemgrove.splendor.rules import Rules

_MOST = 255
_MOST_TURNS = 100_000


def to_wire(board: Board, pending: int) -> dict[str, Any]:
    """The table; `pending` is the action of a purchase that is being paid for."""
    return {
        "phase": board.phase,
        "first": board.first,
        "round": board.round,
        "turns": board.turns,
        "passes": board.passes,
        "bank": _by_color(TOKENS, board.bank),
        "market": [[plain_card(card) if card else None for card in row] for row in board.market],
        "decks": list(board.decks),
        "nobles": [plain_noble(noble) if noble else None for noble in board.nobles],
        "buying": plain_purchase(pending, board.buying, board.owed),
        "players": [_player(seat, player) for seat, player in enumerate(board.players)],
    }


def _player(seat: int, player: Player) -> dict[str, Any]:
    return {
        "seat": seat,
        "points": player.points,
        "tokens": _by_color(TOKENS, player.tokens),
        "bonuses": _by_color(COLORS, player.bonuses),
        "bought": list(map(plain_card, player.bought)),
        "reserved": list(map(plain_reserved, player.reserved)),
        "nobles": list(map(plain_noble, player.nobles)),
    }


def plain_purchase(pending: int, card: Card | None, owed: Sequence[int]) -> dict[str, Any] | None:
    """A purchase that is being paid for, with what is still owed; None where there is none."""
    if card is None:
        return None
    return {
        "place": BUY_PLACES[pending],
        "card": plain_card(card),
        "owed": _by_color(COLORS, owed),
    }


def plain_escrow(escrow: Escrow | None) -> dict[str, Any] | None:
    """Tokens held apart, with the seat that has taken them."""
    if escrow is None:
        return None
    return {"seat": escrow.seat, "tokens": _by_color(TOKENS, escrow.tokens)}


def plain_card(card: Card) -> dict[str, Any]:
    """A card, told whole."""
    return {
        "id": card.id,
        "tier": card.tier,
        "color": COLORS[card.color],
        "points": card.points,
        "cost": _by_color(COLORS, card.cost),
    }


def plain_reserved(reserved: Reserved) -> dict[str, Any]:
    """A reserved card, or as much as may be known of it."""
    if reserved.card is None:
        return {"hidden": True, "tier": reserved.tier, "blind": reserved.blind}
    return plain_card(reserved.card) | {"blind": reserved.blind}


def plain_noble(noble: Noble) -> dict[str, Any]:
    """A noble, told whole."""
    return {
        "id": noble.id,
        "name": noble.name,
        "points": noble.points,
        "requirement": _by_color(COLORS, noble.requirement),
    }


def _by_color(names: Sequence[str], numbers: Iterable[int]) -> dict[str, int]:
    return dict(zip(names, numbers, strict=True))


# Reading


def from_wire(data: Plain, rules: Rules, cards: CardSet) -> dict[str, Any]:
    """The fields of the position; whether they make one is for `position.checked` to say."""
    most_card, most_noble = len(cards.cards) - 1, len(cards.nobles) - 1

    def card(value: Plain) -> int:
        return value["id"].whole(0, most_card)

    def noble(value: Plain) -> int:
        return value["id"].whole(0, most_noble)

    def reserved(value: Plain) -> list[Any]:
        if value.get("hidden"):
            return [_hidden(value["tier"].whole(TIERS[0], TIERS[-1])), value["blind"].flag()]
        return [card(value), value["blind"].flag()]

    def player(value: Plain) -> dict[str, Any]:
        return {
            "points": value["points"].whole(0, _MOST),
            "tokens": _numbers(TOKENS, value["tokens"]),
            "bonuses": _numbers(COLORS, value["bonuses"]),
            "bought": [card(item) for item in value["bought"].items()],
            "reserved": [reserved(item) for item in value["reserved"].items()][: RESERVE_LIMIT + 1],
            "nobles": [noble(item) for item in value["nobles"].items()],
        }

    buying = data.get("buying")
    return {
        "to_move": data["to_move"].whole(0, rules.players - 1),
        "phase": data["phase"].choice(get_args(Phase)),
        "first": data["first"].whole(0, rules.players - 1),
        "turns": data["turns"].whole(0, _MOST_TURNS),
        "passes": data["passes"].whole(0, rules.players),
        "pending": BUYS[buying["place"].choice(list(BUYS))] if buying else EMPTY,
        "owed": _numbers(COLORS, buying["owed"]) if buying else [0] * len(COLORS),
        "bank": _numbers(TOKENS, data["bank"]),
        "market": [
            [EMPTY if slot.value is None else card(slot) for slot in row.items(SLOTS)]
            for row in data["market"].items(len(TIERS))
        ],
        "decks": [
            [_hidden(tier)] * deck.whole(0, len(cards.cards))
            for tier, deck in zip(TIERS, data["decks"].items(len(TIERS)), strict=True)
        ],
        "nobles": [
            EMPTY if slot.value is None else noble(slot)
            for slot in data["nobles"].items(rules.players + 1)
        ],
        "players": [player(item) for item in data["players"].items(rules.players)],
    }


def _numbers(names: Sequence[str], value: Plain) -> list[int]:
    return [value[name].whole(0, _MOST) for name in names]


def _hidden(tier: int) -> int:
    return EMPTY - tier

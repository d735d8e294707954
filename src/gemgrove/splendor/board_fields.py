"""A board, perhaps an edited one, as the fields of a position."""

from collections.abc import Iterable
from itertools import chain
from typing import Any, get_args

from gemgrove.board import converted, count, each_of, one_of, seat_of
from gemgrove.splendor.board import EMPTY, Board, Escrow, Phase, Player, Reserved
from gemgrove.splendor.cards import TIERS, Card, CardSet, Noble
from gemgrove.splendor.colors import TOKENS
from gemgrove.splendor.moves import RESERVE_LIMIT
from gemgrove.splendor.validation import BUY_PLACES
from gemgrove.variant import PositionError, shown

_BUYS = tuple(sorted(BUY_PLACES))
"""The actions by which cards are bought: from the market row by row, then from the reserve."""


def board_fields(board: Board, cards: CardSet) -> dict[str, Any]:
    """The fields of a board; `Variant.checked_fields` says whether they are a position."""

    def card(given: Card | None) -> int:
        return EMPTY if given is None else _number(given, cards.cards, "card")

    def noble(given: Noble | None) -> int:
        return EMPTY if given is None else _number(given, cards.nobles, "noble")

    def deck(tier: int, given: Iterable[Card | None]) -> list[int]:
        return [EMPTY - tier if known is None else card(known) for known in given]

    def reserved(given: Reserved) -> list[Any]:
        return [EMPTY - given.tier if given.card is None else card(given.card), given.blind]

    def in_escrow(given: Escrow | None) -> list[int]:
        if given is not None and given.seat != board.to_move:
            raise PositionError(f"escrow is {shown(given)}; its seat must be {board.to_move}.")
        return [0] * len(TOKENS) if given is None else list(given.tokens)

    def player(given: Player) -> dict[str, Any]:
        lists = {
            "tokens": list,
            "bought": lambda bought: sorted(map(card, bought)),
            "reserved": lambda reserve: list(map(reserved, reserve)),
            "nobles": lambda nobles: sorted(map(noble, nobles)),
        }
        return converted(given, lists) | {"points": given.points, "bonuses": list(given.bonuses)}

    seats = board.rules.players
    return converted(
        board,
        {
            "to_move": seat_of(seats),
            "phase": one_of(get_args(Phase)),
            "first": seat_of(seats),
            "turns": count,
            "passes": count,
            "owed": list,
            "escrow": in_escrow,
            "bank": list,
            "market": lambda market: [list(map(card, row)) for row in market],
            "decks": lambda decks: [deck(*pair) for pair in zip(TIERS, decks, strict=True)],
            "nobles": lambda nobles: list(map(noble, nobles)),
            "players": each_of(seats, player),
        },
    ) | {"pending": purchase(board)}


def purchase(board: Board) -> int:
    """The action of the purchase that is being paid for; EMPTY where there is none."""
    if board.buying is None:
        return EMPTY
    reserve = [reserved.card for reserved in board.player.reserved[:RESERVE_LIMIT]]
    for action, card in zip(_BUYS, chain(*board.market, reserve), strict=False):
        if card == board.buying:
            return action
    raise PositionError(
        f"buying is {shown(board.buying)}; it must be in the market or reserved by the player to "
        "move."
    )


def _number(given: Any, known: tuple[Any, ...], kind: str) -> int:
    place = getattr(given, "id", None)
    if isinstance(place, int) and 0 <= place < len(known) and known[place] == given:
        return place
    raise PositionError(f"{shown(given)} is not a {kind} of the card set of this board.")

"""A board, perhaps an edited one, as the fields of a position."""

from typing import Any, get_args

from gemgrove.arboretum.board import EMPTY, HIDDEN, Board, Phase, Player
from gemgrove.arboretum.cards import Card
from gemgrove.board import converted, count, each_of, number, one_of, seat_of
from gemgrove.variant import PositionError, shown


def board_fields(board: Board) -> dict[str, Any]:
    """The fields of a board; `Variant.checked_fields` says whether they are a position."""
    seats = board.rules.players
    nothing = HIDDEN if board.phase == "plant" else EMPTY
    return converted(
        board,
        {
            "to_move": seat_of(seats),
            "phase": one_of(get_args(Phase)),
            "first": seat_of(seats),
            "turns": count,
            "picked": lambda picked: nothing if picked is None else _number(picked),
            "deck": lambda deck: [HIDDEN if card is None else _number(card) for card in deck],
            "players": each_of(seats, _player),
        },
    )


def _player(player: Player) -> dict[str, Any]:
    return converted(
        player,
        {
            "hand": lambda hand: sorted(map(_number, hand)),
            "shown": lambda shown: sorted(map(_number, shown)),
            "hidden": count,
            "pile": lambda pile: list(map(_number, pile)),
            "arboretum": lambda planted: sorted(
                [_number(card), number(x), number(y)] for (x, y), card in planted.items()
            ),
        },
    )


def _number(card: object) -> int:
    if isinstance(card, Card) and card.exists:
        return card.number
    raise PositionError(f"{shown(card)} is not a card of Arboretum.")

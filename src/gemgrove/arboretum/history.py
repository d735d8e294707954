"""A view's moves and their seats, reconstructed from the action numbers."""

from collections.abc import Callable, Collection, Mapping, Sequence

from gemgrove.arboretum.board import START, Board, Cell
from gemgrove.arboretum.cards import Card
from gemgrove.arboretum.moves import Move, planting
from gemgrove.variant import PositionError

_PHASES = ("draw", "second draw", "pick", "plant", "discard")


def history(
    actions: Sequence[int], board: Board, *, secret: bool, meaning: Callable[[int], Move | Cell]
) -> list[tuple[int, Move]]:
    """Return each move with its seat, counting back from the board after the actions.

    `secret` says that the last pick is not among the actions. `meaning` returns an action number's
    move, or the column and row of a cell in its frame.
    """
    seats = _seats(len(actions), board, secret=secret)
    meanings = [meaning(action) for action in actions]
    moves: list[tuple[int, Move]] = []
    for seat, move in zip(seats, meanings, strict=True):
        if not isinstance(move, Move):
            arboretum = board.players[seat].arboretum
            if moves:
                cell = _cell_of(moves[-1][1].card, arboretum)
            else:
                later = {other.card for other in meanings if isinstance(other, Move)}
                cell = _first_cell(move, arboretum, later)
            move = planting(*cell)
        moves.append((seat, move))
    return moves


def _seats(count: int, board: Board, *, secret: bool) -> list[int]:
    """Return the seats of the last `count` decisions; every turn has one for each phase."""
    step = _PHASES.index(board.phase) if board.phase in _PHASES else 0
    # Decisions are counted from the first one of the board's current turn.
    before = step - secret - count
    return [
        (board.to_move + number // len(_PHASES)) % len(board.players)
        for number in range(before, step - secret)
    ]


def _cell_of(picked: Card | None, arboretum: Mapping[Cell, Card]) -> Cell:
    """Return the cell of a planted card, which never moves."""
    for cell, card in arboretum.items():
        if card == picked:
            return cell
    raise PositionError("The history does not fit the board: a card was planted that is not there.")


def _first_cell(
    place: Cell, arboretum: Mapping[Cell, Card], later: Collection[Card | None]
) -> Cell:
    """Return the cell of a history's first card, if the history begins with planting it."""
    cells = [cell for cell, card in arboretum.items() if card not in later]
    for x, y in cells:
        others = [cell for cell in cells if cell != (x, y)] or [START]
        left, low = min(x for x, _ in others) - 1, min(y for _, y in others) - 1
        if (x - left, y - low) == place:
            return x, y
    raise PositionError("The history does not fit the board: it begins in no cell of it.")

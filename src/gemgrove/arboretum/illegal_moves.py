"""The reasons why a move is not legal, as sentences without their full stop."""

from gemgrove.arboretum.board import START, Board, Cell
from gemgrove.arboretum.cards import SPECIES, Card, species_in_play
from gemgrove.arboretum.moves import Kind, Move

_KINDS: dict[str, Kind] = {
    "draw": "draw",
    "second draw": "draw",
    "pick": "pick",
    "plant": "plant",
    "discard": "discard",
}


def why_not(board: Board, move: Move) -> str:
    """Say why `move` is not legal on `board`."""
    if board.phase == "over":
        return "The game is over"
    if move.kind != _KINDS[board.phase]:
        return f"You must now {_duty(board)}"
    if move.kind == "draw":
        return _why_not_draw(board, move.seat)
    if move.kind == "plant":
        assert move.cell is not None
        return _why_not_plant(board, move.cell)
    assert move.card is not None
    return _why_not_card(board, move.card)


def _duty(board: Board) -> str:
    match board.phase:
        case "draw":
            return "draw your first card"
        case "second draw":
            return "draw your second card"
        case "pick":
            return "pick the card to plant"
        case "plant":
            return f"plant {board.picked or 'the card you picked'}"
        case _:
            return "discard a card"


def _why_not_draw(board: Board, seat: int | None) -> str:
    if seat is None:
        return "The deck is empty"
    if not 0 <= seat < len(board.players):
        return f"There is no player {seat + 1}; players are 1 to {len(board.players)}"
    if seat == board.to_move:
        return "Your pile is empty"
    return f"The pile of player {seat + 1} is empty"


def _why_not_card(board: Board, card: Card) -> str:
    if card.species not in species_in_play(len(board.players)):
        return (
            f"{card} is not in the game: {len(board.players)} players play "
            f"without {SPECIES[card.species]}"
        )
    return f"{card} is not in your hand"


def _why_not_plant(board: Board, cell: Cell) -> str:
    arboretum = board.player.arboretum
    if not arboretum:
        return f"The first card of an arboretum goes to {_place(START)}"
    if cell in arboretum:
        return f"{arboretum[cell]} stands at {_place(cell)}"
    return f"No card of yours stands next to {_place(cell)}"


def _place(cell: Cell) -> str:
    return f"{cell[0]} {cell[1]}"

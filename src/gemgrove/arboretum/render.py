"""Arboretum's table as text: 80 columns, a letter for every species, and optional color.

It shows only what the `Board` contains, so the table of a view shows what that seat may know. Color
only repeats what letters, words and marks say.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from gemgrove.arboretum.board import Board, Cell, Player, free_cells
from gemgrove.arboretum.cards import SPECIES, Card, species_in_play
from gemgrove.english import counted, doing, listed
from gemgrove.text_layout import WIDTH, Paint, cut, padded, width

FREE = "+"
"""Marks the cells in which a card may be planted."""
NOTHING = "·"

_NAME = 12
_LABEL = _NAME + 5  # "▶ 1 " before the name, a space after it
CELL = 4
_BESIDE = 4  # between two arboretums
# Text on its own background, from the 256 colors: readable on dark and on light terminals.
_INKS = {
    "J": "97;48;5;91",
    "R": "97;48;5;160",
    "C": "30;48;5;226",
    "M": "30;48;5;208",
    "O": "97;48;5;94",
    "W": "30;48;5;120",
    "B": "97;48;5;25",
    "D": "30;48;5;218",
    "T": "97;48;5;29",
    "L": "30;48;5;250",
}


def table_lines(board: Board, names: Sequence[str], seat: int | None, color: bool) -> Iterator[str]:
    """Draw the table as `seat` sees it, line by line."""
    return _Table(board, names, seat, CardPaint(color)).lines()


class CardPaint(Paint):
    """Adds the species' colors to texts."""

    def card(self, card: Card) -> str:
        return self.ink(_INKS[card.species], str(card))

    def cell(self, card: Card) -> str:
        """Write a card at the width of a cell."""
        return self.ink(_INKS[card.species], str(card).center(CELL))

    def species(self, letter: str) -> str:
        """Write a species' letter and its name."""
        return f"{self.ink(_INKS[letter], f' {letter} ')} {SPECIES[letter]}"

    def cards(self, cards: Iterable[Card]) -> str:
        """Write cards in the order of their numbers, grouped by species."""
        groups = groupby(sorted(cards, key=lambda card: card.number), lambda card: card.species)
        return "  ".join(" ".join(map(self.card, group)) for _, group in groups)

    def pile(self, cards: Sequence[Card]) -> str:
        """Write a discard pile, the top card first and in brackets."""
        if not cards:
            return self.faint("empty")
        top, *below = (self.card(card) for card in reversed(cards))
        return " ".join([f"[{top}]", *below])

    def arboretum(self, arboretum: Mapping[Cell, Card], *, free: bool) -> list[str]:
        """Draw a grid with coordinates at its edges; with `free`, mark the next card's cells."""
        marked = free_cells(arboretum) if free else []
        shown = [*arboretum, *marked]
        if not shown:
            return [self.faint("     nothing planted yet")]
        columns = range(min(x for x, _ in shown), max(x for x, _ in shown) + 1)
        rows = range(max(y for _, y in shown), min(y for _, y in shown) - 1, -1)

        def place(cell: Cell) -> str:
            if cell in arboretum:
                return self.cell(arboretum[cell])
            if cell in marked:
                return self.good(FREE.rjust(CELL - 1) + " ")
            return self.faint(NOTHING.rjust(CELL - 1) + " ")

        lines = [
            self.faint(f"{row:>4} ") + "".join(place((column, row)) for column in columns)
            for row in rows
        ]
        scale = "".join(f"{column:>{CELL - 1}} " for column in columns)
        return [*lines, self.faint(f"{'y/x':>4} {scale}")]


class _Table:
    def __init__(
        self, board: Board, names: Sequence[str], seat: int | None, paint: CardPaint
    ) -> None:
        self.board = board
        self.seat = seat
        self.names = [cut(name, _NAME) for name in names]
        self.paint = paint

    def lines(self) -> Iterator[str]:
        yield from self._title()
        yield ""
        yield from self._arboretums()
        for seat, player in enumerate(self.board.players):
            yield from self._player(seat, player)
        yield from self._turn()

    def _title(self) -> Iterator[str]:
        board, paint = self.board, self.paint
        title = paint.strong("Arboretum")
        if board.phase == "over":
            yield f"{title} · the game is over"
        else:
            left = f"{counted(len(board.deck), 'card')} left in the deck"
            yield f"{title} · turn {board.turns + 1} · {left if board.deck else 'no deck left'}"
        letters = species_in_play(len(board.players))
        yield from _side_by_side([[paint.species(letter)] for letter in letters], gap=2)
        if board.phase != "over" and not board.deck:
            yield paint.good("The last card of the deck is drawn: the game ends after this turn.")

    def _arboretums(self) -> Iterator[str]:
        blocks = []
        for seat, player in enumerate(self.board.players):
            free = self.board.phase == "plant" and seat == self.board.to_move
            grid = self.paint.arboretum(player.arboretum, free=free)
            blocks.append([self._label(seat), *grid])
        yield from _side_by_side(blocks, gap=_BESIDE, apart=True)
        yield ""

    def _label(self, seat: int) -> str:
        moves = seat == self.board.to_move and self.board.phase != "over"
        name = f"{seat + 1} {self.names[seat]}"
        return self.paint.strong(f"▶ {name}") if moves else f"  {name}"

    def _player(self, seat: int, player: Player) -> Iterator[str]:
        yield padded(self._label(seat), _LABEL) + "hand " + self._hand(player)
        yield " " * _LABEL + "pile " + self.paint.pile(player.pile)

    def _hand(self, player: Player) -> str:
        known = self.paint.cards(player.hand)
        if not player.hidden:
            return known
        hidden = f"{counted(player.hidden, 'card')} face down"
        return f"{known}  and {hidden}" if known else hidden

    def _turn(self) -> Iterator[str]:
        board = self.board
        if board.phase == "over":
            return
        yield ""
        task = self.paint.strong(f"▶ {doing(self.names[board.to_move], board.task)}.")
        yield task + f" Type: {self._command()}" * (self.seat == board.to_move)

    def _command(self) -> str:
        """Return the commands that the player to move may type."""
        match self.board.phase:
            case "draw" | "second draw":
                return f"draw {listed(self.board.sources, 'or')}"
            case "plant":
                return f"at x y, where there is a {self.paint.good(FREE)}"
            case phase:
                return f"{phase} {next(iter(self.board.player.hand), 'M5')}"


def _side_by_side(
    blocks: Iterable[Sequence[str]], *, gap: int, apart: bool = False
) -> Iterator[str]:
    """Join as many blocks side by side as fit; `apart` leaves an empty line between rows."""
    row: list[Sequence[str]] = []
    room = WIDTH
    for block in blocks:
        needed = _widest(block) + gap
        if row and needed > room + gap:
            yield from _joined(row, gap)
            if apart:
                yield ""
            row, room = [], WIDTH
        row.append(block)
        room -= needed
    yield from _joined(row, gap)


def _joined(blocks: Sequence[Sequence[str]], gap: int) -> Iterator[str]:
    for number in range(max(map(len, blocks))):
        yield "".join(
            padded(block[number] if number < len(block) else "", _widest(block) + gap)
            for block in blocks
        )


def _widest(lines: Sequence[str]) -> int:
    return max(map(width, lines))

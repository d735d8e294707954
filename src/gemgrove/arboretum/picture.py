"""The table of Arboretum as a picture.

It shows only what the `Board` contains, so the picture of a view shows what that seat may know. A
letter stands on every card, whatever its color.
"""

from collections.abc import Mapping, Sequence

from gemgrove.arboretum.board import Board, Cell, Player, free_cells
from gemgrove.arboretum.cards import SPECIES, Card, species_in_play
from gemgrove.arboretum.scoresheet import Path, ScoreSheet, score_sheet
from gemgrove.canvas import (
    ACCENT,
    FAINT,
    PANEL,
    RAISED,
    Area,
    Color,
    Point,
    ink_on,
    text_width,
)
from gemgrove.english import counted
from gemgrove.picture import GAP, Picture

INKS: dict[str, Color] = {
    "J": "#7a45a8",
    "R": "#c42f35",
    "C": "#f3d62b",
    "M": "#f08c24",
    "O": "#7a5526",
    "W": "#a5db70",
    "B": "#1f5fb0",
    "D": "#f6abc8",
    "T": "#0f7768",
    "L": "#cfd0bf",
}
"""The colors of the species, by letter."""

_LEDGER = 226
_HEAD = 26
_STRIP = 58  # a hand and a pile, with a line of words above them
_PILE = 57
_CARD_HEIGHT = 40
_CARD_WIDTH = 28
_SEEN = 3  # the number of cards that are visible in a pile
_EDGE_WIDTH = 14
_DECK = 100
_NAMES = 118  # the room for the species' names in the ledger
_COLUMN = 36  # the largest width of a seat's column
_CELL = 60  # the largest cell of an arboretum
_LEGIBLE = 31  # cells are square, but if an arboretum is long, one side stays at least this large
_NARROW = 20
_SCALE = 15  # the room for the coordinates
_BACK = "#4c6b52"
_RIM = "#10161a"


class ArboretumPicture(Picture):
    """The table as a view shows it."""

    title = "Arboretum"
    board: Board

    def lay_out(self, area: Area) -> None:
        panels, ledger = _places(area, len(self.names))
        for seat, panel in enumerate(panels):
            self._player(seat, panel)
        self._ledger(ledger)

    def stage(self) -> str:
        return f"turn {self.board.turns + 1}" + ("" if self.board.deck else ", the last one")

    def task(self) -> str:
        return self.board.task

    def _player(self, seat: int, area: Area) -> None:
        player = self.board.players[seat]
        moves = self.moves(seat)
        self.panel(seat, area)
        head, rest = area.inset(8).cut_top(_HEAD)
        self._head(seat, head)
        grove, strip = rest.cut_top(rest.height - _STRIP)
        planting = moves and self.board.phase == "plant"
        self._arboretum(player.arboretum, grove, planting=planting)
        hand, pile = strip.cut_left(strip.width - _PILE)
        self._hand(player, hand, moves)
        self._pile(player.pile, pile)

    def _head(self, seat: int, area: Area) -> None:
        y = area.top + 9
        self._seat(seat, (area.left + 10, y))
        self.canvas.text(
            (area.left + 27, y), self.names[seat], 16, bold=True, room=area.width - 160
        )
        number, words = counted(self.view.scores[seat], "point").split()
        words += "" if self.view.over else " in sight"
        self.canvas.text((area.right, y + 2), words, 12, FAINT, anchor="rm")
        left = area.right - text_width(words, 12) - 6
        self.canvas.text((left, y), number, 22, anchor="rm", bold=True)

    def _seat(self, seat: int, center: Point) -> None:
        ground = ACCENT if self.moves(seat) or seat in self.winners else RAISED
        self.canvas.disc(center, 9, ground)
        self.canvas.text(center, str(seat + 1), 12, ink_on(ground), anchor="mm", bold=True)

    def _arboretum(self, planted: Mapping[Cell, Card], area: Area, *, planting: bool) -> None:
        if not planted and not planting:
            self.canvas.text(area.center, "nothing planted yet", 14, FAINT, anchor="mm")
            return
        grid = _Grid(planted, area)
        for cell, card in planted.items():
            self._card(card, grid.place(cell).inset(1))
        if planting:
            for cell in grid.free:
                place = grid.place(cell)
                self.canvas.box(place.inset(place.height / 7), outline=ACCENT, radius=3)
        self._coordinates(grid)

    def _coordinates(self, grid: "_Grid") -> None:
        for x in grid.columns:
            place = grid.place((x, grid.rows[-1]))
            self.canvas.text((place.center[0], place.bottom + 8), str(x), 10, FAINT, anchor="mm")
        for y in grid.rows:
            place = grid.place((grid.columns[0], y))
            self.canvas.text((place.left - 4, place.center[1]), str(y), 10, FAINT, anchor="rm")

    def _card(self, card: Card, area: Area, *, picked: bool = False) -> None:
        ground = INKS[card.species]
        ink = ink_on(ground)
        self.canvas.box(area, ground, outline=_RIM, radius=min(5, area.height / 6))
        if picked:
            self.canvas.box(area.inset(-2), outline=ACCENT, width=2)
        if area.width < _NARROW < area.height:
            self._stacked(card, area.center, ink)
            return
        size = round(max(9, min(26, area.width * 0.52, area.height * 0.85)))
        self.canvas.text(area.center, str(card), size, ink, anchor="mm", bold=size > _NARROW / 2)

    def _stacked(self, card: Card, center: Point, ink: Color) -> None:
        """Write a card's letter above its rank, if there is no room for both side by side."""
        x, y = center
        for text, offset in ((card.species, -7), (str(card.rank), 7)):
            self.canvas.text((x, y + offset), text, 12, ink, anchor="mm")

    def _back(self, area: Area) -> None:
        self.canvas.box(area, _BACK, outline=_RIM, radius=5)
        self.canvas.box(area.inset(4), outline="#b9cbb9", radius=3)

    def _hand(self, player: Player, area: Area, moves: bool) -> None:
        room = self._labeled(area, f"hand {len(player.hand) + player.hidden}")
        place, _ = room.cut_left(_CARD_WIDTH)
        for card in sorted(player.hand, key=lambda card: card.number):
            self._card(card, place, picked=moves and card == self.board.picked)
            place = place._replace(left=place.right + 2)
        for _ in range(player.hidden):
            self._back(place)
            place = place._replace(left=place.right + 2)

    def _pile(self, pile: Sequence[Card], area: Area) -> None:
        """Draw the top card, and behind it the edges of the next ones."""
        room = self._labeled(area, f"pile {len(pile)}")
        top, _ = room.cut_left(_CARD_WIDTH)
        if not pile:
            self.canvas.box(top, outline=RAISED)
            return
        for below in reversed(range(1, min(len(pile), _SEEN))):
            self._edge(pile[-1 - below], top._replace(left=top.left + below * _EDGE_WIDTH))
        self._card(pile[-1], top)

    def _edge(self, card: Card, area: Area) -> None:
        """Draw a card that shows only its right edge."""
        ground = INKS[card.species]
        self.canvas.box(area, ground, outline=_RIM, radius=5)
        center = area.right - _EDGE_WIDTH / 2, area.center[1]
        self._stacked(card, center, ink_on(ground))

    def _labeled(self, area: Area, label: str) -> Area:
        words, rest = area.cut_top(area.height - _CARD_HEIGHT)
        self.canvas.text((words.left, words.top + 8), label, 12, FAINT)
        return rest

    def _ledger(self, area: Area) -> None:
        """Draw the deck, and the value of each seat's best path for each species."""
        self.canvas.box(area, PANEL)
        inner = area.inset(10)
        wide = inner.width > inner.height
        deck, table = inner.cut_left(_DECK) if wide else inner.cut_top(_DECK)
        self._deck(deck, beside=not wide)
        self._paths(score_sheet(self.view), table)

    def _deck(self, area: Area, *, beside: bool) -> None:
        back = Area(area.left + 4, area.top + 4, 58, 82)
        if self.board.deck:
            self._back(back)
        else:
            self.canvas.box(back, outline=RAISED)
        self.canvas.text(back.center, str(len(self.board.deck)), 24, anchor="mm", bold=True)
        at = (back.right + 14, back.center[1]) if beside else (back.left, back.bottom + 16)
        self.canvas.text(at, "left in the deck" if beside else "in the deck", 12, FAINT)

    def _paths(self, sheet: ScoreSheet, area: Area) -> None:
        letters = species_in_play(len(self.names))
        height = min(40, area.height / (len(letters) + 2))
        head, rest = area.cut_top(height)
        names, columns = self._columns(head)
        self.canvas.text((names.left, names.center[1]), "best paths", 12, FAINT)
        for seat, column in enumerate(columns):
            self._seat(seat, column.center)
        for letter in letters:
            row, rest = rest.cut_top(height)
            self._path_row(letter, sheet, row)
        row, _ = rest.cut_top(height)
        self.canvas.line([(row.left, row.top), (row.right, row.top)], RAISED, 2)
        names, columns = self._columns(row)
        words = "points" if self.view.over else "in sight"
        self.canvas.text((names.left, names.center[1]), words, 12, FAINT)
        for score, column in zip(self.view.scores, columns, strict=True):
            self.canvas.text(column.center, str(score), 15, anchor="mm", bold=True)

    def _columns(self, row: Area) -> tuple[Area, list[Area]]:
        """Divide a row of the ledger into the words at its left and a column for each seat."""
        seats = len(self.names)
        width = min(_COLUMN, (row.width - _NAMES) / seats)
        words, rest = row.cut_left(row.width - width * seats)
        return words, rest.columns(seats)

    def _path_row(self, letter: str, sheet: ScoreSheet, row: Area) -> None:
        names, columns = self._columns(row)
        chip = Area(names.left, names.center[1] - 10, 20, 20)
        self.canvas.box(chip, INKS[letter], outline=_RIM, radius=4)
        self.canvas.text(chip.center, letter, 13, ink_on(INKS[letter]), anchor="mm", bold=True)
        room = names.width - 32
        self.canvas.text((chip.right + 7, chip.center[1]), SPECIES[letter], 12, room=room)
        for seat, column in zip(sheet.seats, columns, strict=True):
            path = next((path for path in seat.paths if path.species == letter), None)
            if path is not None:
                self._path(path, column)

    def _path(self, path: Path, area: Area) -> None:
        """Write a path's points, crossed out if its seat may not score it."""
        x, y = area.center
        if path.counts is False:
            self.canvas.text((x, y), str(path.points), 14, FAINT, anchor="mm")
            self.canvas.line([(x - 9, y + 4), (x + 9, y - 4)], FAINT, 1.5)
        else:
            self.canvas.text((x, y), str(path.points), 14, anchor="mm", bold=True)


class _Grid:
    """The layout of an arboretum's cells.

    It always includes the surrounding free cells, so the cards stay put when one is to be planted.
    """

    def __init__(self, planted: Mapping[Cell, Card], area: Area) -> None:
        self.free = free_cells(planted)
        cells = [*planted, *self.free]
        self.columns = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
        self.rows = range(max(y for _, y in cells), min(y for _, y in cells) - 1, -1)
        across, down = len(self.columns), len(self.rows)
        room = Area(area.left + _SCALE, area.top, area.width - _SCALE, area.height - _SCALE - GAP)
        width, height = min(_CELL, room.width / across), min(_CELL, room.height / down)
        side = max(_LEGIBLE, min(width, height))
        self.width, self.height = min(width, side), min(height, side)
        self.left = room.center[0] - self.width * across / 2
        self.top = room.center[1] - self.height * down / 2

    def place(self, cell: Cell) -> Area:
        x, y = cell
        left = self.left + (x - self.columns[0]) * self.width
        top = self.top + (self.rows[0] - y) * self.height
        return Area(left, top, self.width, self.height)


def _places(area: Area, players: int) -> tuple[list[Area], Area]:
    """Return the areas of the players, in pairs side by side, and of the ledger."""
    if players % 2:  # a quarter is left over
        *panels, ledger = _pairs(area, rows=2)
        return panels, ledger
    panels_area, ledger = area.cut_left(area.width - _LEDGER)
    panels_area = panels_area._replace(width=panels_area.width - GAP)
    return _pairs(panels_area, rows=players // 2), ledger


def _pairs(area: Area, rows: int) -> list[Area]:
    return [place for row in area.rows(rows, GAP) for place in row.columns(2, GAP)]

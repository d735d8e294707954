"""The texts about Arboretum for people: moves, results and prompts."""

from collections.abc import Sequence
from typing import Any

from gemgrove import _native, variant
from gemgrove.arboretum.accessible_text import accessible_text
from gemgrove.arboretum.board import START, Board, free_cells
from gemgrove.arboretum.cards import SPECIES, Card, species_in_play
from gemgrove.arboretum.hit_test import hit_test
from gemgrove.arboretum.moves import Move
from gemgrove.arboretum.render import FREE, CardPaint
from gemgrove.arboretum.scoresheet import score_sheet
from gemgrove.english import counted, doing, listed
from gemgrove.presenter import Position, Presenter, Step, best_first

_HEADINGS = {
    "draw": "draw a card",
    "pick": "choose the card to plant",
    "plant": "plant it",
    "discard": "discard a card",
}


_MOVES_HELP = """\
  A turn: draw two cards, plant one, discard one.
  draw deck, deck     draw the top card of the deck
  draw 2, 2           draw the top card of player 2's discard pile
  pick M5, M5         choose the card to plant
  at 1 0, 1 0         plant it in column 1 of row 0, beside a card of yours
  plant M5 1 0        both at once
  discard W7, W7      put a card on your discard pile"""
_RULES_TEXT = """\
Your aim: an arboretum whose paths bring more points than those of the others.
On your turn draw two cards, each from the deck or the top of any discard pile;
plant one beside a card of yours; and put one on your own pile. You hold seven.
A path rises from card to card and begins and ends with its species: 1 point
a card, twice that for 4 or more of that species only, 1 more if it begins
with a 1, 2 more if it ends with an 8. Your best path of each species counts.
The game ends after the turn in which the deck runs out. Then a species counts
only for those who have the highest sum of it in hand; an 8 is 0 there if
another holds the 1. Most points win; among equals, most different species.
docs/rules.md has all of it."""


class ArboretumPresenter(Presenter):
    """Texts about Arboretum."""

    length_unit = "turns"

    def moves_help(self, rules: Any) -> str:  # noqa: ARG002
        return _MOVES_HELP

    def rules_text(self, rules: Any) -> str:  # noqa: ARG002
        return _RULES_TEXT

    def accessible_text(self, position: Position, names: Sequence[str]) -> list[str]:
        return accessible_text(position.board, names)

    def hit_test(self, table: str, row: int, column: int) -> str:
        return hit_test(table, row, column)

    def step(self, view: Position, *, color: bool = False) -> Step:
        board: Board = view.board
        paint = CardPaint(color)
        hand = f"Your hand: {paint.cards(board.player.hand)}"
        match board.phase:
            case "draw":
                return Step("draw a card> ", "draw")
            case "second draw":
                return Step("draw a second card> ", "draw", f"{hand}\n{_sources(board, paint)}")
            case "pick":
                return Step("card to plant> ", "pick", hand)
            case "plant":
                assert board.picked is not None
                return Step(f"plant {board.picked} at (x y)> ", "at", self._places(board, paint))
            case _:
                return Step("card to discard> ", "discard", hand)

    def _places(self, board: Board, paint: CardPaint) -> str:
        """Say where the picked card can be planted."""
        assert board.picked is not None
        card, planted = paint.card(board.picked), board.player.arboretum
        if not planted:
            return f"{card} is your first card and stands at {START[0]} {START[1]}."
        if self.words:
            cells = [f"{x} {y}" for x, y in free_cells(planted)]
            return f"{card} may stand at {listed(cells, 'or')}."
        note = f"{card} may stand where there is a {paint.good(FREE)}:"
        return "\n".join([note, *paint.arboretum(planted, free=True)])

    def describe(self, position: Position, move: variant.Move) -> str:
        """Describe a move's effect, such as `draw O3 from player 2's pile`."""
        assert isinstance(move, Move)
        board: Board = position.board
        match move.kind:
            case "draw" if move.seat is None:
                return "draw the top card of the deck"
            case "draw":
                assert move.seat is not None
                whose = "your own" if move.seat == board.to_move else f"player {move.seat + 1}'s"
                return f"draw {board.players[move.seat].pile[-1]} from {whose} pile"
            case "plant":
                assert move.cell is not None
                x, y = move.cell
                return f"plant {board.picked or 'the card'} in column {x} of row {y}"
            case "pick":
                return f"plant the {_named(move.card)}"
            case _:
                return f"discard the {_named(move.card)}"

    def narrate(
        self, before: Position, move: variant.Move, after: Position, names: Sequence[str]
    ) -> list[str]:
        """Describe a move. A picked card is named when it is planted and everybody sees it."""
        assert isinstance(move, Move)
        name = names[before.to_move]
        sentences = []
        if move.kind != "pick":
            done = _done(before, move, after, names)
            sentences.append(f"{doing(name, f'{move.kind} {done}')}.")
        if before.board.deck and not after.board.deck:
            sentences.append("The deck is empty: the game ends after this turn.")
        return sentences

    def notation(self, move: variant.Move, after: Position) -> str:
        """Return the move's notation; only `pick` if the card was picked in secret."""
        assert isinstance(move, Move)
        hidden = move.kind == "pick" and after.board.picked is None
        return move.kind if hidden else move.text

    def group_moves(
        self, position: Position, moves: Sequence[variant.Move]
    ) -> list[tuple[str, list[str]]]:
        """Group moves by kind, and name the top card of each pile."""
        board: Board = position.board
        own = [move for move in moves if isinstance(move, Move)]
        return [
            (heading, [_entry(board, move) for move in own if move.kind == kind])
            for kind, heading in _HEADINGS.items()
            if any(move.kind == kind for move in own)
        ]

    def length(self, game: Position) -> int:
        """Return the number of turns by all players together."""
        board: Board = game.board
        return board.turns

    def score_breakdown(self, game: Position, names: Sequence[str]) -> str:
        return str(score_sheet(game, names))

    def standings(self, game: Position, names: Sequence[str]) -> list[str]:
        """List points, and the species that break ties."""
        sheet = score_sheet(game, names)
        seats = [sheet.seats[seat] for seat in best_first(game)]
        return [
            f"{seat.name:<12}{seat.total:>3} points  {seat.species:>2} different species"
            for seat in seats
        ]


def _sources(board: Board, paint: CardPaint) -> str:
    ways = [f"the deck ({counted(len(board.deck), 'card')})"] if board.deck else []
    for number, player in enumerate(board.players, 1):
        if player.pile:
            ways.append(f"pile {number} ({paint.card(player.pile[-1])})")
    return f"You may draw from {listed(ways, 'or')}."


def _entry(board: Board, move: Move) -> str:
    if move.kind != "draw":
        return move.text
    if move.seat is None:
        return f"{move.text}  {counted(len(board.deck), 'card')} left"
    return f"{move.text}  {board.players[move.seat].pile[-1]}"


def _done(before: Position, move: Move, after: Position, names: Sequence[str]) -> str:
    """Describe the object of a move, and its result."""
    seat = before.to_move
    old: Board = before.board
    new: Board = after.board
    if move.kind == "draw":
        drawn = set(new.players[seat].hand) - set(old.players[seat].hand)
        card = "".join(f"{card} " for card in drawn)
        return f"{card}from {_source(move, seat, names)}"
    if move.kind == "plant":
        assert move.cell is not None
        x, y = move.cell
        return f"{new.players[seat].arboretum[x, y]} at {x} {y}{_gain(before, after)}"
    return str(move.card)


def _source(move: Move, seat: int, names: Sequence[str]) -> str:
    if move.seat is None:
        return "the deck"
    name = names[move.seat]
    if move.seat == seat:
        return "your own pile" if name == "you" else "their own pile"
    return "your pile" if name == "you" else f"{name}'s pile"


def _gain(before: Position, after: Position) -> str:
    """List the paths that a planted card has extended or begun, with their new values."""
    seat = before.to_move
    old = _native.arboretum.path_points(before, seat)
    new = _native.arboretum.path_points(after, seat)
    letters = species_in_play(before.players)
    grown = [
        (SPECIES[letter], points)
        for letter, less, points in zip(letters, old, new, strict=True)
        if points > less
    ]
    if not grown:
        return ""
    (first, points), *others = grown
    start = f": the {first} path is worth {points}"
    return start + "".join(f", the {name} path {points}" for name, points in others)


def _named(card: Card | None) -> str:
    assert card is not None
    return f"{SPECIES[card.species]} of rank {card.rank}"

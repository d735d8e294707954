"""Moves in that engine's form and in ours.

0, 1, 2                                  draw: from the deck, your own pile, the opponent's
{"card": ["J", 3], "coord": [-1, 0]}     plant: two of our decisions, pick and plant
["O", 3]                                 discard
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from gemgrove.arboretum.cards import Card as OwnCard
from gemgrove.arboretum.moves import Move as OwnMove
from gemgrove.arboretum_engine.json_values import card_to_json
from gemgrove.arboretum_engine.reader import Reader, is_count
from gemgrove.arboretum_engine.types import Card, Cell, FormatError
from gemgrove.game import Game
from gemgrove.variant import Variant, shown

DECK, OWN_PILE, OTHER_PILE = range(3)


class Planted(NamedTuple):
    """A card that was planted, and where."""

    card: Card
    coord: Cell


EngineMove: TypeAlias = int | Planted | Card
"""A move of that engine: a draw, a plant or a discard."""


class Previous(NamedTuple):
    """The previous move in a state."""

    move: EngineMove | None = None
    """None if there was no move."""
    metadata: Any = False
    """The engine's own note, which means nothing here."""


class ReadGame(Game):
    """A game that was read from a state: it has no history, but knows the previous move."""

    __slots__ = ("before",)

    before: Previous

    @classmethod
    def standing(cls, variant: Variant, position: Any, before: Previous) -> "ReadGame":
        """Create a game at a position after a move."""
        game = cls(variant, position, None)
        game.before = before
        return game

    def copy(self) -> "ReadGame":
        """Return an independent game at the same position."""
        copied = super().copy()
        copied.before = self.before
        return copied

    def __reduce__(self) -> tuple[Any, ...]:
        return *super().__reduce__(), (None, {"before": self.before})


def read_move(move: Reader, *, otherwise: str = "") -> EngineMove:
    """Parse a move from JSON; errors add `otherwise`, which says what else is allowed."""
    value = move.value
    if isinstance(value, Mapping):
        return Planted(move["card"].card(), move["coord"].cell())
    if isinstance(value, list | tuple):
        return move.card()
    if is_count(value) and DECK <= value <= OTHER_PILE:
        return int(value)
    raise FormatError(
        f"{move.place} is {shown(value)}; a move is 0, 1 or 2 for a draw, "
        '{"card": ["J", 3], "coord": [-1, 0]} for a plant or ["O", 3] for a discard'
        f"{otherwise}."
    )


def read_previous(values: Reader) -> Previous:
    """Read `previousTurn`; if it is false, there was no move, and the result's move is None.

    In the full state it is the move itself, beside `previousTurnMetaData`, and in a player's view
    `{"move": ..., "metaData": ...}`.
    """
    move, metadata = values.member("previousTurn"), values.member("previousTurnMetaData", False)
    if isinstance(move.value, Mapping) and "move" in move:
        move, metadata = move["move"], move.member("metaData", False)
    metadata.check_json()
    if move.value is False or move.value is None:
        return Previous(None, metadata.value)
    return Previous(read_move(move, otherwise=", and false if there was none"), metadata.value)


def move_json(move: EngineMove) -> Any:
    """Write a move as JSON; raise a `FormatError` if it is invalid."""
    if isinstance(move, Planted):
        return {"card": card_to_json(move.card), "coord": list(Reader(move.coord, "coord").cell())}
    return card_to_json(move) if isinstance(move, tuple) else read_move(Reader(move, "move"))


def to_own(move: EngineMove, seat: int) -> list[OwnMove]:
    """Return our decisions for a seat's move."""
    if isinstance(move, Planted):
        return [
            OwnMove("pick", card=OwnCard(*move.card)),
            OwnMove("plant", cell=move.coord),
        ]
    if isinstance(move, int):
        return [OwnMove("draw", seat=(None, seat, 1 - seat)[move])]
    return [OwnMove("discard", card=OwnCard(*move))]


def from_own(moves: Sequence[OwnMove], seat: int) -> EngineMove:
    """Return the engine's move for a seat's decision, or for two: pick and plant."""
    match moves:
        case [OwnMove(kind="draw", seat=None)]:
            return DECK
        case [OwnMove(kind="draw", seat=owner)]:
            return OWN_PILE if owner == seat else OTHER_PILE
        case [OwnMove(kind="discard", card=OwnCard() as card)]:
            return Card(*card)
        case [OwnMove(kind="pick", card=OwnCard() as card), OwnMove(kind="plant", cell=(x, y))]:
            return Planted(Card(*card), (x, y))
    raise ValueError(f"{shown(moves)} is not a move of that engine.")


def engine_moves(decisions: Iterable[tuple[int, Any]]) -> list[tuple[int, EngineMove]]:
    """Convert our decisions with their seats to the engine's moves, joining pick and plant.

    If the first decision is a plant, whose pick came earlier, the move is left out.
    """
    moves: list[tuple[int, EngineMove]] = []
    waiting: list[OwnMove] = []
    for seat, decision in decisions:
        picked, waiting = waiting, [*waiting, decision]
        if decision.kind == "pick":
            continue
        if decision.kind != "plant" or picked:
            moves.append((seat, from_own(waiting, seat)))
        waiting = []
    return moves


def moves_of(game: Game) -> list[EngineMove]:
    """Return a game's complete moves. A card picked but not yet planted is not a move there."""
    # The player to move knows all decisions.
    decisions = game.variant.history(game.view(game.to_move))
    return [move for _, move in engine_moves(decisions)]


def last_move(game: Game) -> EngineMove | None:
    """Return the last complete move of a game; None at its beginning."""
    return previous_of(game).move


def previous_of(game: Game) -> Previous:
    """Return a game's last complete move, or the one in the state it was imported from."""
    moves = moves_of(game)
    if moves:
        return Previous(moves[-1])
    return game.before if isinstance(game, ReadGame) else Previous()

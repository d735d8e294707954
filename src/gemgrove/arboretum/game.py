"""Arboretum as the public API sees it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import isqrt
from typing import TYPE_CHECKING, Any, ClassVar, Self

from gemgrove import _native, variant
from gemgrove import board as boards
from gemgrove.arboretum import event_payload, position, render, statistics, view_json
from gemgrove.arboretum.board import Board, Cell, read_board
from gemgrove.arboretum.cards import RANKS, Card, species_in_play
from gemgrove.arboretum.history import history
from gemgrove.arboretum.illegal_moves import why_not
from gemgrove.arboretum.moves import Move, planting
from gemgrove.arboretum.rules import Rules
from gemgrove.arboretum.validation import problems
from gemgrove.deal import Deal
from gemgrove.json_reader import JsonReader
from gemgrove.variant import Decision, NotationError, shown

if TYPE_CHECKING:
    from gemgrove.canvas import Canvas
    from gemgrove.chance import Chance
    from gemgrove.game import View
    from gemgrove.presenter import Presenter
    from gemgrove.symmetry import SymmetryMapper

_NO_ACTION = -1


@dataclass(frozen=True)
class Arboretum(variant.Variant[Move, Board, Rules, statistics.Statistics]):
    """Arboretum with its rules chosen."""

    name: ClassVar[str] = "arboretum"
    core: ClassVar[Any] = _native.arboretum
    encoding: ClassVar[dict[str, int]] = {
        "action": 1,
        "observation": _native.arboretum.OBSERVATION_VERSION,
    }

    rules: Rules

    @classmethod
    def create(
        cls, rules: str | variant.Rules, *, players: int | None, options: Mapping[str, Any]
    ) -> Self:
        """From a preset's name or a `Rules`."""
        return cls(Rules.chosen(rules, players=players, options=options))

    @cached_property
    def native(self) -> _native.Variant:  # type: ignore[override]
        """The prepared rules."""
        return _prepare(self.rules)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """The variant that `to_dict` described."""
        return cls(Rules.of_variant(values))

    def keys(self, deal: Deal) -> bytes:
        """One key for the one deck, from the whole id, and one for the starting seat."""
        return deal.keys(whole=True)

    def move(self, position: Decision, action: int) -> Move:
        """The move of an action number; where a cell lies depends on what has been planted."""
        numbers = self._numbers
        if not 0 <= action < numbers.end:
            raise NotationError(
                f"{shown(action)} is not an action; actions are 0 to {numbers.end - 1}."
            )
        if not numbers.cell <= action < numbers.discard:
            return numbers.moves[action]
        left, low, width = _native.arboretum.frame(position, position.to_move)
        row, column = divmod(action - numbers.cell, width)
        return planting(left + column, low + row)

    def parse(self, text: str) -> Move:
        """The move that a text names."""
        return Move.parse(text)

    def parse_all(self, text: str) -> Sequence[Move]:
        """The moves that a text names: two, where it is `plant M5 1 0`."""
        return Move.parse_all(text)

    def action(self, position: Decision, move: variant.Move) -> int:
        """The action number of a move; of a cell only within the frame."""
        if not isinstance(move, Move):
            raise NotationError(f"{shown(move)} is not a move of Arboretum.")
        if move.cell is None:
            return self._numbers.actions.get(move, _NO_ACTION)
        left, low, width = _native.arboretum.frame(position, position.to_move)
        column, row = move.cell[0] - left, move.cell[1] - low
        if not (0 <= column < width and 0 <= row < width):
            return _NO_ACTION
        return self._numbers.cell + row * width + column

    def why_not(self, position: Decision, move: variant.Move) -> str:
        """Why a move is not legal."""
        assert isinstance(move, Move)
        return why_not(self.board(position), move)

    def known_actions(self, game: _native.Game, seat: int | None) -> list[int]:
        """All, but that the others see which card was picked only when it is planted."""
        return game.actions[:-1] if self._secret(game, seat) else game.actions

    @classmethod
    def of_board(cls, board: boards.Board) -> Self:
        """The rules of a board."""
        assert isinstance(board, Board)
        return cls.create(board.rules, players=None, options={})

    def read_board(self, fields: Mapping[str, Any]) -> Board:
        """The board of a position's fields."""
        return read_board(fields, self.rules)

    def fields_text(self, fields: Mapping[str, Any]) -> str:
        """The position of these fields in one line."""
        return position.to_text(fields)

    def parse_fields(self, text: str) -> dict[str, Any]:
        """The fields of a position from its line."""
        return position.from_text(text)

    def normalized_fields(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Fields of any origin in their usual form."""
        return position.normalized(fields)

    def position_problems(
        self, values: Mapping[str, Any], fields: Mapping[str, Any], *, hidden: bool
    ) -> Iterator[str]:
        """The reasons why fields are no position under these rules."""
        return problems(values, fields, self.rules, hidden=hidden)

    def table_to_dict(self, board: boards.Board) -> dict[str, Any]:
        """The table, as JSON can hold it and anybody can read it."""
        assert isinstance(board, Board)
        return view_json.table_to_dict(board)

    def table_from_dict(self, data: JsonReader) -> dict[str, Any]:
        """The fields of the position that `table_to_dict` described."""
        return view_json.table_from_dict(data, self.rules)

    def changes(
        self, move: variant.Move, before: boards.Board, after: boards.Board
    ) -> dict[str, Any]:
        assert isinstance(move, Move)
        assert isinstance(before, Board)
        assert isinstance(after, Board)
        return event_payload.changes(move, before, after)

    def history(self, view: _native.View) -> list[tuple[int, Move]]:
        """The moves that a view knows of, each with its seat."""
        secret = self._secret(view, view.seat)
        return [*history(view.actions, self.board(view), secret=secret, meaning=self._meaning)]

    def render(self, position: Decision, *, color: bool, names: Sequence[str] = ()) -> str:
        """The table for people."""
        seat = position.seat if isinstance(position, _native.View) else None
        return render.render(self.board(position), self.rules, seat=seat, color=color, names=names)

    @classmethod
    def presenter(cls) -> "Presenter":
        """The texts about Arboretum."""
        from gemgrove.arboretum.presenter import ArboretumPresenter

        return ArboretumPresenter()

    def picture(self, view: "View", names: Sequence[str]) -> "Canvas":
        """The table as a picture."""
        from gemgrove.arboretum.picture import ArboretumPicture

        return ArboretumPicture(view, names).canvas

    def statistics(self, game: _native.Game) -> statistics.Statistics:
        """The events of a game so far, in figures."""
        return statistics.collect(game)

    def symmetry(self) -> "SymmetryMapper":
        """The species, and the ways to turn and mirror an arboretum."""
        from gemgrove.arboretum.symmetry import ArboretumSymmetryMapper

        return ArboretumSymmetryMapper(self)

    def chance(self) -> "Chance":
        """The game with chance nodes."""
        from gemgrove.arboretum.chance import ArboretumChance

        return ArboretumChance(self.rules, self.native, self.keys(Deal.from_seed(0)))

    @staticmethod
    def _secret(position: Decision, seat: int | None) -> bool:
        """True if a card has been picked that the seat may not know yet."""
        return seat != position.to_move and _native.arboretum.phase(position) == "plant"

    def _meaning(self, action: int) -> Move | Cell:
        """The move of an action number, or the column and row of a cell in its frame."""
        numbers = self._numbers
        if not numbers.cell <= action < numbers.discard:
            return numbers.moves[action]
        row, column = divmod(action - numbers.cell, numbers.width)
        return column, row

    @property
    def _numbers(self) -> "_Numbers":
        return _number(self.rules.players)


@dataclass(frozen=True, slots=True)
class _Numbers:
    """The action numbers of a game with so many players."""

    moves: dict[int, Move]
    """By action number, all but the cells."""
    actions: dict[variant.Move, int]
    cell: int
    """The first cell."""
    discard: int
    """The first discard, after the last cell."""
    width: int
    """Of the frame in which cells are numbered."""
    end: int


@lru_cache
def _number(players: int) -> _Numbers:
    cards = [Card.of(number) for number in range(RANKS * len(species_in_play(players)))]
    draws = [Move("draw"), *(Move("draw", seat=seat) for seat in range(players))]
    before = [*draws, *(Move("pick", card=card) for card in cards)]
    end = _prepare(Rules(players=players)).action_count
    discard = end - len(cards)
    moves = dict(enumerate(before))
    moves |= {discard + card.number: Move("discard", card=card) for card in cards}
    actions: dict[variant.Move, int] = {move: action for action, move in moves.items()}
    width = isqrt(discard - len(before))
    return _Numbers(moves, actions, len(before), discard, width, end)


@lru_cache
def _prepare(rules: Rules) -> _native.Variant:
    return _native.arboretum.variant(
        players=rules.players,
        seed_discards=rules.seed_discards,
        first_player=None if rules.first_player == "random" else rules.first_player,
    )

"""Arboretum for the public API."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import isqrt
from typing import TYPE_CHECKING, Any, ClassVar, Self

from gemgrove import _native, variant
from gemgrove import board as boards
from gemgrove.arboretum import event_payload, statistics, view_json
from gemgrove.arboretum.board import Board, Cell, read_board
from gemgrove.arboretum.cards import RANKS, Card, species_in_play
from gemgrove.arboretum.history import history
from gemgrove.arboretum.illegal_moves import why_not, why_not_without_action
from gemgrove.arboretum.moves import Kind, Move, planting
from gemgrove.arboretum.position import WORDS
from gemgrove.arboretum.render import table_lines
from gemgrove.arboretum.rule_options import Rules
from gemgrove.arboretum.validation import problems
from gemgrove.deal import Deal
from gemgrove.json_reader import JsonReader
from gemgrove.notation import Words
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
    """Arboretum with a choice of rules."""

    name: ClassVar[str] = "arboretum"
    core: ClassVar[Any] = _native.arboretum
    encoding: ClassVar[dict[str, int]] = {
        "action": 1,
        "observation": _native.arboretum.OBSERVATION_VERSION,
    }

    move_type: ClassVar[type[variant.Move]] = Move
    words: ClassVar[Words] = WORDS
    table: ClassVar[Mapping[str, Callable[[Any], Any]]] = view_json.TABLE

    rules: Rules

    @classmethod
    def create(
        cls, rules: str | variant.Rules, *, players: int | None, options: Mapping[str, Any]
    ) -> Self:
        return cls(Rules.chosen(rules, players=players, options=options))

    @cached_property
    def native(self) -> _native.Variant:  # type: ignore[override]
        return _prepare(self.rules)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        return cls(Rules.of_variant(values))

    def keys(self, deal: Deal) -> bytes:
        """Return a key for the only deck, from the whole id, and one for the starting seat."""
        return deal.keys(whole=True)

    def move(self, position: Decision, action: int) -> Move:
        """Return an action number's move; the position of a cell depends on the planted cards."""
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

    def action(self, position: Decision, move: variant.Move) -> int:
        """Return a move's action number; a cell outside the frame has none."""
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
        assert isinstance(move, Move)
        action = self.action(position, move)
        if action != _NO_ACTION:
            return why_not(position, action)
        return why_not_without_action(position, move, self._numbers.first[move.kind])

    def known_actions(self, game: _native.Game, seat: int | None) -> list[int]:
        """Return all actions; others see which card was picked only when it is planted."""
        return game.actions[:-1] if self._secret(game, seat) else game.actions

    def read_board(self, fields: Mapping[str, Any]) -> Board:
        return read_board(fields, self.rules)

    def position_problems(
        self, values: Mapping[str, Any], fields: Mapping[str, Any], *, hidden: bool
    ) -> Iterator[str]:
        return problems(values, fields, self.rules, hidden=hidden)

    def table_from_dict(self, data: JsonReader) -> dict[str, Any]:
        return view_json.table_from_dict(data, self.rules)

    def changes(
        self, move: variant.Move, before: dict[str, Any], after: dict[str, Any]
    ) -> dict[str, Any]:
        assert isinstance(move, Move)
        return event_payload.changes(move, before, after)

    def history(self, view: _native.View) -> list[tuple[int, Move]]:
        secret = self._secret(view, view.seat)
        return [*history(view.actions, self.board(view), secret=secret, meaning=self._meaning)]

    def table_lines(
        self, board: boards.Board, names: Sequence[str], *, seat: int | None, color: bool
    ) -> Iterator[str]:
        assert isinstance(board, Board)
        return table_lines(board, names, seat, color)

    @classmethod
    def presenter(cls) -> "Presenter":
        from gemgrove.arboretum.presenter import ArboretumPresenter

        return ArboretumPresenter()

    def picture(self, view: "View", names: Sequence[str]) -> "Canvas":
        from gemgrove.arboretum.picture import ArboretumPicture

        return ArboretumPicture(view, names).canvas

    def statistics(self, game: _native.Game) -> statistics.Statistics:
        return statistics.collect(game)

    def symmetry(self) -> "SymmetryMapper":
        from gemgrove.arboretum.symmetry import ArboretumSymmetryMapper

        return ArboretumSymmetryMapper(self)

    def chance(self) -> "Chance":
        from gemgrove.arboretum.chance import ArboretumChance

        return ArboretumChance(self)

    @staticmethod
    def _secret(position: Decision, seat: int | None) -> bool:
        """Return True if a card has been picked that the seat may not know yet."""
        return seat != position.to_move and _native.arboretum.phase(position) == "plant"

    def _meaning(self, action: int) -> Move | Cell:
        """Return an action number's move, or the column and row of a cell in its frame."""
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
    """The action numbers for a number of players."""

    moves: dict[int, Move]
    """All moves except the cells, by action number."""
    actions: dict[variant.Move, int]
    cell: int
    """The action number of the first cell."""
    discard: int
    """The action number of the first discard, after the last cell."""
    width: int
    """The width of the frame in which cells are numbered."""
    end: int
    first: dict[Kind, int]
    """The first action number of each kind."""


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
    first: dict[Kind, int] = {
        "draw": 0,
        "pick": len(draws),
        "plant": len(before),
        "discard": discard,
    }
    return _Numbers(moves, actions, len(before), discard, width, end, first)


@lru_cache
def _prepare(rules: Rules) -> _native.Variant:
    return _native.arboretum.variant(
        players=rules.players,
        seed_discards=rules.seed_discards,
        first_player=None if rules.first_player == "random" else rules.first_player,
    )

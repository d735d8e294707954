"""Arboretum as the public API sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import isqrt
from typing import Any, ClassVar, Self

from gemgrove import _native, variant
from gemgrove.arboretum import render, statistics, told, wire
from gemgrove.arboretum.board import Board, Cell, read_board
from gemgrove.arboretum.cards import RANKS, Card, species_in_play
from gemgrove.arboretum.chance import Chance
from gemgrove.arboretum.explain import why_not
from gemgrove.arboretum.history import history
from gemgrove.arboretum.moves import Move
from gemgrove.arboretum.position import checked, from_text, to_text
from gemgrove.arboretum.rules import Rules
from gemgrove.deal import Deal
from gemgrove.plain import Plain
from gemgrove.variant import Decision, NotationError, Position, shown

_RANDOM_SEAT = -1
_NO_ACTION = -1


@dataclass(frozen=True)
class Arboretum(variant.Variant):
    """Arboretum with its rules chosen."""

    name: ClassVar[str] = "arboretum"
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

    def to_dict(self) -> dict[str, Any]:
        """The rules."""
        return {"rules": self.rules.to_dict()}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """The variant that `to_dict` described."""
        rules = values.get("rules")
        if not isinstance(rules, Mapping):
            raise ValueError(f"rules is {shown(rules)}; it must hold the options by name.")
        return cls(Rules.from_dict(rules))

    @property
    def spec(self) -> str:
        """The rules as one word."""
        return self.rules.spec

    def keys(self, deal: Deal) -> bytes:
        """One key for the one deck, from the whole id, and one for the starting seat."""
        return deal.keys(whole=True)

    def move(self, position: Decision, action: int) -> Move:
        """The move of an action number; where a cell lies depends on what has been planted."""
        numbers = self._numbers
        if not 0 <= action < numbers.end:
            raise NotationError(
                f"{shown(action)} is no action; actions are 0 to {numbers.end - 1}."
            )
        if not numbers.cell <= action < numbers.discard:
            return numbers.moves[action]
        left, low, width = _native.arboretum.frame(position, position.to_move)
        row, column = divmod(action - numbers.cell, width)
        return Move("plant", cell=(left + column, low + row))

    def parse(self, text: str) -> Move:
        """The move that a text names."""
        return Move.parse(text)

    def parse_all(self, text: str) -> Sequence[Move]:
        """The moves that a text names: two, where it is `plant M5 1 0`."""
        return Move.parse_all(text)

    def action(self, position: Decision, move: variant.Move) -> int:
        """The action number of a move; of a cell only within the frame."""
        match move:
            case Move("plant", None, None, (int(x), int(y))):
                left, low, width = _native.arboretum.frame(position, position.to_move)
                column, row = x - left, y - low
                if not (0 <= column < width and 0 <= row < width):
                    return _NO_ACTION
                return self._numbers.cell + row * width + column
            case Move("draw", None | int(), None, None) | Move(
                "pick" | "discard", None, Card(), None
            ):
                return self._numbers.actions.get(move, _NO_ACTION)
        raise NotationError(f"{shown(move)} is no move of Arboretum.")

    def why_not(self, position: Decision, move: variant.Move) -> str:
        """Why a move is not legal."""
        assert isinstance(move, Move)
        return why_not(self.board(position), move)

    def seen_actions(self, game: _native.Game, seat: int | None) -> list[int]:
        """All, but that the others see which card was picked only when it is planted."""
        return game.actions[:-1] if self._secret(game, seat) else game.actions

    def board(self, position: Position) -> Board:
        """The position as a value with names for everything."""
        return read_board(_native.arboretum.fields(position))

    def render(self, position: Decision, *, color: bool) -> str:
        """The table for people."""
        seat = position.seat if isinstance(position, _native.View) else None
        return render.render(self.board(position), self.rules, seat=seat, color=color)

    def fields(self, position: Position) -> dict[str, Any]:
        """The position as plain lists and numbers."""
        return _native.arboretum.fields(position)

    def from_fields(self, fields: Mapping[str, Any], *, hidden: bool = False) -> _native.Position:
        """The position that `fields` described."""
        return _native.arboretum.position(self.native, checked(fields, self.rules, hidden=hidden))

    def position_text(self, position: Position) -> str:
        """The position in one line."""
        return to_text(_native.arboretum.fields(position))

    def read_position(self, text: str) -> _native.Position:
        """The position that `position_text` described."""
        return self.from_fields(from_text(text))

    def to_wire(self, view: _native.View) -> dict[str, Any]:
        """The table that a view shows, as JSON can hold it and anybody can read it."""
        return wire.to_wire(self.board(view))

    def from_wire(self, data: Plain) -> dict[str, Any]:
        """The fields of the position that `to_wire` described."""
        return wire.from_wire(data, self.rules)

    def changes(
        self, move: variant.Move, before: dict[str, Any], after: dict[str, Any]
    ) -> dict[str, Any]:
        """What a move did, as far as the fields before and after it show it."""
        assert isinstance(move, Move)
        return told.changes(move, before, after)

    def history(self, view: _native.View) -> list[tuple[int, variant.Move]]:
        """The moves that a view tells of, each with its seat."""
        secret = self._secret(view, view.seat)
        return [*history(view.actions, self.board(view), secret=secret, meaning=self._meaning)]

    def chance(self) -> Chance:
        """The game as draws that are made one at a time."""
        return Chance(self.rules, self.native, self.keys(Deal.from_seed(0)))

    def statistics(self, game: _native.Game) -> statistics.Statistics:
        """What has happened in a game so far, in figures."""
        return statistics.collect(game)

    @staticmethod
    def _secret(position: Decision, seat: int | None) -> bool:
        """Whether a card has been picked that the seat may not know yet."""
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
    first = rules.first_player
    return _native.arboretum.variant(
        players=rules.players,
        seed_discards=rules.seed_discards,
        first_player=_RANDOM_SEAT if first == "random" else first,
    )

"""Splendor as the public API sees it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Self

from gemgrove import _native, variant
from gemgrove.deal import Deal
from gemgrove.plain import Plain
from gemgrove.splendor import moves, render, statistics, told, wire
from gemgrove.splendor.board import Board, read_board
from gemgrove.splendor.cards import CardSet
from gemgrove.splendor.chance import Chance
from gemgrove.splendor.escrow import escrow
from gemgrove.splendor.explain import why_not
from gemgrove.splendor.history import history
from gemgrove.splendor.moves import MOVES, PAY_MOVES, TOKEN_ACTION, Move
from gemgrove.splendor.position import checked, from_text, to_text
from gemgrove.splendor.rules import Rules
from gemgrove.variant import Decision, NotationError, Position, shown

_OVER_LIMIT = ("return", "forbid")
_NOBLES = ("choose", "first", "all")
_TAKE_FEWER = ("forced", "free", "never")
_PAYMENT = ("auto", "choose")
_RANDOM_SEAT = -1
_OWN_CARDS = ",cards="


@dataclass(frozen=True)
class Splendor(variant.Variant):
    """Splendor with its rules and its cards chosen."""

    name: ClassVar[str] = "splendor"
    encoding: ClassVar[dict[str, int]] = {
        "action": 1,
        "observation": _native.splendor.OBSERVATION_VERSION,
    }
    skips: ClassVar[bool] = True

    rules: Rules
    cards: CardSet

    @classmethod
    def create(
        cls, rules: str | variant.Rules, *, players: int | None, options: Mapping[str, Any]
    ) -> Self:
        """From a preset's name or a `Rules`; the option `cards` is a `CardSet`."""
        options = dict(options)
        cards = options.pop("cards", None)
        if cards is None:
            cards = CardSet.builtin()
        if not isinstance(cards, CardSet):
            raise TypeError(f"cards is {shown(cards)}; it must be a splendor.CardSet.")
        spec: object = rules
        if isinstance(rules, str):
            spec, _, fingerprint = rules.partition(_OWN_CARDS)
            if fingerprint not in ("", cards.fingerprint):
                raise ValueError(
                    f"The rules name the cards {shown(fingerprint)}, and these are the cards "
                    f"{cards.fingerprint!r}; cards= must give the others."
                )
        return cls(Rules.chosen(spec, players=players, options=options), cards)

    @cached_property
    def native(self) -> _native.Variant:  # type: ignore[override]
        """The prepared rules and cards."""
        return _prepare(self.rules, self.cards)

    def to_dict(self) -> dict[str, Any]:
        """The rules; and the cards, where they are not the built-in ones."""
        values: dict[str, Any] = {"rules": self.rules.to_dict()}
        if self.cards != CardSet.builtin():
            values["cards"] = {"name": self.cards.name} | self.cards.to_csv()._asdict()
        return values

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """The variant that `to_dict` described."""
        rules = values.get("rules")
        if not isinstance(rules, Mapping):
            raise ValueError(f"rules is {shown(rules)}; it must hold the options by name.")
        cards = _read_cards(values["cards"]) if "cards" in values else CardSet.builtin()
        return cls(Rules.from_dict(rules), cards)

    @property
    def spec(self) -> str:
        """The rules as one word, and the cards' fingerprint where they are not the built-in."""
        own = _OWN_CARDS + self.cards.fingerprint if self.cards != CardSet.builtin() else ""
        return self.rules.spec + own

    def keys(self, deal: Deal) -> bytes:
        """One key for each deck, the nobles and the starting seat."""
        return deal.keys()

    def move(self, position: Decision, action: int) -> Move:
        """The move of an action number; a token's is a payment in the phase `pay`."""
        if action == moves.SKIP:
            return moves.SKIP_MOVE
        if not 0 <= action < len(MOVES):
            raise NotationError(f"{shown(action)} is no action; actions are 0 to {len(MOVES) - 1}.")
        if TOKEN_ACTION <= action < TOKEN_ACTION + len(PAY_MOVES) and self._paying(position):
            return PAY_MOVES[action - TOKEN_ACTION]
        return MOVES[action]

    def parse(self, text: str) -> Move:
        """The move that a text names."""
        return Move.parse(text)

    def action(self, position: Decision, move: variant.Move) -> int:
        """The action number of a move."""
        if not isinstance(move, Move) or move not in moves.KNOWN:
            raise NotationError(f"{shown(move)} is no move of Splendor.")
        # Paying and returning share their numbers, so the phase tells one from the other.
        if move.kind in ("pay", "return") and (move.kind == "pay") != self._paying(position):
            return moves.SKIP
        return move.action

    def why_not(self, position: Decision, move: variant.Move) -> str:
        """Why a move is not legal."""
        assert isinstance(move, Move)
        return why_not(self.board(position), self.rules, move)

    def board(self, position: Position) -> Board:
        """The position as a value with names for everything."""
        return read_board(_native.splendor.fields(position), self.cards)

    def render(self, position: Decision, *, color: bool) -> str:
        """The table for people."""
        seat = position.seat if isinstance(position, _native.View) else None
        return render.render(self.board(position), self.rules, seat=seat, color=color)

    def fields(self, position: Position) -> dict[str, Any]:
        """The position as plain lists and numbers."""
        return _native.splendor.fields(position)

    def from_fields(self, fields: Mapping[str, Any], *, hidden: bool = False) -> _native.Position:
        """The position that `fields` described."""
        values = checked(fields, self.rules, self.cards, hidden=hidden)
        return _native.splendor.position(self.native, values)

    def position_text(self, position: Position) -> str:
        """The position in one line."""
        return to_text(_native.splendor.fields(position))

    def read_position(self, text: str) -> _native.Position:
        """The position that `position_text` described."""
        return self.from_fields(from_text(text, self.cards))

    def to_wire(self, view: _native.View) -> dict[str, Any]:
        """The table that a view shows, as JSON can hold it and anybody can read it."""
        return wire.to_wire(self.board(view), self.fields(view)["pending"])

    def from_wire(self, data: Plain) -> dict[str, Any]:
        """The fields of the position that `to_wire` described."""
        return wire.from_wire(data, self.rules, self.cards)

    def changes(
        self, move: variant.Move, before: dict[str, Any], after: dict[str, Any]
    ) -> dict[str, Any]:
        """What a move did, as far as the fields before and after it show it."""
        assert isinstance(move, Move)
        return told.changes(move, before, after, self.cards)

    def extras(self, game: _native.Game) -> dict[str, Any]:
        """The tokens in escrow."""
        return {"escrow": wire.plain_escrow(escrow(game))}

    def history(self, view: _native.View) -> list[tuple[int, variant.Move]]:
        """The moves that a view tells of, each with its seat."""
        phase = _native.splendor.phase(view)
        return [*history(view.actions, view.to_move, phase, self.rules)]

    def chance(self) -> Chance:
        """The game as draws that are made one at a time."""
        return Chance(self.rules, self.cards, self.native, self.keys(Deal.from_seed(0)))

    def statistics(self, game: _native.Game) -> statistics.Statistics:
        """What has happened in a game so far, in figures."""
        return statistics.collect(game)

    @staticmethod
    def _paying(position: Decision) -> bool:
        return _native.splendor.phase(position) == "pay"


def _read_cards(values: Any) -> CardSet:
    parts = ("name", "cards", "nobles")
    if not isinstance(values, Mapping) or not all(isinstance(values.get(p), str) for p in parts):
        raise ValueError(f"cards is {shown(values)}; it must hold a name and two texts in CSV.")
    name, cards, nobles = (values[part] for part in parts)
    return CardSet.load(cards.split("\n"), nobles.split("\n"), name=name)


@lru_cache(maxsize=256)
def _prepare(rules: Rules, cards: CardSet) -> _native.Variant:
    first = rules.first_player
    return _native.splendor.variant(
        players=rules.players,
        deck_reserve=rules.deck_reserve,
        over_limit=_OVER_LIMIT.index(rules.over_limit),
        return_gold=rules.return_gold,
        nobles=_NOBLES.index(rules.nobles),
        take_fewer=_TAKE_FEWER.index(rules.take_fewer),
        payment=_PAYMENT.index(rules.payment),
        target_points=rules.target_points,
        first_player=_RANDOM_SEAT if first == "random" else first,
        turn_limit=rules.turn_limit,
        cards=[(card.tier - 1, card.color, card.points, list(card.cost)) for card in cards.cards],
        noble_tiles=[(noble.points, list(noble.requirement)) for noble in cards.nobles],
    )

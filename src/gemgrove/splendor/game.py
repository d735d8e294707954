"""Splendor for the public API."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Self

from gemgrove import _native, variant
from gemgrove import board as boards
from gemgrove.deal import Deal
from gemgrove.json_reader import JsonReader
from gemgrove.notation import Words
from gemgrove.splendor import event_payload, moves, statistics, view_json
from gemgrove.splendor.board import Board, escrow_on_table, read_board
from gemgrove.splendor.cards import CardSet
from gemgrove.splendor.history import history
from gemgrove.splendor.illegal_moves import why_not
from gemgrove.splendor.moves import MOVES, PAY_MOVES, TOKEN_ACTION, Move
from gemgrove.splendor.position import WORDS, add_worth
from gemgrove.splendor.render import table_lines
from gemgrove.splendor.rule_options import Rules
from gemgrove.splendor.validation import problems
from gemgrove.variant import Decision, NotationError, shown

if TYPE_CHECKING:
    from gemgrove.canvas import Canvas
    from gemgrove.chance import Chance
    from gemgrove.game import View
    from gemgrove.presenter import Presenter
    from gemgrove.reward import Reward
    from gemgrove.symmetry import SymmetryMapper

_OWN_CARDS = ",cards="


@dataclass(frozen=True)
class Splendor(variant.Variant[Move, Board, Rules, statistics.Statistics]):
    """Splendor with a choice of rules and cards."""

    name: ClassVar[str] = "splendor"
    core: ClassVar[Any] = _native.splendor
    encoding: ClassVar[dict[str, int]] = {
        "action": 1,
        "observation": _native.splendor.OBSERVATION_VERSION,
    }
    data: ClassVar[tuple[str, ...]] = ("cards",)
    skip_move: ClassVar[variant.Move | None] = moves.SKIP_MOVE

    move_type: ClassVar[type[variant.Move]] = Move
    words: ClassVar[Words] = WORDS
    table: ClassVar[Mapping[str, Callable[[Any], Any]]] = view_json.TABLE

    rules: Rules
    cards: CardSet

    @classmethod
    def create(
        cls, rules: str | variant.Rules, *, players: int | None, options: Mapping[str, Any]
    ) -> Self:
        """Create the game from a preset's name or a `Rules`; the option `cards` is a `CardSet`."""
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
                    f"The rules name the cards {shown(fingerprint)}, but these are the cards "
                    f"{cards.fingerprint!r}; pass the former as cards=."
                )
        return cls(Rules.chosen(spec, players=players, options=options), cards)

    @cached_property
    def native(self) -> _native.Variant:  # type: ignore[override]
        return _prepare(self.rules, self.cards)

    def to_dict(self) -> dict[str, Any]:
        """Return the rules, and the cards if they are not the built-in ones."""
        values = super().to_dict()
        if self.cards != CardSet.builtin():
            values["cards"] = {"name": self.cards.name} | self.cards.to_csv()._asdict()
        return values

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        cards = _read_cards(values["cards"]) if "cards" in values else CardSet.builtin()
        return cls(Rules.of_variant(values), cards)

    @property
    def spec(self) -> str:
        """The rules as one word, with the cards' fingerprint if they are not the built-in ones."""
        own = _OWN_CARDS + self.cards.fingerprint if self.cards != CardSet.builtin() else ""
        return self.rules.spec + own

    def keys(self, deal: Deal) -> bytes:
        """Return the keys of the parts: low, middle and high deck, nobles, starting seat.

        The four groups of an open deal's id decide one part each:

            ABCD        EFGH          JKMN        PQR
            low deck    middle deck   high deck   nobles
        """
        return deal.keys()

    def move(self, position: Decision, action: int) -> Move:
        """Return an action number's move; in the phase `pay`, token actions are payments."""
        if action == moves.SKIP:
            return moves.SKIP_MOVE
        if not 0 <= action < len(MOVES):
            raise NotationError(
                f"{shown(action)} is not an action; actions are 0 to {len(MOVES) - 1}."
            )
        if TOKEN_ACTION <= action < TOKEN_ACTION + len(PAY_MOVES) and self._paying(position):
            return PAY_MOVES[action - TOKEN_ACTION]
        return MOVES[action]

    def action(self, position: Decision, move: variant.Move) -> int:
        if not isinstance(move, Move):
            raise NotationError(f"{shown(move)} is not a move of Splendor.")
        # Paying and returning share their numbers, so the phase tells one from the other.
        if move.kind in ("pay", "return") and (move.kind == "pay") != self._paying(position):
            return moves.SKIP
        return move.action

    def why_not(self, position: Decision, move: variant.Move) -> str:
        assert isinstance(move, Move)
        return why_not(position, self.cards, self.action(position, move), move.kind)

    def read_board(self, fields: Mapping[str, Any]) -> Board:
        return read_board(fields, self.rules, self.cards)

    def completed_fields(self, fields: dict[str, Any]) -> dict[str, Any]:
        add_worth(fields, self.cards)
        return fields

    def position_problems(
        self, values: Mapping[str, Any], fields: Mapping[str, Any], *, hidden: bool
    ) -> Iterator[str]:
        return problems(values, fields, self.rules, self.cards, hidden=hidden)

    def table_from_dict(self, data: JsonReader) -> dict[str, Any]:
        return view_json.table_from_dict(data, self.rules, self.cards)

    def changes(
        self, move: variant.Move, before: dict[str, Any], after: dict[str, Any]
    ) -> dict[str, Any]:
        assert isinstance(move, Move)
        return event_payload.changes(move, before, after, self.cards)

    def table_extras(self, game: _native.Game) -> dict[str, Any]:
        return {"escrow": view_json.escrow_to_dict(escrow_on_table(game))}

    def history(self, view: _native.View) -> list[tuple[int, Move]]:
        phase = _native.splendor.phase(view)
        return [*history(view.actions, view.to_move, phase, self.rules)]

    def table_lines(
        self,
        board: boards.Board,
        names: Sequence[str],
        *,
        seat: int | None,  # noqa: ARG002
        color: bool,
    ) -> Iterator[str]:
        assert isinstance(board, Board)
        return table_lines(board, names, color)

    @classmethod
    def presenter(cls) -> "Presenter":
        from gemgrove.splendor.presenter import SplendorPresenter

        return SplendorPresenter()

    def picture(self, view: "View", names: Sequence[str]) -> "Canvas":
        from gemgrove.splendor.picture import SplendorPicture

        return SplendorPicture(view, names).canvas

    def statistics(self, game: _native.Game) -> statistics.Statistics:
        return statistics.collect(game)

    def symmetry(self) -> "SymmetryMapper":
        from gemgrove.splendor.symmetry import SplendorSymmetryMapper

        return SplendorSymmetryMapper(self)

    def chance(self) -> "Chance":
        from gemgrove.splendor.chance import SplendorChance

        return SplendorChance(self)

    @classmethod
    def rewards(cls) -> "Mapping[str, Callable[[], Reward]]":
        from gemgrove.splendor.rewards import REWARDS

        return REWARDS

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
    return _native.splendor.variant(
        players=rules.players,
        deck_reserve=rules.deck_reserve,
        over_limit=_native.splendor.OverLimit[rules.over_limit.upper()],
        return_gold=rules.return_gold,
        nobles=_native.splendor.Nobles[rules.nobles.upper()],
        take_fewer=_native.splendor.TakeFewer[rules.take_fewer.upper()],
        payment=_native.splendor.Payment[rules.payment.upper()],
        target_points=rules.target_points,
        first_player=None if rules.first_player == "random" else rules.first_player,
        turn_limit=rules.turn_limit,
        cards=[
            (card.tier - 1, int(card.color), card.points, list(card.cost)) for card in cards.cards
        ],
        noble_tiles=[(noble.points, list(noble.requirement)) for noble in cards.nobles],
    )

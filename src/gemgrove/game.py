"""The one public API: a `Game`, and the `View` a seat has of it. The same for every game."""

import importlib
import sys
from collections.abc import Iterable, Mapping
from os import environ
from typing import TYPE_CHECKING, Any

from gemgrove import _native
from gemgrove.deal import Deal
from gemgrove.randomness import Randomness, bits
from gemgrove.record import Record, RecordError, Result, sentence
from gemgrove.variant import (
    IllegalMove,
    Move,
    NotationError,
    PositionError,
    Rules,
    Variant,
    shown,
    whole,
)

GAMES: tuple[str, ...] = tuple(_native.games())
"""The names of the games."""

_NO_ACTION = -1


def new(
    game: str,
    *,
    players: int | None = None,
    rules: str | Rules = "official",
    seed: int | None = None,
    deal: str | Deal | None = None,
    **options: Any,
) -> "Game":
    """A new game.

    `rules` is a preset's name, a spec such as `"official:payment=choose"`, or a `Rules`; further
    options replace some of them. `seed` names an open deal, `deal` gives one or its id; without
    either a new open deal is made (`deal="open"` says so).

    >>> new("splendor", players=3, seed=42).players
    3
    """
    variant = variant_class(game).create(rules, players=players, options=options)
    chosen = _choose_deal(seed, deal)
    return Game(variant, variant.native.deal(variant.keys(chosen)), chosen)


def from_position(text: str, **options: Any) -> "Game":
    """The game that stands as `Game.position` wrote it.

    A position of one's own cards needs them once more: `cards=`.
    """
    name, spec, rest = _parts(text)
    if name not in GAMES:
        raise PositionError(f"A position begins with the name of its game: {_listed(GAMES)}.")
    try:
        variant = variant_class(name).create(spec, players=None, options=options)
    except ValueError as error:
        raise PositionError(f"The rules of the position cannot be read. {error}") from error
    return Game(variant, variant.read_position(rest), None)


def variant_class(game: str) -> type[Variant]:
    """The class that knows the rules of a game."""
    if game not in GAMES:
        raise ValueError(f"There is no game {shown(game)}; the games are {_listed(GAMES)}.")
    found: type[Variant] = importlib.import_module(f"gemgrove.{game}").GAME
    return found


class _Position:
    """What `Game` and `View` have in common beside their native classes."""

    __slots__ = ()

    if TYPE_CHECKING:
        variant: Any
        ending: str | None

        def legal_actions(self) -> list[int]: ...

    @property
    def name(self) -> str:
        """Which game it is."""
        return self.variant.name  # type: ignore[no-any-return]

    @property
    def rules(self) -> Any:
        """The options of the rules."""
        return self.variant.rules

    @property
    def board(self) -> Any:
        """The position with names for everything; of a view, what it shows."""
        return self.variant.board(self)

    @property
    def truncated(self) -> bool:
        """Ended by the turn limit, not by itself."""
        return self.ending == "turn limit"

    def legal_moves(self) -> list[Move]:
        """The moves that are legal now; none once the game is over.

        Of a view: those its seat may make, none when it is not to move.
        """
        return [self.variant.move(self, action) for action in self.legal_actions()]

    def move(self, action: int) -> Move:
        """The move that an action number means now."""
        move: Move = self.variant.move(self, action)
        return move

    def __str__(self) -> str:
        text: str = self.variant.render(self, color=_color_wanted())
        return text


class Game(_Position, _native.Game):
    """A game being played. Made by `new`, `from_position`, `Record.replay` or `View.sample`."""

    __slots__ = ()

    @property
    def moves(self) -> list[Move]:
        """The moves played so far."""
        return _play_on(Game(self.variant, self._start(), None), self.actions)

    def is_legal(self, move: Any) -> bool:
        """Whether a Move, its text or its action number is legal now.

        Of a text that names several moves: whether they are, one after another. What names no
        move at all is a `NotationError`.
        """
        if _native.Game.is_legal(self, move):
            return True
        if not isinstance(move, str) or len(moves := self.variant.parse_all(move)) == 1:
            return False
        try:
            self.copy().play_all(moves)
        except IllegalMove:
            return False
        return True

    def play_all(self, moves: Iterable[Move | str | int]) -> None:
        """Play several moves, all of them or, where one is not legal, none."""
        trial = self.copy()
        before = len(trial.actions)
        for move in moves:
            trial.play(move)
        for action in trial.actions[before:]:
            self.play(action)

    def undo(self) -> Move:
        """Take back the last decision, and return it."""
        if not self._played:
            raise IllegalMove("There is nothing to take back.")
        last = self.actions[-1]
        self._undo()
        return self.move(last)

    def skip(self) -> None:
        """End the turn by hand, without a move: for handicaps and `splendor_game.end_turn`."""
        if self.over:
            raise IllegalMove("The game is over.")
        if not self.variant.skips:
            raise IllegalMove(f"{self.name.capitalize()} has no skipped turns.")
        if not self._skip():
            raise IllegalMove("A turn can be skipped only before its first decision.")

    def view(self, seat: int | None) -> "View":
        """What a seat may know; None: a spectator."""
        if seat is not None and whole(seat) is None:
            raise TypeError(f"seat is {shown(seat)}; it must be a seat's number or None.")
        seen = self.variant.seen_actions(self, seat)
        return View(self.variant, self._seen_by(seat), seat, seen)

    def record(self, *, names: list[str] | None = None) -> Record:
        """The game as a value that can be saved, loaded, replayed and checked."""
        if names is not None and len(names) != self.players:
            raise ValueError(f"There are {len(names)} names for {self.players} players.")
        return Record(
            game=self.name,
            variant=self.variant.to_dict(),
            encoding=dict(self.variant.encoding),
            deal=self.deal.id if self.deal is not None else None,
            position=None if self.deal is not None else self._start_text(),
            moves=tuple(move.text for move in self.moves),
            result=Result(self.ending, tuple(self.scores), tuple(self.winners)),
            names=tuple(names or ()),
        )

    def position(self) -> str:
        """The whole position in one line, hidden cards included; `from_position` reads it."""
        return f"{self.name} {self.variant.spec} {self.variant.position_text(self)}"

    def statistics(self) -> Any:
        """What has happened so far, in figures."""
        return self.variant.statistics(self)

    def _start_text(self) -> str:
        return Game(self.variant, self._start(), None).position()

    def _action(self, move: Any) -> int:
        """The action number of what `play` was given; `_NO_ACTION` where it has none or several."""
        if isinstance(move, str):
            moves = self.variant.parse_all(move)
            if len(moves) > 1:
                return _NO_ACTION
            move = moves[0]
        if isinstance(move, Move):
            return self.variant.action(self, move)  # type: ignore[no-any-return]
        number = whole(move)
        if number is None:
            raise NotationError(
                f"{shown(move)} is no move; a Move, its text or its action number is one."
            )
        return number if 0 <= number < self.variant.native.action_count else _NO_ACTION

    def _play_other(self, move: Any) -> None:
        """Say why what `play` was given is no legal action; or play it, if it is several."""
        if isinstance(move, str):
            moves = self.variant.parse_all(move)
            if len(moves) > 1:
                self.play_all(moves)
                return
            move = moves[0]
        elif not isinstance(move, Move):
            move = self.variant.move(self, int(move))
        raise IllegalMove(f"{move} is not legal: {self.variant.why_not(self, move)}.")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._same_position(other) and bool(self.variant == other.variant)

    def __hash__(self) -> int:
        return hash((self.variant, self._position_hash()))

    def __copy__(self) -> "Game":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        start = self.deal or self.variant.fields(self._start())
        return _restore_game, (type(self), self.name, self.variant.to_dict(), start, self.actions)

    def __repr__(self) -> str:
        return f"from_position({self.position()!r})"


class View(_Position, _native.View):
    """Exactly what one seat, or a spectator, may know of a game. Made by `Game.view`."""

    __slots__ = ()

    def sample(self, rng: Randomness) -> Game:
        """A full game that agrees with this view: what is hidden is drawn anew."""
        return Game(self.variant, self._sample(bits(rng)), None)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return (
            self.seat == other.seat
            and self._same_position(other)
            and self.actions == other.actions
            and bool(self.variant == other.variant)
        )

    def __hash__(self) -> int:
        return hash((self.variant, self.seat, self._position_hash()))

    def __copy__(self) -> "View":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "View":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        fields = self.variant.fields(self)
        return _restore_view, (self.name, self.variant.to_dict(), fields, self.seat, self.actions)

    def __repr__(self) -> str:
        whose = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<View of {self.name} from {whose}, {len(self.actions)} decisions made>"


def replay(record: Record) -> Game:
    """The game of a record, played again move by move."""
    if record.game not in GAMES:
        raise RecordError(
            f"The record is of a game {shown(record.game)}; the games are {_listed(GAMES)}."
        )
    variant = record.checked_variant(variant_class(record.game))
    try:
        game = _beginning(record, variant)
    except ValueError as error:
        raise RecordError(f"The record's beginning cannot be read: {sentence(error)}") from error
    record.play_on(game)
    return game


def _beginning(record: Record, variant: Variant) -> Game:
    if record.deal is not None:
        deal = Deal.parse(record.deal)
        return Game(variant, variant.native.deal(variant.keys(deal)), deal)
    assert record.position is not None
    name, spec, rest = _parts(record.position)
    if (name, spec) != (variant.name, variant.spec):
        raise PositionError(f"its position is one of {name} {spec}, its rules are {variant.spec}.")
    return Game(variant, variant.read_position(rest), None)


def _restore_game(
    kind: type[Game],
    name: str,
    variant: Mapping[str, Any],
    start: Deal | dict[str, Any],
    actions: list[int],
) -> Game:
    chosen = variant_class(name).from_dict(variant)
    if isinstance(start, Deal):
        game = kind(chosen, chosen.native.deal(chosen.keys(start)), start)
    else:
        game = kind(chosen, chosen.from_fields(start), None)
    _play_on(game, actions)
    return game


def _restore_view(
    name: str,
    variant: Mapping[str, Any],
    fields: dict[str, Any],
    seat: int | None,
    actions: list[int],
) -> View:
    chosen = variant_class(name).from_dict(variant)
    return View(chosen, chosen.from_fields(fields, hidden=True), seat, actions)


def _play_on(game: Game, actions: list[int]) -> list[Move]:
    """Play a history on `game` from where it stands; what its actions meant."""
    moves: list[Move] = []
    for action in actions:
        moves.append(game.move(action))
        game.skip() if action < 0 else game.play(action)
    return moves


def _choose_deal(seed: int | None, deal: str | Deal | None) -> Deal:
    if seed is not None and deal is not None:
        raise ValueError("Give a seed or a deal, not both.")
    if seed is not None:
        if whole(seed) is None:
            raise TypeError(f"seed is {shown(seed)}; it must be a whole number.")
        return Deal.from_seed(seed)
    if deal is None or deal == "open":
        return Deal.new()
    if not isinstance(deal, str | Deal):
        raise TypeError(f"deal is {shown(deal)}; it must be a Deal, its id or 'open'.")
    return Deal.parse(deal) if isinstance(deal, str) else deal


def _parts(text: str) -> tuple[str, str, str]:
    if not isinstance(text, str):
        raise TypeError(f"A position is text, not {shown(text)}.")
    words = text.strip().split(maxsplit=2)
    if len(words) != 3:
        raise PositionError(
            "A position has the name of its game, its rules and the position itself; "
            f"{shown(text)} does not."
        )
    return words[0], words[1], words[2]


def _color_wanted() -> bool:
    """Color where a terminal reads along and nobody has declined it."""
    declined = environ.get("NO_COLOR") or environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not declined


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names)

"""The one public API: a `Game`, and the `View` a seat has of it. The same for every game."""

import importlib
import sys
from collections.abc import Hashable, Iterable, Mapping, Sequence
from os import environ
from typing import TYPE_CHECKING, Any, Generic, Literal, SupportsIndex, cast, overload

from gemgrove import _native
from gemgrove.board import Board
from gemgrove.deal import Deal
from gemgrove.record import Record, RecordError, Result, sentence
from gemgrove.rng import Rng, bits, checked_seed
from gemgrove.variant import (
    Board_co,
    Decision,
    IllegalMove,
    Move,
    Move_co,
    NotationError,
    PositionError,
    Rules,
    Rules_co,
    Statistics_co,
    Variant,
    shown,
    whole,
)

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from gemgrove.arboretum import Arboretum
    from gemgrove.arboretum import Board as ArboretumBoard
    from gemgrove.splendor import Board as SplendorBoard
    from gemgrove.splendor import Splendor

    Variant_co = TypeVar("Variant_co", bound=Variant, covariant=True, default=Variant)
else:
    from typing import TypeVar

    Variant_co = TypeVar("Variant_co", covariant=True)

Playable = Move | str | SupportsIndex
"""A move, its text or its action number, as `Game.play` takes them."""

GameName = Literal["arboretum", "splendor"]

GAMES = cast("tuple[GameName, ...]", tuple(_native.games()))
"""The names of the games."""

_NO_ACTION = -1


def game_name(text: str) -> GameName:
    """The name of a game that was typed or read: itself, or a `ValueError` if there is none."""
    if text not in GAMES:
        raise ValueError(f"There is no game {shown(text)}; the games are {', '.join(GAMES)}.")
    return text


@overload
def new(
    game: Literal["splendor"],
    *,
    players: int | None = None,
    rules: str | Rules = "official",
    seed: int | None = None,
    deal: str | Deal | None = None,
    **options: Any,
) -> "Game[Splendor]": ...
@overload
def new(
    game: Literal["arboretum"],
    *,
    players: int | None = None,
    rules: str | Rules = "official",
    seed: int | None = None,
    deal: str | Deal | None = None,
    **options: Any,
) -> "Game[Arboretum]": ...
@overload
def new(
    game: GameName,
    *,
    players: int | None = None,
    rules: str | Rules = "official",
    seed: int | None = None,
    deal: str | Deal | None = None,
    **options: Any,
) -> "Game[Any]": ...
def new(
    game: GameName,
    *,
    players: int | None = None,
    rules: str | Rules = "official",
    seed: int | None = None,
    deal: str | Deal | None = None,
    **options: Any,
) -> "Game[Any]":
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


def from_position(text: str, **options: Any) -> "Game[Any]":
    """The game that stands as `Game.position` wrote it.

    A position of custom cards needs them again: `cards=`.
    """
    name, spec, rest = _parts(text)
    if name not in GAMES:
        raise PositionError(f"A position begins with the name of its game: {', '.join(GAMES)}.")
    kind = variant_class(name)
    for option in options:
        if option not in kind.data:
            given = f"only {', '.join(kind.data)} can be given" if kind.data else "nothing is given"
            raise TypeError(
                f"from_position() has no keyword {option!r}; the position tells its rules, and "
                f"{given} with it."
            )
    try:
        variant = kind.create(spec, players=None, options=options)
    except ValueError as error:
        raise PositionError(f"The rules of the position cannot be read. {error}") from error
    return Game(variant, variant.read_position(rest), None)


@overload
def from_board(board: "SplendorBoard") -> "Game[Splendor]": ...
@overload
def from_board(board: "ArboretumBoard") -> "Game[Arboretum]": ...
@overload
def from_board(board: Board) -> "Game[Any]": ...
def from_board(board: Board) -> "Game[Any]":
    """The game that stands as a board shows it: `game.board`, perhaps edited, or one from JSON.

    A view's board hides cards; `View.sample` gives a game whose board shows them all.

    >>> from dataclasses import replace
    >>> board = new("splendor", seed=42).board
    >>> from_board(replace(board, turns=1, to_move=1)).to_move
    1
    """
    if not isinstance(board, Board):
        raise TypeError(f"board is {shown(board)}; it must be a board, such as Game.board.")
    variant = variant_class(board.game).of_board(board)
    return Game(variant, variant.from_fields(board.fields()), None)


def variant_class(game: str) -> type[Variant]:
    """The class that knows the rules of a game."""
    found: type[Variant] = importlib.import_module(f"gemgrove.{game_name(game)}").GAME
    return found


class _Position(Generic[Variant_co]):
    """The methods that `Game` and `View` share beside their native classes."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def variant(self) -> Variant_co: ...
        @property
        def ending(self) -> str | None: ...

        def legal_actions(self) -> list[int]: ...

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.variant.name

    @property
    def rules(self: "_Position[Variant[Any, Any, Rules_co, Any]]") -> Rules_co:
        """The options of the rules."""
        return self.variant.rules

    @property
    def board(self: "_Position[Variant[Any, Board_co, Any, Any]]") -> Board_co:
        """The position with names for everything; of a view, what it shows."""
        return self.variant.board(cast("Decision", self))

    @property
    def truncated(self) -> bool:
        """Ended by the turn limit, not by itself."""
        return self.ending == "turn limit"

    def legal_moves(self: "_Position[Variant[Move_co, Any, Any, Any]]") -> list[Move_co]:
        """The moves that are legal now; none once the game is over.

        Of a view: those its seat may make, none when it is not to move.
        """
        position = cast("Decision", self)
        return [self.variant.move(position, action) for action in self.legal_actions()]

    def move(self: "_Position[Variant[Move_co, Any, Any, Any]]", action: SupportsIndex) -> Move_co:
        """The move that an action number means now."""
        number = whole(action)
        if number is None:
            last = self.variant.native.action_count - 1
            raise NotationError(f"{shown(action)} is not an action; actions are 0 to {last}.")
        return self.variant.move(cast("Decision", self), number)

    def __str__(self) -> str:
        return self.variant.render(cast("Decision", self), color=_color_wanted())


class Game(_Position[Variant_co], _native.Game):
    """A game being played. Made by `new`, `from_position`, `Record.replay` or `View.sample`.

    Games are equal where rules and position are, whatever led there. A game changes as it is
    played, so it cannot be hashed; `key` gives a value that can.

    In type annotations `Game` is any game, and `splendor.Game` and `arboretum.Game` are those of
    one kind.
    """

    __slots__ = ()

    if TYPE_CHECKING:

        def __init__(
            self, variant: Variant_co, start: _native.Position, deal: Deal | None
        ) -> None: ...
        @property
        def variant(self) -> Variant_co: ...
        @property
        def ending(self) -> str | None: ...
        @property
        def deal(self) -> Deal | None:
            """The deal, which decides every deck; None where the game began at a position."""

        def play(self, move: Playable) -> None: ...

    @property
    def moves(self: "Game[Variant[Move_co, Any, Any, Any]]") -> list[Move_co]:
        """The moves played so far."""
        return _play_on(Game(self.variant, self._start(), None), self.actions)

    def is_legal(self, move: Playable) -> bool:
        """True if a Move, its text or its action number is legal now.

        A text that names several moves is legal if they are, one after another. A number that is
        no action is not legal, and neither is a skip, which `play` takes though no player may make
        it. Anything else that names no move is a `NotationError`.
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

    def play_all(self, moves: Iterable[Playable]) -> None:
        """Play several moves, all of them or, where one is not legal, none."""
        if isinstance(moves, str | bytes) or not isinstance(moves, Iterable):
            raise TypeError(f"moves is {shown(moves)}; it must be a list of moves.")
        trial = self.copy()
        before = len(trial.actions)
        for move in moves:
            trial.play(move)
        _play_on(self, trial.actions[before:])

    def play_legal(self, move: Playable) -> None:
        """Play what a player has chosen: as `play`, but a skip is refused like any illegal move."""
        skip = self.variant.skip_move
        if skip is not None and isinstance(move, str | Move):
            chosen = self.variant.parse_all(move) if isinstance(move, str) else (move,)
            if skip in chosen:
                raise self._illegal(skip)
        self.play(move)

    def undo(self: "Game[Variant[Move_co, Any, Any, Any]]") -> Move_co:
        """Take back the last decision, and return it: `play` makes it again."""
        if not self._played:
            raise IllegalMove("There is nothing to take back.")
        last = self.actions[-1]
        self._undo()
        return self.move(last)

    def skip(self) -> None:
        """End the turn by hand, without a move: for handicaps, and where turns are ended by call.

        In a history it is a move of its own, `Move.parse("skip")`. It is never legal, but `play`
        takes it, so that a history can be played again.
        """
        if self.over:
            raise IllegalMove("The game is over.")
        if self.variant.skip_move is None:
            raise IllegalMove(f"{self.name.capitalize()} has no skipped turns.")
        if not self._skip():
            raise IllegalMove("A turn can be skipped only before its first decision.")

    def view(self, seat: int | None) -> "View[Variant_co]":
        """The view of a seat; None: a spectator."""
        seen = self._seen_by(seat)
        return View(self.variant, seen, seat, self.variant.known_actions(self, seat))

    def record(self, *, names: Sequence[str] | None = None) -> Record:
        """The game as a value that can be saved, loaded, replayed and checked."""
        if names is not None:
            listed = isinstance(names, Sequence) and not isinstance(names, str)
            if not listed or not all(isinstance(name, str) for name in names):
                raise TypeError(f"names is {shown(names)}; it must be a text for each seat.")
            if len(names) != self.players:
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

    def statistics(self: "Game[Variant[Any, Any, Any, Statistics_co]]") -> Statistics_co:
        """The statistics of the game so far."""
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
            return self.variant.action(self, move)
        number = whole(move)
        if number is None:
            raise NotationError(
                f"{shown(move)} is not a move; a Move, its text or its action number is one."
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
            raise self._illegal(self.variant.move(self, int(move)))
        if move != self.variant.skip_move or self.over or not self._skip():
            raise self._illegal(move)

    def _illegal(self, move: Move) -> IllegalMove:
        return IllegalMove(f"{move} is not legal: {self.variant.why_not(self, move)}.")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._same_position(other) and bool(self.variant == other.variant)

    __hash__ = None  # type: ignore[assignment]

    def key(self) -> Hashable:
        """The rules and the whole position, hidden cards included, as a value for sets and dicts.

        The keys of two games are equal exactly when the games are. How a position was reached does
        not count. Keys are good within one process only: another version may have other ones.
        """
        return self.variant, self._state()

    def __copy__(self) -> "Game":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        start = self.deal or self.variant.fields(self._start())
        return _restore_game, (type(self), self.name, self.variant.to_dict(), start, self.actions)

    def __repr__(self) -> str:
        return f"from_position({self.position()!r})"


class View(_Position[Variant_co], _native.View):
    """Exactly what one seat, or a spectator, may know of a game. Made by `Game.view`.

    Views are equal where the rules, the seat and all that it sees are, whatever led there.
    """

    __slots__ = ()

    if TYPE_CHECKING:

        def __init__(
            self, variant: Variant_co, seen: _native.Position, seat: int | None, actions: list[int]
        ) -> None: ...
        @property
        def variant(self) -> Variant_co: ...
        @property
        def ending(self) -> str | None: ...

    @property
    def moves(self: "View[Variant[Move_co, Any, Any, Any]]") -> list[Move_co]:
        """The moves that this view knows of."""
        return [move for _, move in self.variant.history(self)]

    def position(self) -> str:
        """Everything that this view shows in one line; `?` stands for what is hidden."""
        whose = "-" if self.seat is None else f"p{self.seat + 1}"
        shows = self.variant.position_text(self)
        return f"{self.name} {self.variant.spec} view={whose} {shows}"

    def sample(self, rng: Rng) -> Game[Variant_co]:
        """A full game that agrees with this view: hidden cards are drawn at random.

        It has no history, and its view from this seat is equal to this one.
        """
        return Game(self.variant, self._sample(bits(rng)), None)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return (
            self.seat == other.seat
            and self._same_position(other)
            and bool(self.variant == other.variant)
        )

    def __hash__(self) -> int:
        return hash((self.variant, self.seat, self._state()))

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


def replay(record: Record) -> Game[Any]:
    """The game of a record, played again move by move."""
    if record.game not in GAMES:
        raise RecordError(
            f"The record is of a game {shown(record.game)}; the games are {', '.join(GAMES)}."
        )
    variant = record.checked_variant(variant_class(record.game))
    try:
        game = _beginning(record, variant)
    except ValueError as error:
        raise RecordError(f"The record's beginning cannot be read: {sentence(error)}") from error
    record.play_on(game)
    return game


def _beginning(record: Record, variant: Variant) -> Game[Any]:
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


def _play_on(game: Game[Variant[Move_co, Any, Any, Any]], actions: list[int]) -> list[Move_co]:
    moves: list[Move_co] = []
    for action in actions:
        moves.append(game.move(action))
        game.skip() if action < 0 else game.play(action)
    return moves


def _choose_deal(seed: int | None, deal: str | Deal | None) -> Deal:
    seed = checked_seed(seed)
    if seed is not None and deal is not None:
        raise ValueError("Give a seed or a deal, not both.")
    if seed is not None:
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
    if words[2].startswith("view="):
        raise PositionError(
            "This is what a view shows, and not a full position; View.sample draws one."
        )
    return words[0], words[1], words[2]


def _color_wanted() -> bool:
    """Color where a terminal reads along and nobody has declined it."""
    declined = environ.get("NO_COLOR") or environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not declined

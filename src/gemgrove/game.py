"""The public API, the same for every game: a `Game`, and a seat's `View` of it."""

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
"""Anything `Game.play` accepts: a move, its text or its action number."""

GameName = Literal["arboretum", "splendor"]

GAMES = cast("tuple[GameName, ...]", tuple(_native.games()))
"""The names of all games."""

_NO_ACTION = -1


def game_name(text: str) -> GameName:
    """Return `text` if it is the name of a game; otherwise raise a `ValueError`."""
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
    """Start a new game.

    `rules` is a preset's name, a spec such as `"official:payment=choose"`, or a `Rules` object;
    `players` and further keyword arguments override single options. `seed` selects an open deal by
    number, and `deal` is a `Deal` or its id. Without either, or with `deal="open"`, the game gets a
    new random open deal.

    >>> new("splendor", players=3, seed=42).players
    3
    """
    variant = variant_class(game).create(rules, players=players, options=options)
    chosen = _choose_deal(seed, deal)
    return Game(variant, variant.native.deal(variant.keys(chosen)), chosen)


def from_position(text: str, **options: Any) -> "Game[Any]":
    """Return a game at the position that `Game.position` wrote.

    If the game used custom cards, pass them again as `cards=`.
    """
    name, spec, rest = _parts(text)
    if name not in GAMES:
        raise PositionError(f"A position begins with the name of its game: {', '.join(GAMES)}.")
    kind = variant_class(name)
    for option in options:
        if option not in kind.data:
            given = f"only {', '.join(kind.data)}" if kind.data else "nothing"
            raise TypeError(
                f"from_position() has no keyword {option!r}; the position contains its rules, and "
                f"{given} can be given with it."
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
    """Return a game at a board's position: that of `game.board`, perhaps edited, or one from JSON.

    The board must show every card. A view's board hides some; use `View.sample` instead.

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
    """Return the class that implements a game's rules."""
    found: type[Variant] = importlib.import_module(f"gemgrove.{game_name(game)}").GAME
    return found


class _Position(Generic[Variant_co]):
    """The methods that `Game` and `View` share, apart from those of their native classes."""

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
        """The game's rules, with all their options."""
        return self.variant.rules

    @property
    def board(self: "_Position[Variant[Any, Board_co, Any, Any]]") -> Board_co:
        """The position as a value with named fields; for a view, only what the view shows."""
        return self.variant.board(cast("Decision", self))

    @property
    def truncated(self) -> bool:
        """True if the turn limit ended the game."""
        return self.ending == "turn limit"

    def legal_moves(self: "_Position[Variant[Move_co, Any, Any, Any]]") -> list[Move_co]:
        """Return the moves that are legal now; an empty list once the game is over.

        A view lists moves only while its seat is to move.
        """
        position = cast("Decision", self)
        return [self.variant.move(position, action) for action in self.legal_actions()]

    def move(self: "_Position[Variant[Move_co, Any, Any, Any]]", action: SupportsIndex) -> Move_co:
        """Return the move that an action number stands for in the current position."""
        number = whole(action)
        if number is None:
            last = self.variant.native.action_count - 1
            raise NotationError(f"{shown(action)} is not an action; actions are 0 to {last}.")
        return self.variant.move(cast("Decision", self), number)

    def __str__(self) -> str:
        return self.variant.render(cast("Decision", self), color=_color_wanted())


class Game(_Position[Variant_co], _native.Game):
    """A game in progress, created by `new`, `from_position`, `Record.replay` or `View.sample`.

    Two games are equal if their rules and positions are, no matter how they got there. A game
    changes as it is played, so it cannot be hashed; `key` returns a value that can.

    In type annotations, `Game` means any game, `splendor.Game` a game of Splendor and
    `arboretum.Game` a game of Arboretum.
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
            """The deal, which decides every deck; None if the game began at a position."""

        def play(self, move: Playable) -> None: ...

    @property
    def moves(self: "Game[Variant[Move_co, Any, Any, Any]]") -> list[Move_co]:
        """The moves played so far."""
        return _play_on(Game(self.variant, self._start(), None), self.actions)

    def is_legal(self, move: Playable) -> bool:
        """Return True if a `Move`, its text or its action number is legal now.

        A text that names several moves is legal if they can be played one after another. A number
        that is not an action is not legal, and neither is a skip, although `play` accepts one.
        Anything else that does not name a move raises a `NotationError`.
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
        """Play several moves; if one of them is not legal, play none."""
        if isinstance(moves, str | bytes) or not isinstance(moves, Iterable):
            raise TypeError(f"moves is {shown(moves)}; it must be a list of moves.")
        trial = self.copy()
        before = len(trial.actions)
        for move in moves:
            trial.play(move)
        _play_on(self, trial.actions[before:])

    def play_legal(self, move: Playable) -> None:
        """Play a player's choice: like `play`, but refuse a skip as an illegal move."""
        skip = self.variant.skip_move
        if skip is not None and isinstance(move, str | Move):
            chosen = self.variant.parse_all(move) if isinstance(move, str) else (move,)
            if skip in chosen:
                raise self._illegal(skip)
        self.play(move)

    def undo(self: "Game[Variant[Move_co, Any, Any, Any]]") -> Move_co:
        """Take back the last decision and return it; `play` can make it again."""
        if not self._played:
            raise IllegalMove("There is nothing to take back.")
        last = self.actions[-1]
        self._undo()
        return self.move(last)

    def skip(self) -> None:
        """End the turn without a move: for handicaps, and for callers that end turns explicitly.

        In a history, a skipped turn is the move `Move.parse("skip")`. A skip is never legal, but
        `play` accepts it so that histories can be replayed.
        """
        if self.over:
            raise IllegalMove("The game is over.")
        if self.variant.skip_move is None:
            raise IllegalMove(f"{self.name.capitalize()} has no skipped turns.")
        if not self._skip():
            raise IllegalMove("A turn can be skipped only before its first decision.")

    def view(self, seat: int | None) -> "View[Variant_co]":
        """Return the view of a seat, or of a spectator if `seat` is None."""
        seen = self._seen_by(seat)
        return View(self.variant, seen, seat, self.variant.known_actions(self, seat))

    def record(self, *, names: Sequence[str] | None = None) -> Record:
        """Return the game as a value that can be saved, loaded, replayed and verified."""
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
        """Return the whole position, hidden cards included, as one line for `from_position`."""
        return f"{self.name} {self.variant.spec} {self.variant.position_text(self)}"

    def statistics(self: "Game[Variant[Any, Any, Any, Statistics_co]]") -> Statistics_co:
        """Return statistics of the game so far."""
        return self.variant.statistics(self)

    def _start_text(self) -> str:
        return Game(self.variant, self._start(), None).position()

    def _action(self, move: Any) -> int:
        """Return the action number of `play`'s argument; `_NO_ACTION` if it has none or several."""
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
                f"{shown(move)} is not a move; it must be a Move, its text or its action number."
            )
        return number if 0 <= number < self.variant.native.action_count else _NO_ACTION

    def _play_other(self, move: Any) -> None:
        """Play several moves or a skip; otherwise raise an error that says why it is illegal."""
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
        """Return the rules and the whole position, hidden cards included, as a hashable value.

        Two games have equal keys exactly when the games are equal; how they got there does not
        matter. Use keys within one process only: another version may compute different ones.
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
    """Exactly what one seat or a spectator may know about a game, created by `Game.view`.

    Two views are equal if their rules, their seats and everything they show are equal, no matter
    how the games got there.
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
        """The moves played so far, as far as this view knows them."""
        return [move for _, move in self.variant.history(self)]

    def position(self) -> str:
        """Return everything that this view shows as one line, with `?` for what is hidden."""
        whose = "-" if self.seat is None else f"p{self.seat + 1}"
        shows = self.variant.position_text(self)
        return f"{self.name} {self.variant.spec} view={whose} {shows}"

    def sample(self, rng: Rng) -> Game[Variant_co]:
        """Return a full game that agrees with this view, with the hidden cards drawn at random.

        The game has no history, and its view from this seat equals this view.
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
    """Replay a record move by move and return the game."""
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
            "This is what a view shows, not a full position; View.sample returns a full game."
        )
    return words[0], words[1], words[2]


def _color_wanted() -> bool:
    """Return True if the output is a terminal and color has not been turned off."""
    declined = environ.get("NO_COLOR") or environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not declined

"""The compiled core of Gemgrove."""

from collections.abc import Sequence
from typing import Annotated, Any, Self, overload

import numpy
import numpy.typing
from numpy.typing import NDArray

from gemgrove._native._baseline import (
    arboretum as arboretum,
    splendor as splendor
)


class Position:
    """A position of any game, to begin a Game or View from."""

def deal_words(key: bytes, part: int, count: int) -> list[int]:
    """The first words of the ChaCha20 stream of one part of a deal."""

class Variant:
    """The rules and data of a game, prepared."""

    @property
    def game(self) -> str: ...

    @property
    def players(self) -> int: ...

    @property
    def action_count(self) -> int: ...

    @property
    def observation_size(self) -> int: ...

    @property
    def state_bytes(self) -> int: ...

    def observation_fields(self) -> list[tuple[str, int, int, int, str]]:
        """
        Name, offset, size, largest value and meaning of each stretch of an observation.
        """

    def deal(self, keys: bytes) -> Position: ...

    def playouts(self, games: int, seed: int) -> int:
        """Play random games to their ends and count the decisions."""

class Game:
    def __init__(self, variant: Any, start: Position, deal: Any) -> None: ...

    @property
    def deal(self) -> Any: ...

    def legal_actions(self) -> list[int]:
        """The action numbers that are legal now, in rising order."""

    def mask(self, out: numpy.typing.NDArray[numpy.bool_] | None = None) -> numpy.typing.NDArray[numpy.bool_]:
        """
        One flag per action, of the seat to move; written into `out` where given.
        """

    def observe(self, seat: int | None, out: numpy.typing.NDArray[numpy.uint8] | None = None) -> numpy.typing.NDArray[numpy.uint8]:
        """
        What the seat (None: a spectator) sees, as bytes; written into `out` where given.
        """

    def play(self, move: Any) -> None:
        """Play a Move, its text or its action number."""

    def is_legal(self, move: Any) -> bool:
        """Whether a Move, its text or its action number is legal now."""

    def perft(self, depth: int) -> int:
        """How many sequences of that many decisions there are; for checks."""

    def _skip(self) -> bool: ...

    def _undo(self) -> bool: ...

    def copy(self) -> Self:
        """
        A game of its own in the same position, with the same history. Attributes that a subclass has added are not copied.
        """

    @property
    def actions(self) -> list[int]:
        """The action numbers played so far; -1 for a turn skipped by hand."""

    @property
    def _played(self) -> int: ...

    def _start(self) -> Position: ...

    def _seen_by(self, seat: int | None) -> Position: ...

    def _sees_more(self, seat: int) -> bool:
        """Whether the seat sees anything that a spectator does not."""

    def _same_position(self, arg: Game, /) -> bool: ...

    def _position_hash(self) -> int: ...

    @property
    def to_move(self) -> int: ...

    @property
    def over(self) -> bool: ...

    @property
    def players(self) -> int: ...

    @property
    def scores(self) -> list[int]:
        """Points by seat."""

    @property
    def winners(self) -> list[int]:
        """The winning seats; empty until the game is over."""

    @property
    def places(self) -> list[int]:
        """
        The place of each seat, 1 for the winners; empty until the game is over.
        """

    @property
    def ending(self) -> str | None:
        """'finished', 'dead end' or 'turn limit'; None until the game is over."""

    @property
    def variant(self) -> Any: ...

class View:
    def __init__(self, variant: Any, seen: Position, seat: int | None, actions: list[int]) -> None: ...

    @property
    def seat(self) -> int | None:
        """Whose view this is; None for a spectator's."""

    def legal_actions(self) -> list[int]:
        """
        The action numbers this seat may play now; empty when it is not to move.
        """

    def mask(self, out: numpy.typing.NDArray[numpy.bool_] | None = None) -> numpy.typing.NDArray[numpy.bool_]:
        """One flag per action; none is set when this seat is not to move."""

    def observe(self, *, copy: bool = True) -> numpy.typing.NDArray[numpy.uint8]:
        """
        The view as a vector of bytes. copy=False: a read-only array over the view's own memory.
        """

    @property
    def actions(self) -> list[int]:
        """The action numbers played so far."""

    def _sample(self, seed: int) -> Position: ...

    def appraisals(self) -> list[tuple[int, int]]:
        """Each legal action with greedy@1's judgement of it; higher is better."""

    def favorite(self) -> int:
        """The legal action that greedy@1 plays."""

    def _same_position(self, arg: View, /) -> bool: ...

    def _position_hash(self) -> int: ...

    @property
    def to_move(self) -> int: ...

    @property
    def over(self) -> bool: ...

    @property
    def players(self) -> int: ...

    @property
    def scores(self) -> list[int]:
        """Points by seat."""

    @property
    def winners(self) -> list[int]:
        """The winning seats; empty until the game is over."""

    @property
    def places(self) -> list[int]:
        """
        The place of each seat, 1 for the winners; empty until the game is over.
        """

    @property
    def ending(self) -> str | None:
        """'finished', 'dead end' or 'turn limit'; None until the game is over."""

    @property
    def variant(self) -> Any: ...

class Batch:
    """Many games of one kind, stepped together."""

    def arrays(self) -> dict[str, Any]:
        """The buffers by name, over the batch's own memory."""

    @overload
    def step(self, actions: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[int, int]: ...

    @overload
    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[int, int]:
        """
        Play an action in every environment. What is wrong with one (0 nothing, 1 illegal, 2 the game has ended), and in which environment; then nothing was played.
        """

    def reset(self, environments: Sequence[int], seed: int | None) -> None: ...

    def suggest(self, bot: int, out: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

    def position(self, environment: int) -> Position: ...

    def deal_key(self, environment: int) -> bytes: ...

def games() -> list[str]:
    """The names of the games."""

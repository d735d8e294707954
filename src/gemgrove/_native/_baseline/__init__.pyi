"""The compiled core of Gemgrove."""

from collections.abc import Sequence
import enum
import types
from typing import Annotated, Any, Self, overload

import numpy
import numpy.typing
from numpy.typing import NDArray

from gemgrove._native._baseline import (
    arboretum as arboretum,
    splendor as splendor
)


MAX_PLAYERS: int = 4

DEAL_PARTS: int = 5

DEAL_KEY_BYTES: int = 32

SKIP: int = -1

class Position:
    """A position of any game, from which a Game or View can begin."""

def deal_words(key: bytes, part: int, count: int) -> list[int]:
    """Return the first words of the ChaCha20 stream of one part of a deal."""

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
        Name, offset, size, largest value and meaning of each field of an observation.
        """

    def deal(self, keys: bytes) -> Position: ...

    def playouts(self, games: int, seed: int) -> int:
        """Play random games to their ends and count the decisions."""

class Game:
    def __init__(self, variant: Any, start: Position, deal: Any) -> None: ...

    play: types.MethodDescriptorType = ...

    @property
    def deal(self) -> Any: ...

    def legal_actions(self) -> list[int]:
        """Return the action numbers that are legal now, in ascending order."""

    def mask(self, out: numpy.typing.NDArray[numpy.bool_] | None = None) -> numpy.typing.NDArray[numpy.bool_]:
        """Return one flag per action for the seat to move, in `out` if given."""

    def observe(self, seat: int | None, out: numpy.typing.NDArray[numpy.uint8] | None = None) -> numpy.typing.NDArray[numpy.uint8]:
        """
        Return the observation of a seat (None: a spectator) as bytes, in `out` if given.
        """

    def is_legal(self, move: Any) -> bool:
        """Return True if a Move, its text or its action number is legal now."""

    def perft(self, depth: int) -> int:
        """Count the sequences of `depth` decisions, to check the rules."""

    def _skip(self) -> bool: ...

    def _undo(self) -> bool: ...

    def copy(self) -> Self:
        """
        Return an independent game in the same position, with the same history. Attributes added by a subclass are not copied.
        """

    @property
    def actions(self) -> list[int]:
        """The action numbers played so far; -1 for a turn skipped by hand."""

    @property
    def _played(self) -> int: ...

    def _start(self) -> Position: ...

    def _seen_by(self, seat: int | None) -> Position: ...

    def _sees_more(self, seat: int) -> bool:
        """Return True if the seat sees anything that a spectator does not."""

    def _same_position(self, arg: Game, /) -> bool: ...

    def _state(self) -> bytes: ...

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
        """The seat whose view this is; None for a spectator's."""

    def legal_actions(self) -> list[int]:
        """
        Return the action numbers this seat may play now; empty if it is not to move.
        """

    def mask(self, out: numpy.typing.NDArray[numpy.bool_] | None = None) -> numpy.typing.NDArray[numpy.bool_]:
        """Return one flag per action; none is set if this seat is not to move."""

    def observe(self, *, copy: bool = True) -> numpy.typing.NDArray[numpy.uint8]:
        """
        Return the view as a vector of bytes. copy=False: a read-only array over the view's own memory.
        """

    @property
    def actions(self) -> list[int]:
        """The action numbers played so far."""

    def _sample(self, seed: int) -> Position: ...

    def action_scores(self) -> list[tuple[int, int]]:
        """
        Return each legal action with its heuristic score; greedy@1 plays the highest.
        """

    def greedy_action(self) -> int:
        """Return the legal action that greedy@1 plays."""

    def _same_position(self, arg: View, /) -> bool: ...

    def _state(self) -> bytes: ...

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

class Autoreset(enum.Enum):
    """When the next game begins after one has finished."""

    SAME_STEP = 0

    NEXT_STEP = 1

    DISABLED = 2

class BatchBot(enum.Enum):
    """The bots built into a batch."""

    RANDOM = 0

    GREEDY = 1

class StepError(enum.Enum):
    """The reason why an environment rejects an action."""

    ILLEGAL = 0

    GAME_OVER = 1

class Batch:
    """Many games of one kind, stepped together."""

    def arrays(self) -> dict[str, Any]:
        """Return the buffers by name, as arrays over the batch's own memory."""

    @overload
    def step(self, actions: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[StepError, int] | None: ...

    @overload
    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[StepError, int] | None:
        """
        Play an action in every environment. If one is rejected, play nothing and return the reason and the environment.
        """

    def reset(self, environments: Sequence[int], seed: int | None) -> None: ...

    def bot_actions(self, bot: BatchBot, out: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

    def position(self, environment: int) -> Position: ...

    def deal_key(self, environment: int) -> bytes: ...

class Network:
    """A quantized network: weights, biases, shift by layer."""

    def __init__(self, players: int, trunk: list[Any], value: Any, policy_state: Any, policy_action: Any, policy: Any) -> None: ...

    @property
    def inputs(self) -> int: ...

    @property
    def action_inputs(self) -> int: ...

    @property
    def players(self) -> int: ...

    def run(self, inputs: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], actions: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> tuple[list[float], list[float]]:
        """Return the logits of a position's values and of its actions."""

    def value_logits(self, inputs: Any) -> Any:
        """Return the logits of many positions' values, a row for each."""

class Rollout(enum.Enum):
    """The policy that plays on from a leaf of the tree."""

    PRIOR = 1

    RANDOM = 0

class RootPolicy(enum.Enum):
    """How the root shares its iterations between the actions."""

    PUCT = 0

    HALVING = 1

class RootMove:
    """Statistics of a legal action at the root."""

    @property
    def action(self) -> int: ...

    @property
    def visits(self) -> int: ...

    @property
    def available(self) -> int: ...

    @property
    def prior(self) -> float: ...

    @property
    def improved(self) -> float: ...

    @property
    def values(self) -> list[float]: ...

class SearchResult:
    """The outcome of a search."""

    @property
    def iterations(self) -> int: ...

    @property
    def values(self) -> list[float]: ...

    @property
    def moves(self) -> list[RootMove]: ...

    @property
    def pv(self) -> list[int]: ...

def games() -> list[str]:
    """Return the names of the games."""

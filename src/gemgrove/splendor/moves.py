"""Moves of Splendor and their notation.

    p3 red white blue    take three different
    p2 red               take two alike
    p2 red blue, p1 red  take fewer, if the rules allow it
    r m 4, r m deck      reserve: row (m mines, t transport, v vendors) and place, or the deck
    b t 2, br 2          buy from the market, or your second reserved card
    return red           give a token back
    pay gold             pay a token (with the option payment=choose)
    noble 1              choose among several nobles
    pass                 when nothing else is legal

Places, reserved cards and nobles count from 1. Case does not matter; colors and rows may be
abbreviated.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Literal

from gemgrove import _native, variant
from gemgrove.notation import read_command
from gemgrove.splendor.cards import TIERS
from gemgrove.splendor.colors import GOLD, Color, parse_color
from gemgrove.variant import NotationError, shown, whole

Kind = Literal["take", "reserve", "buy", "return", "pay", "noble", "pass", "skip"]

ROWS = ("mines", "transport", "vendors")
SLOTS = _native.splendor.MARKET_SLOTS
TOKEN_LIMIT = _native.splendor.TOKEN_LIMIT
RESERVE_LIMIT = _native.splendor.RESERVE_LIMIT
NOBLE_SLOTS = _native.splendor.MAX_NOBLE_SLOTS

SKIP = _native.SKIP
"""Stands for a skipped turn in a history; it is never legal."""


@dataclass(frozen=True, slots=True, repr=False)
class Move(variant.Move):
    """A decision in Splendor.

    >>> Move.parse("p3 red white blue")
    Move.parse('p3 white blue red')
    >>> Move.parse("r m deck").tier
    1
    """

    kind: Kind
    action: int
    """The action number."""
    colors: tuple[Color, ...] = ()
    """The tokens that are moved; they may be given by name."""
    tier: int | None = None
    """The tier of a card or deck, 1 to 3."""
    slot: int | None = None
    """Counted from 1: a place in the market row or, without a tier, a reserved card or a noble."""

    if TYPE_CHECKING:

        def __init__(
            self,
            kind: Kind,
            action: int,
            colors: Sequence[Color | str] = (),
            tier: int | None = None,
            slot: int | None = None,
        ) -> None: ...

    def __post_init__(self) -> None:
        if not _is_known(self):
            raise NotationError(
                f"There is no move with kind={shown(self.kind)}, action={shown(self.action)}, "
                f"colors={shown(self.colors)}, tier={shown(self.tier)}, slot={shown(self.slot)}; "
                "Move.parse reads one from text, and splendor.MOVES has them by action."
            )

    @classmethod
    def parse(cls, text: str) -> "Move":
        return read_command(text, _COMMANDS, _USAGE, _MEANING)

    @property
    def text(self) -> str:
        match self.kind:
            case "take":
                kinds = map(str, dict.fromkeys(self.colors))
                return f"p{len(self.colors)} {' '.join(kinds)}"
            case "reserve":
                return f"r {self._row} {self.slot or 'deck'}"
            case "buy":
                return f"b {self._row} {self.slot}" if self.tier else f"br {self.slot}"
            case "noble":
                return f"noble {self.slot}"
            case "pass" | "skip":
                return self.kind
            case _:
                return f"{self.kind} {self.colors[0]}"

    @property
    def _row(self) -> str:
        assert self.tier is not None
        return ROWS[self.tier - 1][0]

    def __repr__(self) -> str:
        return f"Move.parse({self.text!r})"


def _make_moves() -> list[Move]:
    """Return the moves in the order of their action numbers, for every phase but `pay`."""
    moves: list[Move] = []

    def add(kind: Kind, **where: int) -> None:
        moves.append(Move(kind, len(moves), **where))  # type: ignore[arg-type]

    for size in (3, 2, 1):
        for colors in combinations(_GEMS, size):
            moves.append(Move("take", len(moves), colors))
    for color in _GEMS:
        moves.append(Move("take", len(moves), (color, color)))
    places = [(tier, slot) for tier in TIERS for slot in range(1, SLOTS + 1)]
    for tier, slot in places:
        add("reserve", tier=tier, slot=slot)
    for tier in TIERS:
        add("reserve", tier=tier)
    for tier, slot in places:
        add("buy", tier=tier, slot=slot)
    for slot in range(1, RESERVE_LIMIT + 1):
        add("buy", slot=slot)
    for color in Color:
        moves.append(Move("return", len(moves), (color,)))
    for slot in range(1, NOBLE_SLOTS + 1):
        add("noble", slot=slot)
    add("pass")
    return moves


def _is_known(move: Move) -> bool:
    """Convert a move's colors from names, and return True if the move exists."""
    if not _KNOWN:  # the known moves are being made
        return True
    try:
        object.__setattr__(move, "colors", tuple(map(Color, move.colors)))
        numbers = (move.action, move.tier, move.slot)
        return move in _KNOWN and all(n is None or whole(n) is not None for n in numbers)
    except (TypeError, ValueError):
        return False


_GEMS = tuple(Color)[:GOLD]
_KNOWN: set[Move] = set()

MOVES = tuple(_make_moves())
"""The moves by action number. In the phase `pay` the token actions are `PAY_MOVES` instead."""
TOKEN_ACTION = next(move.action for move in MOVES if move.kind == "return")
PAY_MOVES = tuple(Move("pay", TOKEN_ACTION + color, (color,)) for color in Color)
SKIP_MOVE = Move("skip", SKIP)

_KNOWN.update((*MOVES, *PAY_MOVES, SKIP_MOVE))
_BY_TEXT = {move.text: move for move in _KNOWN}


_Reader = Callable[[Sequence[str]], Move]
_SIZES = {3: "three different colors", 2: "one color or two different ones", 1: "one color"}


def _take(size: int) -> _Reader:
    def read(words: Sequence[str]) -> Move:
        numbers = [parse_color(word) for word in words]
        if GOLD in numbers:
            raise ValueError("you get gold only by reserving a card")
        if size == 2 and (len(numbers) == 1 or len(set(numbers)) < len(numbers) == 2):
            return _BY_TEXT[f"p2 {numbers[0]}"]
        if len(numbers) != size or len(set(numbers)) < size:
            raise ValueError(f"p{size} takes {_SIZES[size]}")
        return _BY_TEXT[f"p{size} {' '.join(map(str, sorted(numbers)))}"]

    return read


def _on_row(command: str, *, deck: bool) -> _Reader:
    def read(words: Sequence[str]) -> Move:
        if len(words) != 2:
            raise ValueError("a row and a place are needed")
        row, place = words
        rows = [name for name in ROWS if name.startswith(row)] + [
            name for number, name in zip("123", ROWS, strict=True) if row == number
        ]
        if not rows:
            raise ValueError(f"there is no row {shown(row)}; rows are m, t and v")
        if deck and "deck".startswith(place):
            return _BY_TEXT[f"{command} {rows[0][0]} deck"]
        return _BY_TEXT[f"{command} {rows[0][0]} {_place(SLOTS)(place)}"]

    return read


def _one(what: str, command: str, read_word: Callable[[str], object]) -> _Reader:
    def read(words: Sequence[str]) -> Move:
        if len(words) != 1:
            raise ValueError(f"one {what} is needed")
        return _BY_TEXT[f"{command} {read_word(words[0])}"]

    return read


def _alone(command: str) -> _Reader:
    def read(words: Sequence[str]) -> Move:
        if words:
            raise ValueError(f"nothing follows {command}")
        return _BY_TEXT[command]

    return read


def _place(most: int) -> Callable[[str], str]:
    def read(word: str) -> str:
        if word not in map(str, range(1, most + 1)):
            raise ValueError(f"{shown(word)} is not a place; places are 1 to {most}")
        return word

    return read


_COMMANDS: dict[str, tuple[str, _Reader]] = {
    "p3": ("p3 red white blue", _take(3)),
    "p2": ("p2 red or p2 red blue", _take(2)),
    "p1": ("p1 red", _take(1)),
    "r": ("r m 4 or r m deck", _on_row("r", deck=True)),
    "b": ("b t 2", _on_row("b", deck=False)),
    "br": ("br 2", _one("number", "br", _place(RESERVE_LIMIT))),
    "return": ("return red", _one("color", "return", parse_color)),
    "pay": ("pay gold", _one("color", "pay", parse_color)),
    "noble": ("noble 1", _one("number", "noble", _place(NOBLE_SLOTS))),
    "pass": ("pass", _alone("pass")),
    "skip": ("skip", _alone("skip")),
}
_USAGE = f"Moves are written as {'; '.join(usage for usage, _ in list(_COMMANDS.values())[:-1])}."
_MEANING = {
    "take": ("p3", "p2", "p1"),
    "reserve": ("r",),
    "buy": ("b", "br"),
    "p": ("p3", "p2", "p1"),
}
"""Words that people might try, with the commands they mean."""

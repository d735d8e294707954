"""The cards and nobles in a state: those of the game, and others that the state shows.

A card or noble that is not in the game is played as its numbers say: the state gets a separate card
set, in which it replaces a card of its level that nobody has seen.
"""

import sys
import warnings
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from random import Random

from gemgrove.compat.splendor_arena.layout import COLORS, LEVELS, NATIVE_COLORS, recolored
from gemgrove.compat.splendor_arena.state import StateError, card_numbers, noble_numbers
from gemgrove.compat.splendor_arena.table import Row, Table
from gemgrove.splendor.board import EMPTY
from gemgrove.splendor.cards import Card, CardSet, CardSetError, Noble
from gemgrove.splendor.moves import SLOTS

_SET = CardSet.builtin()
_CARDS = {card_numbers(card): card for card in _SET.cards}
_NOBLES = {noble_numbers(noble): noble for noble in _SET.nobles}
_PACKAGE = __name__.rpartition(".")[0]


class UnknownCardWarning(UserWarning):
    """Issued if a state shows a card or a noble that is not in the game."""


class CardPool:
    """The game's cards and a table's unknown ones, and where they lie.

    Raises a `StateError` if a card or noble cannot be there.
    """

    def __init__(self, table: Table) -> None:
        self.cards = list(_SET.cards)
        self.nobles = list(_SET.nobles)
        self.unknown: list[str] = []
        self.market = [
            self._market_card(card, *divmod(place, SLOTS)) if any(card) else EMPTY
            for place, card in enumerate(table.market)
        ]
        self.reserved = [
            [
                self._reserved_card(card, f"Reserved card {place} of player {number}")
                for place, card in enumerate(player.reserved, 1)
                if any(card)
            ]
            for number, player in enumerate(table.players, 1)
        ]
        self.noble_places = [
            self._noble(noble, f"Noble {place}") if any(noble) else EMPTY
            for place, noble in enumerate(table.nobles, 1)
        ]
        self.visible = [card for card in chain(self.market, *self.reserved) if card != EMPTY]
        _check_single("card", self.visible, lambda card: card_numbers(self.cards[card]))
        _check_single("noble", self.noble_places, lambda noble: noble_numbers(self.nobles[noble]))
        self._empty_levels = {
            place // SLOTS + 1 for place, card in enumerate(self.market) if card == EMPTY
        }
        self._unknown_by_level = Counter(card.tier for card in self.cards[len(_SET.cards) :])

    @property
    def unseen(self) -> list[int]:
        """The cards that are neither in the market nor reserved."""
        return sorted({card.id for card in self.cards}.difference(self.visible))

    @property
    def emptied(self) -> frozenset[int]:
        """The levels whose unseen cards have all been bought.

        A place is empty only when its deck is. In a level with unknown cards, some of the game's
        cards may be missing instead.
        """
        return frozenset(self._empty_levels.difference(self._unknown_by_level))

    def warn(self) -> None:
        """Warn the package's caller once about all cards that are not in the game."""
        if self.unknown:
            warnings.warn(
                f"Not in the game, and played as the numbers say: {'; '.join(self.unknown)}.",
                UnknownCardWarning,
                stacklevel=_caller_level(),
            )

    def left_out(self, left: Collection[int], chance: Random) -> set[int]:
        """Choose the cards in the decks that unknown cards replace."""
        out: set[int] = set()
        for level in range(1, LEVELS + 1):
            deck = sorted(card for card in left if self.cards[card].tier == level)
            number = len(deck) if level in self._empty_levels else self._unknown_by_level[level]
            out.update(chance.sample(deck, min(number, len(deck))))
        return out

    def card_set(self, without: Collection[int]) -> tuple[CardSet, dict[int, int]]:
        """Return the cards as a card set, and their ids in it."""
        if not self.unknown:
            return _SET, {card.id: card.id for card in _SET.cards}
        kept = [card for card in self.cards if card.id not in without]
        ids = {card.id: place for place, card in enumerate(kept)}
        numbered = tuple(replace(card, id=ids[card.id]) for card in kept)
        try:
            return CardSet(numbered, tuple(self.nobles), "arena state"), ids
        except CardSetError as error:
            raise StateError(
                f"These numbers do not belong to any game: {error.problem.message}."
            ) from error

    def _market_card(self, numbers: Row, row: int, slot: int) -> int:
        name = f"Card {slot + 1} of level {row + 1}"
        known = _CARDS.get(numbers)
        if known is None:
            return self._unknown_card(numbers, name, row + 1)
        if known.tier != row + 1:
            raise StateError(f"{name} is a card of level {known.tier}: {list(numbers)}.")
        return known.id

    def _reserved_card(self, numbers: Row, name: str) -> int:
        if numbers in _CARDS:
            return _CARDS[numbers].id
        # Its level is unknown: assume that of the most similar card in the game.
        similar = min(
            _CARDS, key=lambda other: sum(abs(a - b) for a, b in zip(other, numbers, strict=True))
        )
        return self._unknown_card(numbers, name, _CARDS[similar].tier)

    def _unknown_card(self, numbers: Row, name: str, level: int) -> int:
        color = NATIVE_COLORS[numbers.index(1, len(COLORS)) - len(COLORS)]
        cost = recolored(numbers[: len(COLORS)])
        with self._unknown(numbers, name):
            made = Card(len(self.cards), level, color, numbers[-1], cost)  # type: ignore[arg-type]
        self.cards.append(made)
        return made.id

    def _noble(self, numbers: Row, name: str) -> int:
        if numbers in _NOBLES:
            return _NOBLES[numbers].id
        requirement = recolored(numbers[:-1])
        with self._unknown(numbers, name):
            made = Noble(len(self.nobles), "", numbers[-1], requirement)  # type: ignore[arg-type]
        self.nobles.append(made)
        return made.id

    @contextmanager
    def _unknown(self, numbers: Row, name: str) -> Iterator[None]:
        """Note a card or noble that is not in the game; raise a `StateError` if it is invalid."""
        try:
            yield
        except CardSetError as error:
            problem = error.problem
            raise StateError(
                f"{name} cannot be played: {list(numbers)}. {problem.field}: {problem.message}."
            ) from error
        self.unknown.append(f"{name.lower()} {list(numbers)}")


def _check_single(kind: str, ids: Iterable[int], numbers: Callable[[int], Row]) -> None:
    for number, times in Counter(ids).items():
        if times > 1 and number != EMPTY:
            raise StateError(
                f"The {kind} {list(numbers(number))} appears {times} times; there is only one."
            )


def _caller_level() -> int:
    """Return the `stacklevel` of `warn`'s first caller outside this package."""
    frame, level = sys._getframe(1), 0
    while frame.f_back is not None and str(frame.f_globals.get("__name__")).startswith(_PACKAGE):
        frame, level = frame.f_back, level + 1
    return level + 1

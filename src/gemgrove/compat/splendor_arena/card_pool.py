"""The cards and nobles that a state is about: those of the game, and others that it shows.

A card or noble that is not in the game is played as its numbers say: with a card set of the state's
own, in which it takes the place of a card of its level that nobody has seen.
"""

import sys
import warnings
from collections import Counter
from collections.abc import Collection, Iterator
from random import Random

from gemgrove.compat.splendor_arena.encoding import card_numbers, noble_numbers
from gemgrove.compat.splendor_arena.layout import LEVELS, NATIVE_COLORS, recolored
from gemgrove.compat.splendor_arena.state import StateError
from gemgrove.compat.splendor_arena.table import Card, Noble, Table
from gemgrove.splendor import cards
from gemgrove.splendor.board import EMPTY
from gemgrove.splendor.cards import CardSet, CardSetError
from gemgrove.splendor.moves import SLOTS

_SET = CardSet.builtin()
_CARD_IDS = {card_numbers(card): card.id for card in _SET.cards}
_NOBLE_IDS = {noble_numbers(noble): noble.id for noble in _SET.nobles}
_PACKAGE = __name__.rpartition(".")[0]


class UnknownCardWarning(UserWarning):
    """A state shows a card or a noble that is not in the game."""


class CardPool:
    """The cards of the game and the unknown ones of a table, by numbers, and where they lie.

    `StateError` where a card or noble cannot be there.
    """

    def __init__(self, table: Table) -> None:
        self.cards = list(_SET.cards)
        self.nobles = list(_SET.nobles)
        self._unknown: list[str] = []
        self.market = [
            self._market_card(card, place) if card else EMPTY
            for place, card in enumerate(table.market)
        ]
        self.reserved = [
            [
                self._card(card, f"Reserved card {place} of player {number}", None)
                for place, card in enumerate(player.reserved, 1)
                if card
            ]
            for number, player in enumerate(table.players, 1)
        ]
        self.noble_places = [
            self._noble(noble, place) if noble else EMPTY
            for place, noble in enumerate(table.nobles, 1)
        ]
        self._check_single()

    @property
    def unseen(self) -> list[int]:
        """The cards that are neither in the market nor reserved."""
        return sorted({card.id for card in self.cards}.difference(self._visible()))

    @property
    def emptied(self) -> frozenset[int]:
        """The levels whose unseen cards were all bought.

        A place is empty only when its deck is. In a level with unknown cards, some of the game's
        cards may be missing instead.
        """
        return self._empty_levels().difference(card.tier for card in self._unknown_cards())

    def warn(self) -> None:
        """Warn the package's caller once of all cards that are not in the game."""
        if self._unknown:
            warnings.warn(
                f"Not in the game, and played as the numbers say: {'; '.join(self._unknown)}.",
                UnknownCardWarning,
                stacklevel=_caller_level(),
            )

    def left_out(self, left: Collection[int], chance: Random) -> set[int]:
        """The cards of the decks that unknown cards replace."""
        out: set[int] = set()
        unknown = Counter(card.tier for card in self._unknown_cards())
        for level in range(1, LEVELS + 1):
            deck = sorted(card for card in left if self.cards[card].tier == level)
            number = len(deck) if level in self._empty_levels() else unknown[level]
            out.update(chance.sample(deck, min(number, len(deck))))
        return out

    def card_set(self, without: Collection[int]) -> tuple[CardSet, dict[int, int]]:
        """The cards as a set to play with, and the ids that they have there."""
        if not self._unknown:
            return _SET, {card.id: card.id for card in _SET.cards}
        kept = [card for card in self.cards if card.id not in without]
        ids = {card.id: place for place, card in enumerate(kept)}
        numbered = [
            cards.Card(ids[card.id], card.tier, card.color, card.points, card.cost) for card in kept
        ]
        try:
            return CardSet(tuple(numbered), tuple(self.nobles), "arena state"), ids
        except CardSetError as error:
            raise StateError(
                f"These numbers do not belong to any game: {error.problem.message}."
            ) from error

    def _market_card(self, card: Card, place: int) -> int:
        level = place // SLOTS + 1
        return self._card(card, f"Card {place % SLOTS + 1} of level {level}", level)

    def _card(self, card: Card, name: str, level: int | None) -> int:
        number = _CARD_IDS.get(card.numbers())
        if number is None:
            return self._unknown_card(card, name, level)
        tier = _SET.cards[number].tier
        if level not in (None, tier):
            raise StateError(f"{name} is a card of level {tier}: {list(card.numbers())}.")
        return number

    def _unknown_card(self, card: Card, name: str, level: int | None) -> int:
        color, cost = NATIVE_COLORS[card.color], recolored(card.cost)
        tier = _likely_level(card) if level is None else level
        try:
            made = cards.Card(len(self.cards), tier, color, card.points, cost)  # type: ignore[arg-type]
        except CardSetError as error:
            raise _unplayable(name, card, error) from error
        self.cards.append(made)
        self._unknown.append(f"{name.lower()} {list(card.numbers())}")
        return made.id

    def _noble(self, noble: Noble, place: int) -> int:
        number = _NOBLE_IDS.get(noble.numbers())
        if number is not None:
            return number
        name, requirement = f"Noble {place}", recolored(noble.requirement)
        try:
            made = cards.Noble(len(self.nobles), "", noble.points, requirement)  # type: ignore[arg-type]
        except CardSetError as error:
            raise _unplayable(name, noble, error) from error
        self.nobles.append(made)
        self._unknown.append(f"{name.lower()} {list(noble.numbers())}")
        return made.id

    def _check_single(self) -> None:
        for number, times in Counter(self._visible()).items():
            if times > 1:
                numbers = list(card_numbers(self.cards[number]))
                raise StateError(f"The card {numbers} appears {times} times; there is only one.")
        for number, times in Counter(self.noble_places).items():
            if times > 1 and number != EMPTY:
                numbers = list(noble_numbers(self.nobles[number]))
                raise StateError(f"The noble {numbers} appears {times} times; there is only one.")

    def _visible(self) -> Iterator[int]:
        yield from (card for card in self.market if card != EMPTY)
        for reserved in self.reserved:
            yield from reserved

    def _empty_levels(self) -> frozenset[int]:
        places = enumerate(self.market)
        return frozenset(place // SLOTS + 1 for place, card in places if card == EMPTY)

    def _unknown_cards(self) -> list[cards.Card]:
        return self.cards[len(_SET.cards) :]


def _likely_level(card: Card) -> int:
    """The level of the most similar card of the game: that of a reserved card is not told."""

    def difference(numbers: tuple[int, ...]) -> int:
        return sum(abs(a - b) for a, b in zip(numbers, card.numbers(), strict=True))

    return _SET.cards[_CARD_IDS[min(_CARD_IDS, key=difference)]].tier


def _unplayable(name: str, thing: Card | Noble, error: CardSetError) -> StateError:
    problem = error.problem
    return StateError(
        f"{name} cannot be played: {list(thing.numbers())}. {problem.field}: {problem.message}."
    )


def _caller_level() -> int:
    """The `stacklevel` of the first caller of `warn` who is outside of this package."""
    frame, level = sys._getframe(1), 0
    while frame.f_back is not None and str(frame.f_globals.get("__name__")).startswith(_PACKAGE):
        frame, level = frame.f_back, level + 1
    return level + 1

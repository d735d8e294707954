"""Checks of a table's cards: which appear twice, are missing or hidden."""

import random
from collections import Counter
from collections.abc import Iterable

from gemgrove.arboretum_engine.table import CARDS, Table
from gemgrove.arboretum_engine.types import Card, FormatError
from gemgrove.english import counted, listed
from gemgrove.rng import Rng, bits

_TIMES = {2: "twice", 3: "three times"}


def check_cards(table: Table, *, strict: bool) -> list[str]:
    """Check that every card appears once or is hidden; return warnings, a sentence each.

    A fault raises a `FormatError` if `strict`, or if changing the deck would not correct it.
    """
    facts = card_problems(table)
    if not facts:
        return []
    done = None if strict else _fix_deck(table)
    if done is None:
        raise FormatError(" ".join(facts))
    return [*facts, done]


def draw_hidden(table: Table, rng: Rng) -> str | None:
    """Draw the hidden cards at random; return a sentence about it, if there are any.

    The cards must have been checked.
    """
    places = [side.names.hand for side in table.sides if side.unknown]
    if isinstance(table.deck, int):
        places.append("deck")
    if not places:
        return None
    hidden = _missing(table.places())
    random.Random(bits(rng)).shuffle(hidden)
    for side in table.sides:
        side.hand = [hidden.pop() if card is None else card for card in side.hand]
    if isinstance(table.deck, int):
        table.deck = hidden
    return f"The hidden cards of {listed(places)} were drawn at random."


def duplicate_cards(places: Iterable[tuple[Card, str]]) -> list[str]:
    """Describe the cards that are in several places, a sentence each."""
    found: dict[Card, list[str]] = {}
    for card, place in places:
        found.setdefault(card, []).append(place)
    return [
        f"{card} appears {_TIMES.get(len(found[card]), 'many times')}: {listed(found[card])}."
        for card in CARDS
        if len(found.get(card, ())) > 1
    ]


def card_problems(table: Table) -> list[str]:
    """Describe the cards that appear twice or are missing, a sentence each."""
    places = table.places()
    different = {card for card, _ in places}
    missing = _missing(places)
    unseen = sum(side.unknown for side in table.sides)
    unseen += table.deck if isinstance(table.deck, int) else 0
    facts = duplicate_cards(places)
    if unseen:
        if len(missing) != unseen:
            facts.append(
                f"The deck and the unknown cards add up to {counted(unseen, 'card')}, "
                f"but {counted(len(missing), 'card')} must be hidden."
            )
        return facts
    if missing:
        facts.append(f"{named(missing)} {'is' if len(missing) == 1 else 'are'} missing.")
    if facts:
        facts.insert(
            0,
            f"There are {counted(len(places), 'card')}, {len(different)} of them different; "
            f"a game has {len(CARDS)}.",
        )
    return facts


def expected_deck_size(table: Table) -> int:
    """Return the deck's size, given the other cards; negative if there are too many of them."""
    unknown = sum(side.unknown for side in table.sides)
    return len(_missing(_beside_deck(table))) - unknown


def _fix_deck(table: Table) -> str | None:
    """Change the deck so that every card appears once or is hidden; return what was done.

    If that is not possible, change nothing and return None.
    """
    unknown = sum(side.unknown for side in table.sides)
    if isinstance(table.deck, list) and not unknown:
        return _put_missing_cards_into_deck(table)
    fitting = expected_deck_size(table)
    if fitting < 0 or duplicate_cards(_beside_deck(table)):
        return None
    told, table.deck = table.deck, fitting
    if isinstance(told, int):
        return f"deck is {told}; given the visible cards, it was taken to be {fitting}."
    return f"Only the number of cards in the deck was used: {fitting}."


def _put_missing_cards_into_deck(table: Table) -> str | None:
    """Replace cards in the deck that are also elsewhere by the missing cards."""
    assert isinstance(table.deck, list)
    seen = Counter(card for side in table.sides for card, _ in side.places())
    missing = _missing(table.places())
    copies: list[int] = []
    for number, card in enumerate(table.deck):
        if seen[card]:
            copies.append(number)
        seen[card] += 1
    elsewhere = sum(len(list(side.places())) for side in table.sides)
    if len(copies) != len(missing) or elsewhere + len(table.deck) != len(CARDS):
        return None
    replaced = [table.deck[number] for number in copies]
    for number, card in zip(copies, missing, strict=True):
        table.deck[number] = card
    return f"In the deck, {named(missing)} took the place of {named(replaced)}."


def _beside_deck(table: Table) -> list[tuple[Card, str]]:
    return [place for side in table.sides for place in side.places()]


def _missing(places: Iterable[tuple[Card, str]]) -> list[Card]:
    seen = {card for card, _ in places}
    return [card for card in CARDS if card not in seen]


def named(cards: Iterable[Card]) -> str:
    """List cards as in a sentence: `C3, W5 and W6`."""
    return listed([str(card) for card in cards])

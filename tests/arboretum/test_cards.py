"""Cards, their numbers, and invalid values."""

import pytest

from gemgrove.arboretum import Card
from gemgrove.arboretum.turn_value import Known, evaluate_position

NONE = [Card("J", 9), Card("J", 0), Card("Z", 1), Card("JR", 1), Card("", 1)]


def test_every_card_has_its_number() -> None:
    assert [Card.of(number).number for number in range(80)] == list(range(80))


def test_the_value_of_a_card_is_its_rank() -> None:
    assert Card("M", 5).value == Card("M", 5).rank == 5


@pytest.mark.parametrize("card", NONE)
def test_invalid_cards_have_no_number(card: Card) -> None:
    with pytest.raises(ValueError, match="is not a card; a card is a letter"):
        _ = card.number


@pytest.mark.parametrize("card", NONE)
def test_a_position_with_an_invalid_card_is_not_evaluated(card: Card) -> None:
    hand = [card, *(Card("M", rank) for rank in range(1, 9))]
    with pytest.raises(ValueError, match="is not a card"):
        evaluate_position([Known(hand), Known(hidden=7)], 0, 20)

"""Sentences about any game."""

import gemgrove as gg
from gemgrove.presenter import winners_sentence


class Shared(gg.Game):
    """A game whose win is shared."""

    winners = [0, 1]  # noqa: RUF012


def test_a_sentence_about_shared_winners_begins_with_a_capital() -> None:
    deal, variant = gg.Deal.from_seed(1), gg.new("splendor").variant
    shared = Shared(variant, variant.native.deal(variant.keys(deal)), deal)
    assert winners_sentence(shared, ["you", "Ada"]) == "You and Ada share the win."
    assert winners_sentence(shared, ["Ada", "you"]) == "Ada and you share the win."

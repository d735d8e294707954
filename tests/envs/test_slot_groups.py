"""Groups of slots of the same kind."""

import numpy as np
import pytest

import gemgrove as gg
from gemgrove.envs import symmetry
from gemgrove.envs.slot_groups import slot_groups


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_market_is_one_kind_of_twelve_places(players: int) -> None:
    market = slot_groups(gg.new("splendor", players=players, seed=0).variant)[0]
    assert market.entries.shape == (12, 13), "a card, and whether it is being bought"
    assert market.actions.tolist() == [[30 + place, 45 + place] for place in range(12)]


def test_the_observers_reserve_has_actions_and_the_others_have_none() -> None:
    found = slot_groups(gg.new("splendor", players=3, seed=0).variant)
    own, others = found[-2:]
    assert own.actions.tolist() == [[57], [58], [59]]
    assert others.actions.shape == (6, 0)


def test_no_entry_is_at_two_places() -> None:
    found = slot_groups(gg.new("splendor", players=4, seed=0).variant)
    entries = np.concatenate([kind.entries.ravel() for kind in found])
    assert len(set(entries.tolist())) == len(entries)


def test_exchanging_two_places_exchanges_their_entries() -> None:
    batch = gg.batch("splendor", players=2, size=16, seed=1)
    for _ in range(40):
        batch.step(batch.choose("random"))
    market = slot_groups(batch.variant)[0]
    exchanged = symmetry.of(batch).element(market_2=(1, 0, 2, 3))
    observations, _, _ = exchanged(batch.observations)
    expected = batch.observations.copy()
    expected[:, market.entries[[4, 5]]] = batch.observations[:, market.entries[[5, 4]]]
    np.testing.assert_array_equal(observations, expected)


def test_a_game_whose_entries_are_numbers_of_things_has_no_kinds() -> None:
    assert slot_groups(gg.new("arboretum", players=2, seed=0).variant) == []

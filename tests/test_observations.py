"""Invariants of the observations and masks of every game."""

import numpy as np
import pytest

import gemgrove as gg
from tests.observations import positions

CASES = [(name, players) for name in gg.GAMES for players in (2, 3, 4)]


@pytest.mark.parametrize(("name", "players"), CASES)
def test_the_table_covers_the_vector_without_gaps(name: gg.GameName, players: int) -> None:
    game = gg.new(name, players=players, seed=1)
    end = 0
    for field, offset, size, largest, meaning in game.variant.native.observation_fields():
        assert offset == end, field
        assert size > 0
        assert 0 < largest < 256
        assert meaning
        end += size
    assert end == game.variant.native.observation_size == len(game.observe(0))


@pytest.mark.parametrize(("name", "players"), CASES)
def test_no_entry_is_above_the_largest_value_of_its_field(name: gg.GameName, players: int) -> None:
    for game in positions(name, players, games=4, share=0.1):
        for seat in (None, *range(players)):
            seen = game.observe(seat)
            for field, offset, size, largest, _ in game.variant.native.observation_fields():
                assert seen[offset : offset + size].max() <= largest, field


@pytest.mark.parametrize(("name", "players"), CASES)
def test_the_mask_flags_exactly_the_legal_actions(name: gg.GameName, players: int) -> None:
    for game in positions(name, players, games=2, share=0.1):
        mask = game.mask()
        assert (mask.shape, str(mask.dtype)) == ((game.variant.native.action_count,), "bool")
        assert np.flatnonzero(mask).tolist() == game.legal_actions()


@pytest.mark.parametrize("name", gg.GAMES)
def test_only_the_seat_to_move_may_decide(name: gg.GameName) -> None:
    for game in positions(name, 3, games=1, share=0.2):
        for seat in (None, *range(3)):
            view = game.view(seat)
            actions = game.legal_actions() if seat == game.to_move else []
            assert view.legal_actions() == actions
            assert view.legal_moves() == [view.move(action) for action in actions]
            assert np.flatnonzero(view.mask()).tolist() == actions
            assert len(view.action_scores()) == len(actions)

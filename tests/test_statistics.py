"""Statistics of any game."""

import json
from dataclasses import fields

import pytest

import gemgrove as gg
from tests.random_games import play_randomly


@pytest.fixture(params=gg.GAMES)
def game(request: pytest.FixtureRequest) -> gg.Game:
    return play_randomly(gg.new(request.param, seed=1), 40)


def test_a_move_taken_back_never_happened(game: gg.Game) -> None:
    before = game.statistics()
    game.play(game.legal_actions()[0])
    assert game.statistics() != before
    game.undo()
    assert game.statistics() == before


def test_asking_for_statistics_changes_nothing(game: gg.Game) -> None:
    before = game.position(), game.actions
    game.statistics()
    assert (game.position(), game.actions) == before


def test_statistics_can_be_saved_as_json(game: gg.Game) -> None:
    play_randomly(game)
    values = game.statistics().to_dict()
    assert json.loads(json.dumps(values)) == values
    assert list(values) == [field.name for field in fields(game.statistics())]

"""A game with only the required parts: every other part has a default."""

import pytest

import gemgrove as gg
from gemgrove import splendor
from gemgrove.envs import symmetry
from gemgrove.envs.render import picture
from gemgrove.presenter import Presenter
from gemgrove.variant import Statistics, Variant


class Bare(splendor.GAME):
    """Splendor without its optional parts."""

    presenter = Variant.presenter
    picture = Variant.picture
    statistics = Variant.statistics
    symmetry = Variant.symmetry
    chance = Variant.chance
    rewards = Variant.rewards


@pytest.fixture
def game() -> gg.Game:
    variant = Bare.create("official", players=2, options={})
    deal = gg.Deal.from_seed(1)
    game = gg.Game(variant, variant.native.deal(variant.keys(deal)), deal)
    game.play("p2 red")
    return game


def test_every_game_has_a_presenter(game: gg.Game) -> None:
    presenter = game.variant.presenter()
    assert type(presenter) is Presenter
    assert presenter.hit_test(str(game), 5, 5) == ""
    assert presenter.accessible_text(game.view(0), ["you", "Ada"])[:2] == [
        "You: 0 points.",
        "Ada: 0 points.",
    ]


def test_every_game_has_a_picture(game: gg.Game) -> None:
    assert picture(game.view(0)).ndim == 3


def test_every_game_has_statistics(game: gg.Game) -> None:
    assert game.statistics() == Statistics(turns=1, decisions=1)
    assert game.statistics().to_dict() == {"turns": 1, "decisions": 1}


def test_every_game_has_at_least_the_identity_as_a_symmetry(game: gg.Game) -> None:
    assert symmetry.of(game).order == 1


def test_a_game_without_chance_nodes_says_so(game: gg.Game) -> None:
    with pytest.raises(NotImplementedError, match=r"^Splendor has no chance nodes\.$"):
        game.variant.chance()


def test_a_game_need_not_have_rewards_of_its_own() -> None:
    assert Bare.rewards() == {}

"""Symmetries of any game: they form a group and map arrays. Each game has further tests."""

import random
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gemgrove as gg
from gemgrove.envs import symmetry
from gemgrove.splendor.game import Splendor
from gemgrove.variant import Variant
from tests import recipes
from tests.mirror_images import varied_positions

CASES = [(name, players) for name in gg.GAMES for players in (2, 3, 4)]


def rows(
    name: gg.GameName, players: int = 2, *, share: float = 0.15
) -> tuple[symmetry.Symmetries, Any, Any, Any]:
    """A game's symmetries, with the observations, masks and actions of its seats to move."""
    rng = random.Random(players)
    games = [*varied_positions(name, players, "official", share=share)][:-1]
    observations = np.array([game.observe(game.to_move) for game in games])
    masks = np.array([game.mask() for game in games])
    actions = np.array([rng.choice(game.legal_actions()) for game in games])
    return symmetry.of(games[0]), observations, masks, actions


def same(first: tuple[Any, Any, Any], second: tuple[Any, Any, Any]) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))


@pytest.mark.parametrize(("name", "players"), CASES)
def test_the_inverse_undoes_a_symmetry(name: gg.GameName, players: int) -> None:
    symmetries, *given = rows(name, players)
    for seed in range(10):
        turned = symmetries.random(seed)
        there = turned(*given)
        assert not same(there, tuple(given))
        assert same(turned.inverse()(*there), tuple(given))
        assert turned.inverse().inverse() == turned


@pytest.mark.parametrize(("name", "players"), CASES)
def test_two_symmetries_one_after_the_other_are_their_product(
    name: gg.GameName, players: int
) -> None:
    symmetries, *given = rows(name, players)
    for seed in range(10):
        first, second = symmetries.draw(2, seed)
        assert same((second @ first)(*given), second(*first(*given)))


@pytest.mark.parametrize(("name", "players"), CASES)
def test_the_identity_changes_nothing(name: gg.GameName, players: int) -> None:
    symmetries, *given = rows(name, players)
    assert same(symmetries.identity()(*given), tuple(given))
    turned = symmetries.random(1)
    assert turned @ turned.inverse() == symmetries.identity()


@pytest.mark.parametrize(("name", "players"), CASES)
def test_augmenting_turns_each_row_by_a_symmetry_of_its_own(
    name: gg.GameName, players: int
) -> None:
    symmetries, *given = rows(name, players)
    elements = symmetries.draw(len(given[0]), 7)
    expected = [
        element(*row) for element, row in zip(elements, zip(*given, strict=True), strict=True)
    ]
    for result, column in zip(
        symmetries.augment(*given, rng=7), zip(*expected, strict=True), strict=True
    ):
        assert np.array_equal(result, column)
    assert len(set(elements)) > 1


def test_augmenting_many_rows_is_augmenting_their_pieces() -> None:
    """Uses more rows than are processed at a time."""
    symmetries, observations, masks, actions = rows("splendor")
    copies = 2500 // len(observations) + 1
    many = [np.concatenate([part] * copies) for part in (observations, masks, actions)]
    results = symmetries.augment(*many, rng=7)
    elements = symmetries.draw(len(many[0]), 7)
    for row in range(0, len(elements), 97):
        expected = elements[row](*(part[row] for part in many))
        assert same((results[0][row], results[1][row], results[2][row]), expected)


@pytest.mark.parametrize("name", gg.GAMES)
def test_all_arrangements_of_a_part_are_drawn(name: gg.GameName) -> None:
    symmetries = symmetry.of(gg.new(name, seed=1))
    drawn = symmetries.draw(6000, 1)
    for part, size in symmetries.parts.items():
        assert len({element.parts[part] for element in drawn}) == size.order


@pytest.mark.parametrize("name", gg.GAMES)
def test_a_generator_goes_on_and_a_seed_begins_anew(name: gg.GameName) -> None:
    symmetries = symmetry.of(gg.new(name, seed=1))
    assert symmetries.random(5) == symmetries.random(5)
    for rng in (random.Random(5), np.random.default_rng(5)):
        assert symmetries.random(rng) != symmetries.random(rng)


@pytest.mark.parametrize("name", gg.GAMES)
def test_probabilities_follow_their_actions(name: gg.GameName) -> None:
    symmetries, observations, masks, actions = rows(name)
    weights = np.random.default_rng(1).random(masks.shape, dtype=np.float32) * masks
    policy = weights / weights.sum(axis=1, keepdims=True)
    _, turned, images = symmetries.augment(observations, policy, actions, rng=3)
    places = np.arange(len(policy))
    assert turned.dtype == np.float32
    assert np.array_equal(turned[places, images], policy[places, actions])
    assert np.array_equal(np.sort(turned), np.sort(policy))


@pytest.mark.parametrize(("name", "players"), CASES)
def test_every_action_has_an_image_of_its_own(name: gg.GameName, players: int) -> None:
    symmetries, observations, masks, _ = rows(name, players, share=0.05)
    numbers = np.arange(masks.shape[1])
    for observation in observations:
        copies = np.tile(observation, (len(numbers), 1))
        _, _, images = symmetries.random(2)(copies, None, numbers)
        assert np.array_equal(np.sort(images), numbers)


def test_what_is_given_is_left_alone() -> None:
    symmetries, *given = rows("arboretum")
    before = [array.copy() for array in given]
    results = symmetries.augment(*given, rng=1)
    assert same(tuple(given), tuple(before))
    for result, array in zip(symmetries.identity()(*given), given, strict=True):
        assert not np.shares_memory(result, array)
    assert [r.dtype for r in results] == [array.dtype for array in given]


def test_one_observation_several_dimensions_and_none_at_all_are_taken() -> None:
    symmetries, observations, masks, actions = rows("splendor")
    turned = symmetries.random(1)
    flat = turned(observations[:6], masks[:6], actions[:6])
    deep = turned(
        observations[:6].reshape(2, 3, -1), masks[:6].reshape(2, 3, -1), actions[:6].reshape(2, 3)
    )
    assert [part.shape[:2] for part in deep] == [(2, 3)] * 3
    assert same(flat, tuple(d.reshape(f.shape) for d, f in zip(deep, flat, strict=True)))
    one = turned(observations[4], masks[4], int(actions[4]))
    assert same(one, tuple(part[4] for part in flat))
    none = turned(observations[:0], masks[:0], actions[:0])
    assert [len(part) for part in none] == [0, 0, 0]
    assert turned(observations)[1:] == (None, None)


def test_an_image_can_be_played_as_it_is() -> None:
    game = gg.new("splendor", seed=1)
    _, _, image = symmetry.of(game).random(1)(game.observe(0), None, 30)
    game.play(image)
    assert game.board.players[0].reserved


def test_symmetries_are_those_of_games_views_and_variants() -> None:
    game = gg.new("splendor", seed=1)
    assert symmetry.of(game) == symmetry.of(game.view(0)) == symmetry.of(game.variant)
    assert symmetry.of(game) != symmetry.of(gg.new("splendor", seed=1, rules="core"))


@pytest.mark.parametrize("name", gg.GAMES)
def test_symmetries_are_those_of_batches_and_wrapped_environments(name: gg.GameName) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    pytest.importorskip("pettingzoo")
    import_module("gemgrove.envs.gymnasium")
    expected = symmetry.of(gg.new(name))
    identifier = f"gemgrove/{name.capitalize()}-v0"
    assert symmetry.of(gg.batch(name, size=1, seed=0)) == expected
    assert symmetry.of(gymnasium.make(identifier, players=2)) == expected
    assert symmetry.of(gymnasium.make_vec(identifier, num_envs=2, players=2)) == expected
    assert symmetry.of(import_module("gemgrove.envs.pettingzoo").env(name)) == expected


def test_the_recipe_turns_what_a_batch_has_played(tmp_path: Path) -> None:
    assert recipes.run("symmetry.md", tmp_path).splitlines() == [
        "46,080 symmetries, 10,240 decisions of shape (40, 256)",
        "turned actions are legal: True",
        "the inverse undoes a symmetry: True",
    ]


class Asymmetric(Splendor):
    """A game that defines no symmetries."""

    symmetry = Variant.symmetry


def test_a_game_without_symmetries_has_the_identity_alone() -> None:
    game = gg.new("splendor", seed=1)
    symmetries = symmetry.of(Asymmetric(game.rules, game.variant.cards))
    assert symmetries.order == 1
    given = game.observe(0), game.mask(), 3
    assert same(symmetries.augment(*given, rng=1), given)


def test_reprs_tell_what_moves() -> None:
    symmetries = symmetry.of(gg.new("splendor", seed=1))
    assert repr(symmetries.identity()) == "<Symmetry of splendor: the identity>"
    swapped = symmetries.element(nobles=(1, 0, 2))
    assert repr(swapped) == "<Symmetry of splendor: nobles=(1, 0, 2)>"
    assert repr(symmetries) == "<Symmetries of splendor official:players=2, 2985984 of them>"


SYMMETRIES = symmetry.of(gg.new("splendor", seed=1))
SEEN = np.zeros((3, 424), dtype=np.uint8)
WRONG = [
    ((SEEN.astype(float), None, None), TypeError, "observations are float64; they must be uint8"),
    ((SEEN[:, 1:], None, None), ValueError, r"is \(3, 423\); the observations of splendor .* 424"),
    ((np.uint8(1), None, None), ValueError, r"The shape of observations is \(\)"),
    ((SEEN, np.zeros((2, 72)), None), ValueError, r"masks is \(2, 72\); .* must be \(3, 72\)"),
    ((SEEN, np.zeros((3, 71)), None), ValueError, r"masks is \(3, 71\); .* must be \(3, 72\)"),
    ((SEEN, None, [1, 2]), ValueError, r"actions is \(2,\); .* must be \(3,\)"),
    ((SEEN, None, [1.0, 2.0, 3.0]), TypeError, "actions are float64; they must be whole numbers"),
    ((SEEN, None, [True, False, True]), TypeError, "actions are bool; they must be whole"),
    ((SEEN, None, [1, 72, -1]), ValueError, "72 is not an action; actions are 0 to 71"),
    ((SEEN, None, [1, 2, -1]), ValueError, "-1 is not an action; actions are 0 to 71"),
]


@pytest.mark.parametrize(("given", "error", "message"), WRONG)
def test_arrays_that_do_not_fit_the_game_are_refused(given: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        SYMMETRIES.identity()(*given)
    with pytest.raises(error, match=message):
        SYMMETRIES.augment(*given, rng=1)


def test_a_type_that_cannot_hold_every_image_is_refused() -> None:
    game = gg.new("arboretum", seed=1)
    with pytest.raises(TypeError, match=r"actions are uint8; .* holds 0 to 422, such as int32"):
        symmetry.of(game).identity()(game.observe(0), None, np.uint8(0))


def test_cards_that_are_not_in_play_are_refused() -> None:
    game = gg.new("arboretum", seed=1)
    seen = game.observe(0)
    seen[300] = 90
    with pytest.raises(ValueError, match="has 90 in an arboretum; the cards of this game are 1 to"):
        symmetry.of(game).identity()(seen)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"colors": (1, 0)}, "no part 'colors'; the parts are market_1, market_2, market_3, nobl"),
        (
            {"nobles": (1, 1, 2)},
            r"nobles: \(1, 1, 2\) is not a permutation of 3 places; .* 0 to 2 once",
        ),
        ({"nobles": (1, 0)}, r"nobles: \(1, 0\) is not a permutation of 3 places"),
        ({"nobles": (0, 1.0, 2)}, r"nobles: \(0, 1.0, 2\) is not a permutation of 3 places"),
        ({"nobles": 3}, "nobles: 3 is not a permutation of 3 places"),
    ],
)
def test_an_invalid_arrangement_is_refused(parts: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SYMMETRIES.element(**parts)


def test_a_rectangle_has_eight_turns_and_no_others() -> None:
    symmetries = symmetry.of(gg.new("arboretum", seed=1))
    with pytest.raises(
        ValueError, match=r"arboretum_1: \(0, 1, 3, 2\) is not possible here; .* one"
    ):
        symmetries.element(arboretum_1=(0, 1, 3, 2))


def test_what_has_no_variant_has_no_symmetries() -> None:
    with pytest.raises(TypeError, match="'splendor' has no symmetries; a game, a view, a batch"):
        symmetry.of("splendor")


def test_symmetries_of_different_games_have_no_product() -> None:
    other = symmetry.of(gg.new("arboretum", seed=1))
    with pytest.raises(ValueError, match="Symmetries of arboretum"):
        SYMMETRIES.identity() @ other.identity()

"""The native rules against the oracle, at every step of many random games.

A run compares 40,000 decisions, and 200,000 in `make test-slow`: state, legal actions, scores,
winners, and at the end of each game every best path.
"""

import random
from typing import Any

import pytest

import gemgrove as gg
from gemgrove import _native, arboretum
from gemgrove.arboretum import PRESETS, Rules, species_in_play
from tests.deal_reference import deck_orders, starting_seat
from tests.oracle.arboretum import ArboretumOracle, ArboretumRules

VARIANTS = [*PRESETS, "official:first_player=random", "seeded:first_player=random"]
DRAW_DECK = 0
# How often to draw from the deck deliberately: the more often, the shorter the game.
FROM_DECK = (0.0, 0.5, 1.0)
CASES = 3 * len(VARIANTS) * len(FROM_DECK)
DECISIONS = [40_000, pytest.param(200_000, marks=pytest.mark.slow)]


def oracle_of(game: arboretum.Game) -> ArboretumOracle:
    """The oracle at the start of the same game, dealt by the plain-Python shuffle."""
    assert game.deal is not None
    rules: Rules = game.rules
    cards = 8 * len(species_in_play(rules.players))
    decks, _ = deck_orders(game.deal, [cards], 1, whole=True)
    first = rules.first_player
    seat = starting_seat(game.deal, rules.players, whole=True) if first == "random" else first
    assert isinstance(seat, int)
    return ArboretumOracle(ArboretumRules(**rules.to_dict()), decks[0], seat)


def snapshot(game: arboretum.Game) -> dict[str, Any]:
    """The game's fields under the oracle's names; a game hides nothing."""
    fields = _native.arboretum.fields(game)
    for player in fields["players"]:
        assert player.pop("hidden") == 0
        player["known"] = player.pop("shown")
    return fields


def assert_same(game: arboretum.Game, oracle: ArboretumOracle) -> None:
    assert snapshot(game) == oracle.snapshot()
    assert game.legal_actions() == oracle.legal()
    assert game.scores == oracle.points
    assert game.winners == oracle.winners
    assert game.over == oracle.over
    assert game.to_move == oracle.to_move


def assert_same_paths(game: arboretum.Game, oracle: ArboretumOracle) -> None:
    for seat in oracle.seats:
        points = _native.arboretum.path_points(game, seat)
        for species in oracle.species:
            path = _native.arboretum.best_path(game, seat, species)
            assert (points[species], path) == oracle.best_path(seat, species)


@pytest.mark.parametrize("wanted", DECISIONS)
@pytest.mark.parametrize("from_deck", FROM_DECK)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", VARIANTS)
def test_native_and_oracle_agree_on_every_decision(
    wanted: int, rules: str, players: int, from_deck: float
) -> None:
    rng = random.Random(f"{wanted} {rules} {players} {from_deck}")
    decisions = 0
    while decisions < wanted // CASES:
        game = gg.new("arboretum", rules=rules, players=players, seed=rng.getrandbits(64))
        oracle = oracle_of(game)
        assert_same(game, oracle)
        while not game.over:
            actions = game.legal_actions()
            deck = actions[0] == DRAW_DECK and rng.random() < from_deck
            action = DRAW_DECK if deck else rng.choice(actions)
            game.play(action)
            oracle.apply(action)
            decisions += 1
            assert_same(game, oracle)
        assert_same_paths(game, oracle)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rights_to_score_are_those_of_the_oracle(players: int) -> None:
    for seed in range(30):
        game = gg.new("arboretum", players=players, seed=seed)
        oracle = oracle_of(game)
        for species, seats in enumerate(oracle.rights()):
            sums = [_native.arboretum.hand_sum(game, seat, species) for seat in range(players)]
            assert [seat for seat in range(players) if sums[seat] == max(sums)] == seats

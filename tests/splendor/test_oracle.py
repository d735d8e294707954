"""The native rules against the oracle, at every step of many random games.

A run compares 40,000 decisions, and 200,000 in `make test-slow`: state, legal actions, scores,
winners and ending.
"""

import random
from pathlib import Path
from typing import Any

import pytest

import gemgrove as gg
from gemgrove import _native, splendor
from gemgrove.splendor import PRESETS, Rules
from tests.deal_reference import deck_orders, starting_seat
from tests.oracle.splendor import OracleRules, SplendorOracle, load_cards, load_nobles

DATA = Path(__file__).parents[2] / "src/gemgrove/splendor/data"
CARDS = load_cards(DATA / "cards.csv")
NOBLES = load_nobles(DATA / "nobles.csv")
TIERS = [[card.id for card in CARDS if card.tier == tier] for tier in (1, 2, 3)]

VARIANTS = [
    *PRESETS,
    "official:payment=choose",
    "official:payment=choose,first_player=random",
    "official:take_fewer=free,nobles=all",
    "official:over_limit=forbid,nobles=first",
    "escrow:payment=choose,nobles=all",
    "core:over_limit=return_drawn",
    "arena:payment=choose",
    "core:payment=choose,take_fewer=forced",
    "official:turn_limit=9,first_player=random",
    "official:target_points=3,first_player=random",
    "official:take_fewer=never,return_gold=no",
]
CASES = 3 * len(VARIANTS)
DECISIONS = [40_000, pytest.param(200_000, marks=pytest.mark.slow)]


def oracle_of(game: splendor.Game) -> SplendorOracle:
    """The oracle at the start of the same game, dealt by the plain-Python shuffle."""
    assert game.deal is not None
    rules: Rules = game.rules
    decks, nobles = deck_orders(game.deal, [len(tier) for tier in TIERS], len(NOBLES))
    orders = [[tier[i] for i in deck] for tier, deck in zip(TIERS, decks, strict=True)]
    first = rules.first_player
    seat = starting_seat(game.deal, rules.players) if first == "random" else first
    assert isinstance(seat, int)
    return SplendorOracle(OracleRules(**rules.to_dict()), CARDS, NOBLES, orders, nobles, seat)


def fields_of(game: splendor.Game) -> dict[str, Any]:
    return _native.splendor.fields(game)


def assert_same(game: splendor.Game, oracle: SplendorOracle) -> None:
    expected = oracle.snapshot()
    if expected["phase"] == "pay" and expected["pending"] >= 57:
        # A card being bought is visible to all; the oracle keeps its mark until it is paid for.
        player = expected["players"][expected["to_move"]]
        player["reserved"][expected["pending"] - 57][1] = False
    assert fields_of(game) == expected
    assert game.legal_actions() == oracle.legal()
    assert game.scores == oracle.points
    assert game.winners == oracle.winners
    assert game.over == oracle.over
    assert game.truncated == oracle.truncated
    assert game.to_move == oracle.to_move


@pytest.mark.parametrize("wanted", DECISIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", VARIANTS)
def test_native_and_oracle_agree_on_every_decision(wanted: int, rules: str, players: int) -> None:
    rng = random.Random(f"{wanted} {rules} {players}")
    decisions = 0
    while decisions < wanted // CASES:
        game = gg.new("splendor", rules=rules, players=players, seed=rng.getrandbits(64))
        oracle = oracle_of(game)
        assert_same(game, oracle)
        while not game.over:
            # Buying more often than at random leads to nobles, short games and empty decks.
            actions = game.legal_actions()
            buys = [action for action in actions if 45 <= action < 60]
            action = rng.choice(buys if buys and rng.random() < 0.5 else actions)
            if rng.random() < 0.01 and fields_of(game)["phase"] == "play":
                game.skip()
                oracle.skip()
            else:
                game.play(action)
                oracle.apply(action)
            decisions += 1
            assert_same(game, oracle)

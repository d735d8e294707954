"""A game replayed draw by draw equals the game dealt at once."""

import random
from itertools import cycle

import pytest

import gemgrove as gg
from tests.draws import chance_of, dealt, played, record_game, unordered

GAMES = [
    ("splendor", "official"),
    ("splendor", "official:payment=choose"),
    ("splendor", "arena"),
    ("splendor", "escrow"),
    ("splendor", "core"),
    ("splendor", "official:first_player=random"),
    ("arboretum", "official"),
    ("arboretum", "seeded"),
    ("arboretum", "seeded:first_player=random"),
]


@pytest.mark.parametrize(
    ("name", "rules", "players"),
    [(*game, players) for game, players in zip(GAMES, cycle((2, 3, 4)))],
)
def test_a_game_told_by_its_draws_is_the_same_game(
    name: gg.GameName, rules: str, players: int
) -> None:
    recorded = record_game(gg.new(name, rules=rules, players=players, seed=players))
    start = chance_of(name, rules, players).start(recorded.drawn)
    assert unordered(played(recorded.game, start, recorded.game.actions)) == unordered(
        recorded.game
    )


@pytest.mark.parametrize(("name", "rules"), GAMES)
def test_the_deal_is_made_draw_by_draw(name: gg.GameName, rules: str) -> None:
    game = gg.new(name, rules=rules, players=3, seed=5)
    chance = chance_of(name, rules)
    draws = dealt(game)
    assert len(draws) == chance.deal_size
    for number, outcome in enumerate(draws):
        outcomes = list(chance.deal(draws[:number]).outcomes)
        assert outcome in outcomes
        assert outcomes == sorted(set(outcomes) - set(draws[:number]))
    assert unordered(played(game, chance.start(draws), [])) == unordered(game)


@pytest.mark.parametrize("name", gg.GAMES)
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_retold_game_looks_the_same_to_the_seat_and_has_the_cards_of_the_sample(
    name: gg.GameName, seat: int
) -> None:
    changed = 0
    rng = random.Random(seat)
    chance = chance_of(name)
    for decisions in range(31, 51):
        recorded = record_game(gg.new(name, players=3, seed=decisions), decisions=decisions)
        sample = recorded.game.view(seat).sample(rng)
        retelling = chance.retold(recorded.game, sample, seat, rng)
        drawn = [retelling.outcomes.get(outcome, outcome) for outcome in recorded.drawn]
        game = played(recorded.game, chance.start(drawn), retelling.actions)
        assert game.view(seat) == recorded.game.view(seat)
        assert unordered(game) == unordered(sample)
        changed += any(old != new for old, new in retelling.outcomes.items())
    assert changed >= 10, "there must have been cards to change"

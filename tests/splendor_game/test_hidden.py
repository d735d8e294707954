"""The module's output to a player contains nothing that is hidden from them."""

import pytest

import splendor_game as s
from tests.splendor_game.play import played, positions

HIDING_RULES = ("official", "official:payment=choose")


def said_to_the_player(game: s.SplendorGame) -> list[object]:
    """Everything that the module tells the current player."""
    said: list[object] = [
        game.state_summary(),
        game.legal_moves(),
        game.action_mask().tolist(),
        game.feature_vector().tolist(),
        game.statistics(),
        repr(game),
    ]
    for action in range(72):
        try:
            move = game.move_of_action(action)
            game.clone().perform_move(move)
        except s.IllegalMove as refusal:
            said.append(str(refusal))
    return said


def test_a_blind_reserve_shows_others_its_tier_and_nothing_else() -> None:
    game = s.SplendorGame(3, rules="official")
    game.perform_move((5, {"tier": 2}))
    assert game.state_summary()["players"][0]["reserved"] == [
        {
            "prestige_points": 0,
            "bonus_color": 0,
            "cost": [0, 0, 0, 0, 0],
            "tier": 2,
            "id": 0,
            "valid": False,
        }
    ]


def test_a_blind_reserve_shows_its_owner_the_card() -> None:
    game = s.SplendorGame(2, rules="official")
    game.perform_move((5, {"tier": 2}))
    game.end_turn()
    (card,) = game.state_summary()["players"][0]["reserved"]
    assert card["valid"]
    assert card["tier"] == 2
    assert sum(card["cost"]) > 0


def test_a_card_reserved_from_the_market_is_known_to_all() -> None:
    game = s.SplendorGame(2, rules="official")
    card = game.state_summary()["market"][1][0]
    game.perform_move((0, {"tier": 2, "slot": 0}))
    assert game.state_summary()["players"][0]["reserved"] == [card]


@pytest.mark.parametrize("rules", HIDING_RULES)
@pytest.mark.parametrize("players", [2, 4])
def test_redrawing_what_is_hidden_changes_nothing_that_is_said(rules: str, players: int) -> None:
    redrawn = 0
    for number, game in enumerate(positions(rules, players, seed=5)):
        if number % 5:
            continue
        view = game.game.view(game.current_player())
        said = said_to_the_player(game.from_game(view.sample(number)))
        for seed in range(3):
            other = game.from_game(view.sample(seed))
            redrawn += other != game
            assert said_to_the_player(other) == said
        assert game.state_summary() == said[0]
        assert game.legal_moves() == said[1]
    assert redrawn > 20


def test_the_history_does_not_name_a_card_reserved_unseen() -> None:
    game = s.SplendorGame(2, rules="official")
    game.perform_move((5, {"tier": 1}))
    assert game.history() == [(0, (5, {"tier": 1}))]


def test_the_representation_does_not_tell_the_deal() -> None:
    game = played("official", 3, seed=12345)
    assert repr(game) == "<SplendorGame official:players=3: 30 moves made, player 2 to move>"
    assert str(game.game.deal) not in repr(game)

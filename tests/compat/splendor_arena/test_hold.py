"""The game holds while a player has more than ten gems."""

import pytest

import gemgrove as gg
from gemgrove.compat.splendor_arena import HOLD, Game, State, state_of
from tests.compat.splendor_arena.positions import native, nine_gems, random_game, valid

TAKE_WHITE_RED_GREEN = 32
RETURN_WHITE, RETURN_RED = 42, 43


def twelve_gems() -> tuple[Game, State]:
    """Player 1 has taken three gems and holds twelve; it is player 2's turn."""
    game = Game(3)
    state, player = game.getNextState(state_of(nine_gems()), 1, TAKE_WHITE_RED_GREEN)
    assert player == 2
    return game, state


def test_the_others_can_only_hold() -> None:
    game, state = twelve_gems()
    assert valid(game, state, 2) == valid(game, state, 3) == [HOLD]


def test_the_player_with_too_many_gems_can_only_return_one() -> None:
    game, state = twelve_gems()
    assert valid(game, state, 1) == [42, 43, 44, 45, 46]


def test_a_gem_that_a_player_does_not_have_cannot_be_returned() -> None:
    game = Game(3)
    start = gg.from_position(
        nine_gems()
        .position()
        .replace("p1=2,2,2,2,1,0", "p1=4,0,2,2,1,0")
        .replace("bank=3,3,3,3,4,5", "bank=1,5,3,3,4,5")
    )
    state, _ = game.getNextState(state_of(start), 1, TAKE_WHITE_RED_GREEN)
    assert valid(game, state, 1) == [42, 43, 44, 46]


def test_two_returns_take_two_rounds_in_rotation() -> None:
    game, state = twelve_gems()
    player, seen = 2, []
    for action in (HOLD, HOLD, RETURN_WHITE, HOLD, HOLD, RETURN_RED):
        seen.append(player)
        assert action in valid(game, state, player)
        state, player = game.getNextState(state, player, action)
    assert seen == [2, 3, 1, 2, 3, 1]
    assert player == 2
    assert state[162:168].tolist() == [2, 2, 3, 2, 1, 0]
    assert len(valid(game, state, 2)) > 1


def test_in_the_native_game_the_returns_are_consecutive_decisions() -> None:
    game, state = twelve_gems()
    player = 2
    for action in (HOLD, HOLD, RETURN_WHITE, HOLD, HOLD, RETURN_RED):
        state, player = game.getNextState(state, player, action)
    assert [move.text for move in native(state).moves] == [
        "p3 white green red",
        "return white",
        "return red",
    ]


def test_holding_changes_no_number() -> None:
    game, state = twelve_gems()
    after, player = game.getNextState(state, 2, HOLD)
    assert player == 3
    assert after.tolist() == state.tolist()


def test_whoever_must_hold_cannot_do_anything_else() -> None:
    game, state = twelve_gems()
    with pytest.raises(gg.IllegalMove, match=r"Player 1 has more than ten gems .* can only hold"):
        game.getNextState(state, 2, TAKE_WHITE_RED_GREEN)


def test_whoever_must_return_gems_cannot_hold() -> None:
    game, state = twelve_gems()
    with pytest.raises(gg.IllegalMove, match="pass is not legal"):
        game.getNextState(state, 1, HOLD)


def test_each_sees_the_hold_in_its_canonical_form() -> None:
    game, state = twelve_gems()
    assert valid(game, game.canonicalForm(state, 1), 1) == [42, 43, 44, 45, 46]
    seen_by_3 = game.canonicalForm(state, 3)
    assert valid(game, seen_by_3, 1) == valid(game, seen_by_3, 3) == [HOLD]
    assert valid(game, seen_by_3, 2) == [42, 43, 44, 45, 46]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_go_round_whether_the_game_holds_or_not(players: int) -> None:
    moments = list(random_game(players, seed=11))
    assert [moment[2] for moment in moments] == [at % players + 1 for at in range(len(moments))]
    assert any(moment[3] == HOLD for moment in moments)

"""Summaries and moves match gemgrove's, as dictionaries and tuples that round-trip."""

from itertools import cycle
from typing import Any

import pytest

import gemgrove as gg
import splendor_game as s
from gemgrove.splendor import Board, Color, Move
from tests.splendor_game.play import ALL_RULES, finished, positions

KIND_BY_NOTATION = {"return": s.RETURN_TOKEN, "pay": s.PAY_TOKEN}


def card_dictionary(card: Any) -> dict[str, Any]:
    return {
        "prestige_points": card.points,
        "bonus_color": card.color,
        "cost": list(card.cost),
        "tier": card.tier,
        "id": card.id,
        "valid": True,
    }


def no_card(tier: int) -> dict[str, Any]:
    return {
        "prestige_points": 0,
        "bonus_color": 0,
        "cost": [0] * 5,
        "tier": tier,
        "id": 0,
        "valid": False,
    }


def noble_dictionary(noble: Any) -> dict[str, Any]:
    return {"req": list(noble.requirement), "prestige_points": noble.points}


def expected_summary(game: s.SplendorGame) -> dict[str, Any]:
    """The summary, derived from gemgrove's view of the player to move."""
    board = game.game.view(game.current_player()).board
    assert isinstance(board, Board)
    return {
        "current_player": board.to_move,
        "bank": list(board.bank),
        "market": [
            [card_dictionary(card) if card else no_card(tier) for card in row]
            for tier, row in enumerate(board.market, 1)
        ],
        "nobles": [noble_dictionary(noble) for noble in board.nobles if noble],
        "players": [
            {
                "tokens": list(player.tokens),
                "prestige_points": player.points,
                "reserved": [
                    card_dictionary(held.card) if held.card else no_card(held.tier)
                    for held in player.reserved
                ],
                "played": [card_dictionary(card) for card in player.bought],
                "nobles": [noble_dictionary(noble) for noble in player.nobles],
            }
            for player in board.players
        ],
    }


def expected_tuple(game: s.SplendorGame, move: gg.Move) -> s.Move:
    """The tuple, derived from gemgrove's move."""
    assert isinstance(move, Move)
    board = game.game.board
    assert isinstance(board, Board)
    counts = [move.colors.count(color) for color in tuple(Color)[: Color.GOLD]]
    match move.kind:
        case "take":
            return (4 if max(counts) == 2 else 3), counts
        case "reserve" if move.slot is None:
            return 5, {"tier": move.tier}
        case "buy" if move.tier is None:
            assert move.slot is not None
            card = board.player.reserved[move.slot - 1].card
            return 2, {"index": move.slot - 1, "card": card_dictionary(card)}
        case "reserve" | "buy":
            assert move.slot is not None
            return int(move.kind == "buy"), {"tier": move.tier, "slot": move.slot - 1}
        case "noble":
            assert move.slot is not None
            index = sum(noble is not None for noble in board.nobles[: move.slot - 1])
            noble = board.nobles[move.slot - 1]
            return 7, {"index": index, "noble": noble_dictionary(noble)}
        case "pass":
            return 8, {}
    return int(KIND_BY_NOTATION[move.kind]), [move.colors.count(color) for color in Color]


@pytest.mark.parametrize(("rules", "players"), list(zip(ALL_RULES, cycle((2, 3, 4)))))
def test_summaries_and_moves_are_gemgroves_at_every_step(rules: str, players: int) -> None:
    for seed in range(3):
        for game in positions(rules, players, seed):
            assert game.state_summary() == expected_summary(game)
            actions, moves = game.game.legal_actions(), game.legal_moves()
            assert moves == [expected_tuple(game, move) for move in game.game.legal_moves()]
            assert [game.action_of_move(move) for move in moves] == actions
            assert [game.move_of_action(action) for action in actions] == moves
            assert game.action_mask().nonzero()[0].tolist() == actions


@pytest.mark.parametrize("rules", ALL_RULES)
def test_every_action_that_means_something_here_goes_there_and_back(rules: str) -> None:
    for game in positions(rules, 3, seed=11):
        there_and_back = []
        for action in range(72):
            try:
                move = game.move_of_action(action)
            except s.IllegalMove:
                assert 57 <= action < 60 or 66 <= action < 71
                assert not game.action_mask()[action]
                continue
            there_and_back.append(game.action_of_move(move) == action)
        assert all(there_and_back)
        assert len(there_and_back) >= 72 - 3 - 5


@pytest.mark.parametrize("action", [-1, 72, 10**30])
def test_a_number_that_is_no_action_is_refused(action: int) -> None:
    with pytest.raises(ValueError, match=r"There is no action -?\d+; actions are 0 to 71\."):
        s.SplendorGame(2).move_of_action(action)


def test_an_action_for_what_is_not_there_is_refused() -> None:
    game = s.SplendorGame(2)
    with pytest.raises(ValueError, match="Action 57 means a reserved card that is not there"):
        game.move_of_action(57)
    with pytest.raises(ValueError, match="Action 70 means a noble that is not there"):
        game.move_of_action(70)


def test_nothing_is_legal_after_the_end() -> None:
    for rules in ALL_RULES:
        game = finished(rules)
        assert game.legal_moves() == []
        assert not game.action_mask().any()

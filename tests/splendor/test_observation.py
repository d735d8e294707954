"""The observation vector: its index table and its entries."""

from typing import Any

import pytest

from gemgrove import splendor
from tests.observations import entries, positions


def positions_of(players: int) -> list[splendor.Game]:
    return positions("splendor", players, games=6, share=0.2, rules="official:payment=choose")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_observer_comes_first_and_the_others_follow_in_turn(players: int) -> None:
    for game in positions_of(players):
        board = game.board
        for seat in range(players):
            for place in range(players):
                player = board.players[(seat + place) % players]
                assert entries(game, seat, "tokens", place) == list(player.tokens)
                assert entries(game, seat, "bonuses", place) == list(player.bonuses)
                assert entries(game, seat, "points", place) == [player.points]
                assert entries(game, seat, "cards", place) == [len(player.bought)]
            expected = [0] * players
            if not game.over:
                expected[(game.to_move - seat) % players] = 1
            assert entries(game, seat, "to_move") == expected


def test_bank_decks_market_and_nobles_stand_as_on_the_board() -> None:
    for game in positions_of(2):
        board = game.board
        assert entries(game, 0, "bank") == list(board.bank)
        assert entries(game, 0, "decks") == list(map(len, board.decks))
        assert entries(game, 0, "owed") == list(board.owed)
        market = [card for row in board.market for card in row]
        assert entries(game, 0, "market") == [n for card in market for n in card_entry(card)]


def card_entry(card: Any) -> list[int]:
    if card is None:
        return [0] * 12
    return [1, *card.cost, *(int(card.color == color) for color in range(5)), card.points]


def test_the_phase_is_one_of_four_until_the_game_is_over() -> None:
    for game in positions_of(2):
        names = ["play", "pay", "return", "noble"]
        assert entries(game, 0, "phase") == [int(game.board.phase == name) for name in names]


def test_what_was_taken_this_turn_is_seen_by_all_while_the_turn_goes_on() -> None:
    phases = set()
    for game in positions("splendor", 3, games=6, share=0.2, rules="escrow"):
        board = game.board
        phases.add(board.phase)
        for seat in range(3):
            seen = entries(game, seat, "escrow")
            assert seen == (list(board.escrow.tokens) if board.escrow else [0] * 6)
            if board.phase == "return":
                may_go_back = [number > 0 for number in seen]
                assert may_go_back == [60 + kind in game.legal_actions() for kind in range(6)]
    assert "return" in phases


def test_what_is_being_paid_for_can_be_told_from_the_observation() -> None:
    seen = 0
    for game in positions_of(2):
        if game.board.phase == "play":
            after: dict[bytes, object] = {}
            for move in game.legal_moves():
                trial = game.copy()
                trial.play(move)
                if trial.board.phase == "pay":
                    board = trial.view(game.to_move).board
                    assert after.setdefault(trial.observe(game.to_move).tobytes(), board) == board
                    seen += 1
    assert seen > 50

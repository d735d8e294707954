"""The interface, line by line: names, constants, shapes and keys."""

import json
from enum import IntEnum

import numpy as np
import pytest

import splendor_game as s
from gemgrove.splendor import COLORS, TOKENS, Rules
from gemgrove.splendor.cards import TIERS
from gemgrove.splendor.moves import NOBLE_SLOTS, RESERVE_LIMIT, SLOTS, TOKEN_LIMIT
from tests.splendor_game.play import (
    finished,
    played,
    with_affordable_reserve,
    with_bonuses,
    with_tokens,
)

CARD_KEYS = ["prestige_points", "bonus_color", "cost", "tier", "id", "valid"]


def test_the_constants_are_those_of_the_document_and_of_the_rules() -> None:
    assert s.DEV_COLORS == 5 == len(COLORS)
    assert s.COLOR_COUNT == 6 == len(TOKENS)
    assert s.NUM_NOBLES == 5 == NOBLE_SLOTS
    assert s.TIERS == 3 == len(TIERS)
    assert s.SLOTS_PER_TIER == 4 == SLOTS
    assert s.RESERVED_LIMIT == 3 == RESERVE_LIMIT
    assert s.TOKEN_HAND_LIMIT == 10 == TOKEN_LIMIT
    assert s.PRESTIGE_POINTS_TO_WIN == 15 == Rules().target_points


@pytest.mark.parametrize(
    ("enumeration", "names"),
    [
        (s.Color, ["WHITE", "BLUE", "GREEN", "RED", "BLACK", "GOLD"]),
        (
            s.ACTIONS,
            [
                "RESERVE_CARD",
                "BUY_CARD_FROM_MARKET",
                "BUY_CARD_FROM_RESERVE",
                "GET_3_FROM_BANK",
                "GET_2_FROM_BANK",
                "RESERVE_FROM_DECK",
                "RETURN_TOKEN",
                "CHOOSE_NOBLE",
                "PASS",
                "PAY_TOKEN",
            ],
        ),
    ],
)
def test_the_enumerations_count_from_0_and_their_names_are_the_modules_too(
    enumeration: type[IntEnum], names: list[str]
) -> None:
    assert [member.name for member in enumeration] == names
    assert [int(member) for member in enumeration] == list(range(len(names)))
    assert [getattr(s, name) for name in names] == list(enumeration)


def test_every_public_name_is_there() -> None:
    for name in s.__all__:
        assert hasattr(s, name)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_new_game_is_set_up_for_its_players(players: int) -> None:
    game = s.SplendorGame(num_players=players, seed=42)
    state = game.state_summary()
    assert game.num_players() == players == len(state["players"])
    assert game.current_player() == 0 == state["current_player"]
    assert game.is_terminal() is False
    assert state["bank"] == [{2: 4, 3: 5, 4: 7}[players]] * 5 + [5]
    assert len(state["nobles"]) == players + 1
    assert [len(row) for row in state["market"]] == [4, 4, 4]


def test_the_seed_is_0_unless_given_and_decides_the_deal() -> None:
    assert s.SplendorGame(2) == s.SplendorGame(2, 0) == s.SplendorGame(num_players=2, seed=0)
    assert s.SplendorGame(2, 1) != s.SplendorGame(2, 2)


def test_core_begins_with_player_0_and_other_rules_where_they_say() -> None:
    first = {s.SplendorGame(4, seed, first_player="random").current_player() for seed in range(40)}
    assert first == {0, 1, 2, 3}
    assert {s.SplendorGame(4, seed).current_player() for seed in range(40)} == {0}


def test_rules_are_a_preset_a_spec_or_a_value() -> None:
    by_name = s.SplendorGame(3, 5, rules="official", payment="choose")
    by_spec = s.SplendorGame(3, 5, rules="official:payment=choose")
    by_value = s.SplendorGame(3, 5, rules=Rules(payment="choose"))
    assert by_name == by_spec == by_value
    assert by_name != s.SplendorGame(3, 5, rules="official")


def test_a_deal_can_be_named_instead_of_a_seed() -> None:
    game = s.SplendorGame(2, deal="ABCD-EFGH-JKMN-PQR")
    assert game.game.deal is not None
    assert game.game.deal.id == "ABCD-EFGH-JKMN-PQR"
    with pytest.raises(ValueError, match="not both"):
        s.SplendorGame(2, 7, deal="ABCD-EFGH-JKMN-PQR")


def test_numbers_may_be_numpys() -> None:
    assert s.SplendorGame(np.int64(3), np.int64(9)) == s.SplendorGame(3, 9)  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [5, 1, 0, -2, True, 2.0, "2", None])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(ValueError, match=r"num_players is .*; Splendor is for 2 to 4 players\."):
        s.SplendorGame(players)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_that_names_no_deal_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="seed"):
        s.SplendorGame(2, seed)


def test_unknown_rules_are_refused() -> None:
    with pytest.raises(ValueError, match=r"(?i)the presets are official, core, arena"):
        s.SplendorGame(2, rules="hard")
    with pytest.raises(ValueError, match=r"(?i)the rules have no option 'nobel'"):
        s.SplendorGame(2, nobel="all")


@pytest.mark.parametrize("moves", [0, 40, 1000])
def test_a_summary_has_exactly_the_documented_keys(moves: int) -> None:
    state = played("official", 3, moves=moves).state_summary()
    assert list(state) == ["current_player", "bank", "market", "nobles", "players"]
    for player in state["players"]:
        assert list(player) == ["tokens", "prestige_points", "reserved", "played", "nobles"]
        assert len(player["tokens"]) == 6
    cards = [card for row in state["market"] for card in row]
    cards += [card for player in state["players"] for card in player["reserved"] + player["played"]]
    for card in cards:
        assert list(card) == CARD_KEYS
        assert len(card["cost"]) == 5
        assert type(card["valid"]) is bool
    for noble in state["nobles"]:
        assert list(noble) == ["req", "prestige_points"]
        assert noble["prestige_points"] == 3
        assert len(noble["req"]) == 5


@pytest.mark.parametrize("moves", [0, 40, 1000])
def test_a_summary_and_the_moves_survive_json(moves: int) -> None:
    game = played("official", 4, moves=moves)
    state, legal = game.state_summary(), game.legal_moves()
    assert json.loads(json.dumps(state, indent=2)) == state
    assert [tuple(move) for move in json.loads(json.dumps(legal))] == legal


def test_tiers_are_1_to_3_and_their_rows_in_order() -> None:
    market = s.SplendorGame(2).state_summary()["market"]
    assert [[card["tier"] for card in row] for row in market] == [[1] * 4, [2] * 4, [3] * 4]


def test_reserve_a_card() -> None:
    game = s.SplendorGame(2)
    card = game.state_summary()["market"][0][2]
    game.perform_move((0, {"tier": 1, "slot": 2}))
    state = game.state_summary()
    assert state["players"][0]["reserved"] == [card]
    assert state["players"][0]["tokens"] == [0, 0, 0, 0, 0, 1]
    assert state["market"][0][2] != card
    assert state["market"][0][2]["valid"]


def test_buy_a_card_from_the_market() -> None:
    game = with_tokens(s.SplendorGame(2), [2, 2, 2, 2, 0, 2])
    move = next(move for move in game.legal_moves() if move[0] == s.BUY_CARD_FROM_MARKET)
    card = game.state_summary()["market"][move[1]["tier"] - 1][move[1]["slot"]]
    game.perform_move(move)
    assert game.state_summary()["players"][0]["played"] == [card]


def test_buy_a_card_from_the_reserve_with_the_card_or_without_it() -> None:
    game = with_affordable_reserve("core")
    kind, payload = next(move for move in game.legal_moves() if move[0] == s.BUY_CARD_FROM_RESERVE)
    player = game.current_player()
    reserved = game.state_summary()["players"][player]["reserved"]
    assert list(payload) == ["index", "card"]
    assert payload["card"] == reserved[payload["index"]]
    short = game.clone()
    game.perform_move((kind, payload))
    short.perform_move((2, {"index": payload["index"]}))
    assert game == short
    assert payload["card"] in game.state_summary()["players"][player]["played"]


def test_take_three_different_tokens() -> None:
    game = s.SplendorGame(2)
    game.perform_move((3, [1, 1, 1, 0, 0]))
    state = game.state_summary()
    assert state["players"][0]["tokens"] == [1, 1, 1, 0, 0, 0]
    assert state["bank"] == [3, 3, 3, 4, 4, 5]
    assert game.current_player() == 1


def test_take_two_tokens_of_one_color() -> None:
    game = s.SplendorGame(2)
    game.perform_move((4, [0, 0, 0, 2, 0]))
    assert game.state_summary()["players"][0]["tokens"] == [0, 0, 0, 2, 0, 0]


def test_fewer_tokens_are_kind_3_with_fewer_ones() -> None:
    game = s.SplendorGame(2, rules="official:take_fewer=free")
    assert (3, [1, 0, 0, 0, 0]) in game.legal_moves()
    game.perform_move((3, [0, 1, 1, 0, 0]))
    assert game.state_summary()["players"][0]["tokens"] == [0, 1, 1, 0, 0, 0]


def test_reserve_from_a_deck() -> None:
    game = s.SplendorGame(2, rules="official")
    market = game.state_summary()["market"]
    assert (5, {"tier": 3}) in game.legal_moves()
    game.perform_move((5, {"tier": 3}))
    assert game.state_summary()["market"] == market
    assert len(game.state_summary()["players"][0]["reserved"]) == 1


def test_return_tokens_one_by_one_in_the_same_turn() -> None:
    game = with_tokens(s.SplendorGame(4, rules="official"), [3, 3, 3, 0, 0, 0])
    game.perform_move((3, [1, 1, 1, 0, 0]))
    assert game.legal_moves() == [(6, [int(i == color) for i in range(6)]) for color in range(3)]
    game.perform_move((6, [1, 0, 0, 0, 0, 0]))
    assert game.current_player() == 0
    game.perform_move((6, [0, 1, 0, 0, 0, 0]))
    assert game.current_player() == 1
    assert game.state_summary()["players"][0]["tokens"] == [3, 3, 4, 0, 0, 0]


def test_choose_a_noble_by_its_place_in_the_summary() -> None:
    game = with_bonuses("official", 4, players=3)
    game.perform_move((4, [2, 0, 0, 0, 0]))
    nobles = game.state_summary()["nobles"]
    assert game.current_player() == 0
    assert game.legal_moves() == [
        (7, {"index": index, "noble": noble}) for index, noble in enumerate(nobles)
    ]
    short = game.clone()
    game.perform_move(game.legal_moves()[2])
    short.perform_move((7, {"index": 2}))
    assert game == short
    assert game.current_player() == 1
    assert game.state_summary()["players"][0]["nobles"] == [nobles.pop(2)]
    assert game.state_summary()["nobles"] == nobles
    for _ in range(2):
        game.perform_move(game.legal_moves()[0])
    game.perform_move(game.legal_moves()[0])
    assert game.legal_moves()[2] == (7, {"index": 2, "noble": nobles[2]})


def test_in_core_nobles_come_by_themselves() -> None:
    game = with_bonuses("core", 4)
    first = game.state_summary()["nobles"][0]
    game.perform_move((4, [2, 0, 0, 0, 0]))
    assert game.current_player() == 1
    assert game.state_summary()["players"][0]["nobles"] == [first]


def test_pay_tokens_one_by_one() -> None:
    game = with_tokens(s.SplendorGame(4, rules="official:payment=choose"), [2, 2, 2, 2, 2, 5])
    game.perform_move(next(move for move in game.legal_moves() if move[0] == 1))
    moves = game.legal_moves()
    assert len(moves) == 2
    assert moves[1] == (9, [0, 0, 0, 0, 0, 1])
    assert game.current_player() == 0
    while game.current_player() == 0:
        game.perform_move(game.legal_moves()[-1])
    player = game.state_summary()["players"][0]
    assert player["tokens"][5] < 5
    assert len(player["played"]) == 1


def test_pass_when_nothing_else_is_legal() -> None:
    stuck = next(
        game
        for seed in range(300)
        for game in (played("core", 2, seed, moves) for moves in range(20, 50))
        if [move[0] for move in game.legal_moves()] == [s.PASS]
    )
    assert stuck.legal_moves() == [(8, {})]
    player = stuck.current_player()
    stuck.perform_move((8, {}))
    assert stuck.current_player() != player or stuck.is_terminal()


def test_a_move_may_be_written_with_lists_names_and_numpys_numbers() -> None:
    game, other = s.SplendorGame(2), s.SplendorGame(2)
    game.perform_move((0, {"tier": 1, "slot": 2}))
    other.perform_move([s.RESERVE_CARD, {"tier": np.int8(1), "slot": np.int8(2)}])  # type: ignore[arg-type]
    assert game == other
    game.perform_move((3, [1, 1, 1, 0, 0]))
    other.perform_move((s.GET_3_FROM_BANK, tuple(np.array([1, 1, 1, 0, 0]))))
    assert game == other


def test_the_game_is_terminal_only_when_the_round_is_complete() -> None:
    for seed in range(50):
        game = s.SplendorGame(2, seed)
        while not game.is_terminal():
            state = game.state_summary()
            if state["players"][0]["prestige_points"] >= 15 and state["current_player"] == 1:
                game.perform_move(game.legal_moves()[-1])
                assert game.is_terminal()
                assert game.legal_moves() == []
                return
            game.perform_move(game.legal_moves()[-1])
    pytest.fail("no game in which player 0 was first to 15 points")


def test_end_turn_skips_the_turn_and_is_recorded() -> None:
    game = s.SplendorGame(3)
    before = game.state_summary()
    game.end_turn()
    assert game.current_player() == 1
    assert game.state_summary() == before | {"current_player": 1}
    assert game.history() == [(0, None)]
    assert game.statistics()["players"][0]["skips"] == 1


def test_end_turn_in_mid_turn_is_an_error() -> None:
    game = with_tokens(s.SplendorGame(4, rules="official"), [3, 3, 3, 0, 0, 0])
    game.perform_move((3, [1, 1, 1, 0, 0]))
    before = game.clone()
    with pytest.raises(ValueError, match="only before its first decision"):
        game.end_turn()
    assert game == before


def test_after_the_end_there_are_no_turns_and_no_moves() -> None:
    game = finished()
    before = game.clone()
    with pytest.raises(ValueError, match="The game is over"):
        game.end_turn()
    for move in ((3, [1, 1, 1, 0, 0]), (2, {"index": 0}), (8, {}), "anything"):
        with pytest.raises(ValueError, match="The game is over: no more moves can be made"):
            game.perform_move(move)  # type: ignore[arg-type]
    assert game.legal_moves() == []
    assert game == before
    assert game.history() == before.history()

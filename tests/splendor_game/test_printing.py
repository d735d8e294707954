"""Printed output: complete, aligned, and colored only on a terminal."""

import io

import pytest

import splendor_game as s
from tests.splendor_game.play import finished, played, positions, with_bonuses, with_tokens


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def printed_summary(game: s.SplendorGame) -> str:
    out = io.StringIO()
    s.print_summary_nicely(game.state_summary(), file=out)
    return out.getvalue()


def printed_moves(moves: list[s.Move]) -> str:
    out = io.StringIO()
    s.print_legal_moves_nicely(moves, file=out)
    return out.getvalue()


def test_both_print_to_the_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    game = s.SplendorGame(2, 42)
    s.print_summary_nicely(game.state_summary())
    assert capsys.readouterr().out == printed_summary(game)
    s.print_legal_moves_nicely(game.legal_moves())
    assert capsys.readouterr().out == printed_moves(game.legal_moves())


def test_a_summary_shows_bank_nobles_cards_and_players() -> None:
    game = with_tokens(s.SplendorGame(2, 42, rules="official"), [1, 0, 2, 0, 0, 1])
    game.perform_move((5, {"tier": 2}))
    lines = printed_summary(game).splitlines()
    card = game.state_summary()["market"][2][1]
    assert lines[0].split() == ["points", "white", "blue", "green", "red", "black", "gold"]
    assert lines[1].split() == ["bank", "3", "4", "2", "4", "4", "3"]
    assert sum(line.startswith("noble") for line in lines) == 3
    (shown,) = [line for line in lines if line.startswith("tier 3 slot 1")]
    assert shown.split()[4:] == [
        s.Color(card["bonus_color"]).name.lower(),
        str(card["prestige_points"]),
        *(str(count or ".") for count in card["cost"]),
    ]
    assert "player 1, to move               0" in lines
    assert "  tokens: 5                            1      .      2      .      .      2" in lines
    assert "  reserved 0, tier 2  hidden" in lines


def test_the_columns_of_a_summary_stand_under_their_names() -> None:
    lines = printed_summary(played(moves=40)).splitlines()
    width = len(lines[0])
    for line in lines[1:]:
        if line.startswith(("bank", "  tokens")):
            assert len(line) == width
        elif line.startswith(("noble", "tier", "  cards")) and not line.endswith("empty"):
            assert len(line) == width - len("   gold")


@pytest.mark.parametrize("rules", ["core", "official", "official:payment=choose"])
def test_every_position_and_every_list_of_moves_can_be_printed(rules: str) -> None:
    for game in positions(rules, 3, seed=4):
        text, moves = printed_summary(game), game.legal_moves()
        assert text.isascii()
        assert max(map(len, text.splitlines())) <= 79
        listed = printed_moves(moves)
        assert listed.isascii()
        for place in range(len(moves)):
            assert f"\n{place:>4}  " in listed


def test_an_empty_place_is_shown_as_such() -> None:
    state = s.SplendorGame(2).state_summary()
    state["market"][0][2]["valid"] = False
    out = io.StringIO()
    s.print_summary_nicely(state, file=out)
    assert "tier 1 slot 2  empty\n" in out.getvalue()


def test_moves_are_printed_by_kind_with_their_places_in_the_list() -> None:
    text = printed_moves([(4, [0, 0, 0, 2, 0]), (0, {"tier": 1, "slot": 2}), (4, [2, 0, 0, 0, 0])])
    assert text == (
        "3 legal moves\n\n"
        "Take two tokens of one color\n   0  2 red\n   2  2 white\n\n"
        "Reserve a card of the market\n   1  tier 1 slot 2\n"
    )


def test_every_kind_of_move_is_told_in_words() -> None:
    card: s.Card = {
        "prestige_points": 1,
        "bonus_color": 3,
        "cost": [4, 0, 0, 0, 0],
        "tier": 1,
        "id": 31,
        "valid": True,
    }
    moves: list[s.Move] = [
        (s.BUY_CARD_FROM_MARKET, {"tier": 2, "slot": 0}),
        (s.BUY_CARD_FROM_RESERVE, {"index": 1, "card": card}),
        (s.BUY_CARD_FROM_RESERVE, {"index": 2}),
        (s.GET_3_FROM_BANK, [1, 1, 1, 0, 0]),
        (s.RESERVE_FROM_DECK, {"tier": 1}),
        (s.RETURN_TOKEN, [0, 0, 0, 1, 0, 0]),
        (s.CHOOSE_NOBLE, {"index": 0, "noble": {"req": [0, 4, 4, 0, 0], "prestige_points": 3}}),
        (s.CHOOSE_NOBLE, {"index": 1}),
        (s.PASS, {}),
        (s.PAY_TOKEN, [0, 0, 0, 0, 0, 1]),
    ]
    lines = printed_moves(moves).splitlines()
    for line in (
        "   0  tier 2 slot 0",
        "   1  reserved 1: red, 1 point, costs 4 white",
        "   2  reserved 2",
        "   3  1 white 1 blue 1 green",
        "   4  tier 1",
        "   5  1 red",
        "   6  noble 0: 3 points, needs 4 blue 4 green",
        "   7  noble 1",
        "   8  nothing else is legal",
        "   9  1 gold",
    ):
        assert line in lines


def test_a_single_move_and_none_are_told_in_good_english() -> None:
    assert printed_moves([(8, {})]).startswith("1 legal move\n")
    assert (
        printed_moves(finished().legal_moves()) == "There are no legal moves: the game is over.\n"
    )


def test_color_is_for_terminals_whose_users_have_not_declined_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    game = with_bonuses("official", 4)
    game.perform_move((4, [2, 0, 0, 0, 0]))

    def printed() -> str:
        out = Terminal()
        s.print_summary_nicely(game.state_summary(), file=out)
        s.print_legal_moves_nicely(game.legal_moves(), file=out)
        return out.getvalue()

    plain = printed_summary(game) + printed_moves(game.legal_moves())
    assert "\033" not in plain
    colored = printed()
    assert "\033[91m" in colored
    for paint in ("0", "1", "90", "91", "92", "93", "94", "97"):
        colored = colored.replace(f"\033[{paint}m", "")
    assert colored == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert printed() == plain

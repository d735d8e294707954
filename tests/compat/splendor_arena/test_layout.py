"""The layout of a state."""

import pytest

from gemgrove.compat.splendor_arena import COLORS, Layout
from gemgrove.compat.splendor_arena.layout import layout_of


def test_the_colors_have_the_order_of_the_interface() -> None:
    assert COLORS == ("white", "red", "green", "blue", "brown")


def test_three_players_have_the_three_hundred_numbers_of_the_interface() -> None:
    found = {section.meaning: (section.first, section.last) for section in Layout(3).sections()}
    assert found["card 1 of level 1"] == (0, 10)
    assert found["card 4 of level 3"] == (121, 131)
    assert found["noble 1"] == (132, 137)
    assert found["noble 4"] == (150, 155)
    assert found["gems in the bank"] == (156, 161)
    assert found["player 1: gems"] == (162, 167)
    assert found["player 1: permanent gems"] == (168, 172)
    assert found["player 1: points"] == (173, 173)
    assert found["player 1: reserved card 1"] == (174, 184)
    assert found["player 1: reserved card 3"] == (196, 206)
    assert found["player 1: acquired cards"] == (207, 207)
    assert found["player 2: gems"] == (208, 213)
    assert found["player 2: points"] == (219, 219)
    assert found["player 3: gems"] == (254, 259)
    assert found["player 3: reserved card 1"] == (266, 276)
    assert found["player 3: acquired cards"] == (299, 299)


@pytest.mark.parametrize(("players", "size"), [(2, 248), (3, 300), (4, 352)])
def test_the_stretches_follow_each_other_to_the_end(players: int, size: int) -> None:
    sections = list(Layout(players).sections())
    assert [section.first for section in sections[1:]] == [s.last + 1 for s in sections[:-1]]
    assert (sections[0].first, sections[-1].last) == (0, size - 1)
    assert layout_of(size) == Layout(players)


def test_no_layout_has_another_number_of_numbers() -> None:
    assert layout_of(299) is None

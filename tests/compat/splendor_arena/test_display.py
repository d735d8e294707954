"""The displayed table."""

import numpy as np
import pytest

from gemgrove.compat.splendor_arena import Game, state_of
from tests.compat.splendor_arena.positions import (
    before_three_nobles,
    middle,
    nine_gems,
    no_third_deck,
    three_with,
)

FULL_RESERVES = """\
                          white    red  green   blue  brown   gold points
noble 1                       3      3      -      -      3             3
noble 2                       -      -      4      4      -             3
noble 3                       -      3      3      -      3             3
noble 4                       4      -      -      -      4             3
level 3, 1: brown             -      7      -      -      -             4
level 3, 2: -
level 3, 3: brown             -      6      3      -      3             4
level 3, 4: brown             -      7      -      -      3             5
level 2, 1: white             -      4      1      -      2             2
level 2, 2: blue              -      -      -      6      -             3
level 2, 3: red               1      -      2      4      -             2
level 2, 4: brown             -      2      4      1      -             2
level 1, 1: white             -      1      1      1      1             0
level 1, 2: blue              1      2      1      -      1             0
level 1, 3: green             -      2      -      1      2             0
level 1, 4: red               1      1      -      -      3             0
bank                          2      2      1      2      3      2
player 1                      2      -      2      2      -      1      9
  cards bought: 3             1      -      1      1      -
  reserved 1: white           3      3      -      -      6             4
  reserved 2: white           3      -      -      -      7             5
  reserved 3: blue            6      -      -      3      3             4
player 2                      -      2      1      -      1      1     10
  cards bought: 3             1      1      -      -      1
  reserved 1: blue            7      -      -      3      -             5
  reserved 2: green           3      -      3      6      -             4
  reserved 3: green           -      -      3      7      -             5
player 3                      1      1      1      1      1      1      8
  cards bought: 2             -      -      1      1      -
  reserved 1: red             -      -      7      -      -             4
  reserved 2: red             -      3      6      3      -             4
  reserved 3: red             -      3      7      -      -             5
"""
HOLD = """\
bank                          2      2      2      3      4      5
player 1                      3      3      3      2      1      -      0
  cards bought: 0             -      -      -      -      -
  must return 2; the others hold
player 2                      -      -      -      -      -      -      0
  cards bought: 0             -      -      -      -      -
player 3                      -      -      -      -      -      -      0
  cards bought: 0             -      -      -      -      -
"""
NOBLES_GONE = """\
noble 1: -
noble 2: -
noble 3                       -      4      -      -      4             3
noble 4: -
"""


def test_the_display_has_a_line_for_everything(capsys: pytest.CaptureFixture[str]) -> None:
    game, state = three_with(no_third_deck())
    game.display(state)
    assert capsys.readouterr().out == FULL_RESERVES


def test_the_display_of_a_hold_says_how_many_gems_must_go() -> None:
    game = Game(3)
    state, _ = game.getNextState(state_of(nine_gems()), 1, 32)
    assert game.render(state).splitlines()[17:] == HOLD.splitlines()


def test_nobles_that_are_gone_leave_their_places_empty() -> None:
    game = Game(3)
    state, _ = game.getNextState(state_of(before_three_nobles()), 1, 0)
    assert game.render(state).splitlines()[1:5] == NOBLES_GONE.splitlines()


def test_plain_numbers_are_displayed_alike() -> None:
    game, state = three_with(middle())
    assert game.render(np.array(state)) == game.render(state)


@pytest.mark.parametrize(("players", "lines"), [(2, 21), (3, 24), (4, 27)])
def test_every_number_of_players_is_displayed(players: int, lines: int) -> None:
    game = Game(players, seed=1)
    assert len(game.render(game.getInitState()).splitlines()) == lines

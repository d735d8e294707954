"""The games that are rated, and how."""

from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from gemgrove.server.domain import Table, commands
from gemgrove.server.ratings.skill import (
    Finished,
    Ladder,
    Standing,
    rate,
    result,
    why_unrated,
)
from tests.server.domain.tables import NAMES, OPEN, TableHarness, started
from tests.server.finished_games import finished, many_finished, recompute


def test_a_game_between_players_counts() -> None:
    game = finished("ann", "bee")
    assert why_unrated(game) is None
    assert result(game).places == {"ann": 1, "bee": 2}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"decided": False, "places": ()}, "unfinished"),
        ({"sealed": False}, "open_deal"),
        ({"practice": True}, "practice"),
        ({"official": False}, "other_rules"),
        ({"owners": ("ann", None)}, "bot_seat"),
        ({"owners": ("ann", "ann")}, "same_player"),
    ],
)
def test_a_game_that_does_not_count_says_why(change: dict[str, object], why: str) -> None:
    game = replace(finished("ann", "bee"), **change)  # type: ignore[arg-type]
    assert why_unrated(game) == why
    assert recompute([game]) == {}
    with pytest.raises(ValueError, match=f"is not rated: {why}"):
        result(game)


def test_a_new_player_stands_where_openskill_begins() -> None:
    model = PlackettLuce()
    assert Standing() == Standing(model.mu, model.sigma, 0)
    assert Standing().level == pytest.approx(0)


def test_the_winner_rises_and_the_loser_falls() -> None:
    after = rate({"ann": 1, "bee": 2}, {"ann": Standing(), "bee": Standing()})
    assert after["ann"].mu > 25 > after["bee"].mu
    assert after["ann"].sigma < Standing().sigma
    assert [after["ann"].games, after["bee"].games] == [1, 1]


def test_a_draw_of_equals_moves_nobody() -> None:
    after = rate({"ann": 1, "bee": 1}, {"ann": Standing(), "bee": Standing()})
    assert after["ann"].mu == after["bee"].mu == pytest.approx(25)


def test_a_draw_brings_unequals_closer() -> None:
    after = rate({"ann": 1, "bee": 1}, {"ann": Standing(mu=30), "bee": Standing(mu=20)})
    assert after["ann"].mu < 30
    assert after["bee"].mu > 20


def test_a_player_who_left_falls_furthest() -> None:
    places = {"ann": 2, "bee": 1, "cat": 4, "dan": 3}
    after = rate(places, {player: Standing() for player in places})
    assert sorted(places, key=lambda player: after[player].mu) == ["cat", "dan", "ann", "bee"]


def test_the_numbers_are_those_of_openskill() -> None:
    model = PlackettLuce()
    before = {"ann": Standing(27, 6, 3), "bee": Standing(22, 8, 1), "cat": Standing(25, 2, 50)}
    teams = [[model.create_rating([who.mu, who.sigma])] for who in before.values()]
    expected = model.rate(teams, ranks=[2.0, 1.0, 3.0])
    after = rate({"ann": 2, "bee": 1, "cat": 3}, before)
    for player, (skill,) in zip(before, expected, strict=True):
        assert after[player].mu == pytest.approx(skill.mu, abs=1e-12)
        assert after[player].sigma == pytest.approx(skill.sigma, abs=1e-12)


def test_the_order_of_the_seats_makes_no_difference_to_the_last_bit() -> None:
    # The sum of these numbers depends on their order.
    before = {
        "ann": Standing(31.2, 4.6),
        "bee": Standing(26.2, 4.0),
        "cat": Standing(16.1, 7.1),
        "dan": Standing(26.4, 2.4),
    }
    tie = rate(dict.fromkeys(before, 1), before)
    for order in permutations(before):
        assert rate(dict.fromkeys(order, 1), before) == tie


def test_games_and_numbers_of_players_are_rated_apart() -> None:
    games = [
        finished("ann", "bee", table="t_1"),
        finished("ann", "bee", table="t_2", game="arboretum"),
        finished("ann", "bee", "cat", table="t_3"),
    ]
    standings = recompute(games)
    assert set(standings) == {
        Ladder("splendor", 2),
        Ladder("arboretum", 2),
        Ladder("splendor", 3),
    }
    assert standings[Ladder("splendor", 2)] == standings[Ladder("arboretum", 2)]
    assert all(ladder["ann"].games == 1 for ladder in standings.values())


@given(many_finished(), st.randoms(use_true_random=False))
def test_the_order_in_which_games_are_told_makes_no_difference(
    games: list[Finished], order: Random
) -> None:
    told = list(games)
    order.shuffle(told)
    assert recompute(told) == recompute(games)


def test_games_count_in_the_order_in_which_they_ended() -> None:
    first = finished("ann", "bee", table="t_9", ended=1)
    second = finished("bee", "ann", table="t_1", ended=2)
    standings = recompute([second, first])[Ladder("splendor", 2)]
    begin = {"ann": Standing(), "bee": Standing()}
    middle = rate({"ann": 1, "bee": 2}, begin)
    assert standings == rate({"ann": 2, "bee": 1}, middle)


def ended(harness: TableHarness) -> Finished:
    """The finished game of a table whose last event ended it."""
    assert harness.table.ended
    return Finished.of(harness.table, harness.events[-1].at)


@pytest.mark.parametrize("game", ["splendor", "arboretum"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_table_counts_that_was_played_by_the_official_rules(game: str, players: int) -> None:
    harness = started(game, players, options={})
    harness.play_out()
    over = ended(harness)
    assert over.ladder == Ladder(game, players)
    assert (over.table, over.ended) == (harness.table.id, harness.now)
    assert list(result(over).places) == list(NAMES[:players])
    assert harness.table.outcome is not None
    assert list(result(over).places.values()) == harness.table.outcome.places


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        ({"rules": "official:payment=choose", "options": {}}, "other_rules"),
        ({"options": {"first_player": 0}}, "other_rules"),
        ({"deal": OPEN, "options": {}}, "open_deal"),
        ({"practice": True, "options": {}}, "practice"),
        ({"persons": 1, "options": {}}, "bot_seat"),
    ],
)
def test_a_table_of_other_terms_does_not_count(terms: dict[str, Any], why: str) -> None:
    harness = started("splendor", 2, **terms)
    harness.play_turns(4)
    harness.ask("ann", commands.Resign())
    assert why_unrated(ended(harness)) == why


def test_a_table_counts_for_who_gives_up() -> None:
    harness = started("splendor", 3, options={})
    harness.play_turns(3)
    harness.ask("bob", commands.Resign())
    harness.play_out()
    places = result(ended(harness)).places
    assert places["bob"] == 3
    assert set(places) == {"ann", "bob", "cat"}


def test_a_table_counts_that_ends_by_giving_up() -> None:
    harness = started("arboretum", 2, options={})
    harness.play_turns(2)
    harness.ask("bob", commands.Resign())
    assert result(ended(harness)).places == {"ann": 1, "bob": 2}


def test_a_table_does_not_count_that_was_left_before_a_move() -> None:
    harness = started("splendor", 2, options={})
    harness.ask("bob", commands.Leave())
    assert why_unrated(ended(harness)) == "unfinished"


def test_a_table_does_not_count_that_a_bot_played_on_at_no_cost_to_who_left() -> None:
    harness = started("splendor", 3, options={})
    harness.ask("bob", commands.Leave())
    harness.play_out()
    assert why_unrated(ended(harness)) == "bot_seat"


def test_a_table_that_was_never_made_is_an_error() -> None:
    with pytest.raises(ValueError, match="table t_1 was never made"):
        Finished.of(Table("t_1"), 1)

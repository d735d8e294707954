"""The page about a reviewed game."""

from dataclasses import replace
from random import Random

import pytest

import gemgrove as gg
from gemgrove.analysis.review import Review
from gemgrove.game import variant_class
from gemgrove.pages.review import review_page
from tests.analysis.flat_search import FlatSearch, review
from tests.pages.elements import check_page, elements

_HOSTILE = '"><script>alert(1)</script>\u202e'


def reviewed(name: gg.GameName, *, players: int = 2, seats: list[int] | None = None) -> Review:
    game = gg.new(name, players=players, seed=5)
    chance = Random(1)
    while not game.over:
        game.play(chance.choice(game.legal_actions()))
    record = game.record(names=["Ada", _HOSTILE, "Ada", ""][:players])
    return review(record, lambda: FlatSearch(tries=2), iterations=2, seats=seats)


@pytest.fixture(scope="module")
def splendor() -> Review:
    return reviewed("splendor", seats=[0])


@pytest.mark.parametrize(("name", "players"), [("splendor", 4), ("arboretum", 3)])
def test_the_page_of_any_game_is_well_formed_and_asks_nobody(
    name: gg.GameName, players: int
) -> None:
    check_page(review_page(reviewed(name, players=players, seats=[])))


def test_a_hostile_name_stays_text(splendor: Review) -> None:
    page = review_page(splendor)
    check_page(page)
    assert "alert(1)</script>" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "\u202e" not in page


def test_every_decision_is_in_the_table(splendor: Review) -> None:
    rows = [
        row.text
        for row in elements(review_page(splendor), "tr")
        if (row.attributes.get("id") or "").startswith("decision-")
    ]
    assert len(rows) == len(splendor.decisions)
    for row, decision in zip(rows, splendor.decisions, strict=True):
        assert decision.move in row
        assert ("not judged" in row or "the only move" in row) == (decision.judgement is None)


def test_the_graph_has_a_line_for_each_player_that_ends_with_the_result(splendor: Review) -> None:
    lines = elements(review_page(splendor), "polyline")
    ends = [(line.attributes["points"] or "").split()[-1] for line in lines]
    winners = splendor.record.result.winners
    assert ends == ["100,0" if seat in winners else "100,100" for seat in range(2)]


def test_the_graph_has_a_stop_for_each_judged_decision(splendor: Review) -> None:
    stops = [
        rect for rect in elements(review_page(splendor), "rect") if "data-x" in rect.attributes
    ]
    judged = [each for each in splendor.decisions if each.judgement is not None]
    assert [stop.attributes["data-href"] for stop in stops] == [
        f"#decision-{each.number}" for each in judged
    ]


def with_blunder(found: Review) -> Review:
    """A review of only the first decision, as if it had cost a win."""
    decision = found.decisions[0]
    assert decision.judgement is not None
    lost = replace(
        decision.judgement,
        before=(1.0, 0.0),
        after=(0.0, 1.0),
        best="r m deck",
        line=("r m deck", "p2 red"),
        loss=1.0,
        error=0.0,
    )
    return replace(
        found,
        record=replace(found.record, names=("Ada", "Grace")),
        decisions=(replace(decision, judgement=lost),),
    )


def test_the_board_before_a_large_loss_is_as_its_player_saw_it(splendor: Review) -> None:
    page = review_page(with_blunder(splendor))
    board = elements(page, "pre")[0].text
    view = replace(splendor.record, moves=()).replay().view(0)
    assert board == variant_class("splendor").presenter().table(view, ["Ada", "Grace"], color=False)
    assert "Decision 1, Ada: blunder, 100 % lost" in [each.text for each in elements(page, "h3")]
    assert "Better was r m deck (reserve the top card of the mines deck) with 100 %." in (
        " ".join(each.text for each in elements(page, "p"))
    )


def test_a_marked_loss_is_a_dot_on_the_graph(splendor: Review) -> None:
    (dot,) = [
        each
        for each in elements(review_page(with_blunder(splendor)), "circle")
        if "blunder" in (each.attributes["class"] or "")
    ]
    assert dot.text == "Ada: blunder, decision 1"


def test_a_game_without_marks_says_so(splendor: Review) -> None:
    nothing = replace(splendor, decisions=())
    page = review_page(nothing)
    check_page(page)
    assert "No decision lost enough to be marked." in page
    assert "No decision was judged" in page


def test_a_review_that_was_stopped_says_how_far_it_came(splendor: Review) -> None:
    part = replace(splendor, decisions=splendor.decisions[:4])
    assert f"The review was stopped after 4 of {len(splendor.record.moves)} decisions." in (
        review_page(part)
    )
    assert "was stopped" not in review_page(splendor)

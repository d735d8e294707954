"""The code of the engine's reference runs unchanged, and our functions match its own."""

import doctest
import json
from collections import namedtuple
from types import ModuleType
from typing import Any

import pytest

from gemgrove import arboretum
from gemgrove.arboretum_engine import json_values
from gemgrove.compat import arboretum_engine as compat
from gemgrove.compat.arboretum_engine import Card, FormatError, Move, move_evaluator
from tests.compat.arboretum_engine import samples

OURS = {name: getattr(compat, name) for name in compat.__all__}


def run(code: str, **names: Any) -> dict[str, Any]:
    exec(code, names)
    return names


def document() -> dict[str, Any]:
    """The document's own definitions."""
    code = samples.CARD + samples.MOVE.replace(
        "Move =", "from collections import namedtuple\nMove ="
    )
    return run(code + samples.PLACEMENTS + samples.FROM_JSON + samples.TO_JSON)


def scenario() -> dict[str, Any]:
    return run(samples.SCENARIO, **OURS)


def test_the_cards_of_the_document_are_used_as_it_uses_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    run(samples.CARD_USAGE, **OURS)
    assert capsys.readouterr().out == "M\n5\n"


def test_the_documents_own_cards_and_ours_and_the_games_are_equal() -> None:
    theirs = document()["Card"]("M", 5)
    assert len({theirs, Card("M", 5), arboretum.Card("M", 5)}) == 1
    assert repr(theirs) == repr(Card(species="M", value=5))
    assert compat.card_to_json(arboretum.Card("M", 5)) == ["M", 5]
    assert Card("M", 5).rank == 5
    assert str(Card("M", 5)) == "M5"


def test_the_documents_move_is_ours() -> None:
    move = run(samples.MOVE_USAGE, **OURS)["move"]
    assert move == Move(Card("J", 3), (1, 0), Card("W", 7))
    assert Move._fields == document()["Move"]._fields


def test_the_documents_access_to_tableaus_works_on_ours() -> None:
    tableau = compat.json_to_tableau(json.loads(samples.TABLEAU_JSON))
    names = run(samples.TABLEAU_ACCESS, tableau=tableau, **OURS)
    assert names["card"] == Card("J", 3)
    assert tableau[2] == {0: Card("R", 6), 1: Card("M", 4)}


def test_the_json_of_the_document_is_read_as_its_own_code_reads_it() -> None:
    theirs = document()
    tableau = json.loads(samples.TABLEAU_JSON)
    assert compat.json_to_tableau(tableau) == theirs["json_to_tableau"](tableau)
    assert compat.json_to_card(json.loads(samples.CARD_JSON)) == Card("M", 5)
    hand = [compat.json_to_card(card) for card in json.loads(samples.HAND_JSON)]
    assert hand == [theirs["json_to_card"](card) for card in json.loads(samples.HAND_JSON)]


def test_moves_are_written_as_the_documents_code_writes_them() -> None:
    move = Move(Card("J", 3), (1, 0), Card("W", 7))
    written = compat.move_to_json(move)
    assert written == document()["move_to_json"](move)
    assert compat.json_to_move(json.dumps(written)) == move


def test_tableaus_survive_json() -> None:
    tableau = scenario()["sample_tableau"]
    written = json.loads(json.dumps(compat.tableau_to_json(tableau)))
    assert compat.json_to_tableau(written) == tableau


def test_the_documents_placements_and_ours_agree_where_its_code_is_right() -> None:
    for name in ("sample_tableau", "sample_opponent_tableau"):
        tableau = scenario()[name]
        theirs = document()["get_valid_placements"](tableau)
        assert compat.get_valid_placements(tableau) == sorted(theirs)


def test_placements_take_a_tableau_of_a_board() -> None:
    assert compat.get_valid_placements({(0, 0): arboretum.Card("C", 2)}) == [
        (-1, 0),
        (0, -1),
        (0, 1),
        (1, 0),
    ]


@pytest.mark.parametrize("tableau", [5, "0", [1], {0: 7}, {(1,): Card("C", 2)}])
def test_an_invalid_tableau_has_no_placements(tableau: Any) -> None:
    with pytest.raises(FormatError, match=r"^tableau.*(must be an object of|the key is)"):
        compat.get_valid_placements(tableau)


@pytest.mark.parametrize(
    ("tableau", "why"),
    [
        ({"x": {0: Card("C", 2)}}, r'tableau\["x"\]: the key is \'x\'; it must be a whole number'),
        ({None: {1: 2}}, r"tableau\[None\]: the key is None"),
        ({1.5: {0: Card("C", 2)}}, r"tableau\[1\.5\]: the key is 1\.5"),
        ({True: {0: Card("C", 2)}}, r"tableau\[True\]: the key is True"),
        ({(0, 0.5): Card("C", 2)}, r'tableau\["0"\]\[0\.5\]: the key is 0\.5'),
        ({10**5000: {0: Card("C", 2)}}, "the key is a number of thousands of digits"),
        (
            {0: {0: Card("C", 2)}, "0": {"0": Card("M", 5)}},
            r'tableau\["0"\]\["0"\]: there is another card in this cell',
        ),
    ],
)
def test_a_cell_must_be_named_strictly_and_once(tableau: Any, why: str) -> None:
    with pytest.raises(FormatError, match=why):
        compat.get_valid_placements(tableau)
    with pytest.raises(FormatError, match=why):
        compat.tableau_to_json(tableau)


@pytest.mark.parametrize(
    ("card", "place"),
    [
        (["M", 9], r"card\[1\] is 9; it must be a whole number from 1 to 8"),
        (["M", "5"], r"card\[1\] is '5'"),
        (["M", True], r"card\[1\] is True"),
        (["B", 5], r"card\[0\] is 'B'; the species in play are J, R, C, M, O, W"),
        (["M"], "card is .*it must be a card"),
        ("M5", "card is 'M5'"),
        (None, "card is None"),
    ],
)
def test_an_invalid_card_is_refused(card: Any, place: str) -> None:
    with pytest.raises(FormatError, match=place):
        compat.json_to_card(card)


@pytest.mark.parametrize(
    ("tableau", "place"),
    [
        ({"1": {"0": ["M", 9]}}, r'tableau\["1"\]\["0"\]\[1\] is 9'),
        ({"one": {}}, r'tableau\["one"\]: the key is \'one\''),
        ({"1": {"01": ["M", 1]}}, r'tableau\["1"\]\["01"\]: the key'),
        ({"1": {"1": ["M", 1], 1: ["M", 2]}}, r'tableau\["1"\]\["1"\]: there is another card'),
        ({"1": []}, r'tableau\["1"\] is \[\]; it must be an object of cards'),
        ([], "tableau is .* it must be an object of columns"),
    ],
)
def test_an_invalid_tableau_is_refused_with_its_place(tableau: Any, place: str) -> None:
    with pytest.raises(FormatError, match=place):
        compat.json_to_tableau(tableau)


def test_a_namedtuple_of_ones_own_is_a_card() -> None:
    own = namedtuple("own", ["species", "value"])
    assert compat.json_to_card(own("M", 5)) == Card("M", 5)


@pytest.mark.parametrize("module", [compat, json_values, move_evaluator])
def test_the_examples_in_the_modules_texts_are_true(module: ModuleType) -> None:
    results = doctest.testmod(module)
    assert results.attempted > 0
    assert results.failed == 0

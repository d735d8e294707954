"""The score sheet: who may score a species and why, and what the paths are worth."""

import json
import random
from typing import Any

import pytest

import gemgrove as gg
from gemgrove import _native
from gemgrove.arboretum.cards import SPECIES, Card, species_in_play
from gemgrove.arboretum.scoresheet import Path, Right, ScoreSheet, points_of, score_sheet
from gemgrove.text_layout import WIDTH, width
from tests.oracle.arboretum import ArboretumOracle, ArboretumRules
from tests.random_games import play_randomly

HANDS = ("J1 J2 J3 R1 R2 R3 R4", "W1 W2 W3 O1 O2 O3 O4")
"""Nobody holds cassia and maple."""
NAMES = ("Ada", "Ben")


def cards(text: str) -> list[Card]:
    return [Card.parse(word) for word in text.split()]


def grid(text: str) -> dict[tuple[int, int], Card]:
    """The cards in rows such as `M1 .. M5`, highest row first."""
    rows = [line.split() for line in text.strip().splitlines()]
    return {
        (x, -y): Card.parse(word)
        for y, row in enumerate(rows)
        for x, word in enumerate(row)
        if word != ".."
    }


def finished(groves: tuple[str, str], hands: tuple[str, str] = HANDS) -> Any:
    """A finished two-player game. Smaller groves are filled up with cards that touch no other."""
    arboretums = [grid(text) for text in groves]
    used = {card for text in hands for card in cards(text)}
    used |= {card for arboretum in arboretums for card in arboretum.values()}
    rest = [card for card in map(Card.of, range(48)) if card not in used]
    size = max(map(len, arboretums))
    for arboretum in arboretums:
        while len(arboretum) < size:
            arboretum[2 * len(arboretum) - 16, 10] = rest.pop()
    players = [
        {
            "hand": [card.number for card in cards(text)],
            "shown": [],
            "hidden": 0,
            "pile": [],
            "arboretum": [[card.number, x, y] for (x, y), card in arboretum.items()],
        }
        for text, arboretum in zip(hands, arboretums, strict=True)
    ]
    players[0]["pile"] = [card.number for card in rest]
    fields = {"to_move": 0, "phase": "over", "first": 0, "turns": 2 * size, "picked": -1}
    variant = _native.arboretum.variant(players=2, seed_discards=False, first_player=0)
    position = _native.arboretum.position(variant, fields | {"deck": [], "players": players})
    return _native.Game(object(), position, None)


def sheet_of(*groves: str, hands: tuple[str, str] = HANDS) -> ScoreSheet:
    first, second = (*groves, "J8")[:2]
    return score_sheet(finished((first, second), hands), NAMES)


def right_to(letter: str, sheet: ScoreSheet) -> Right:
    return next(right for right in sheet.rights if right.species == letter)


def path_for(letter: str, sheet: ScoreSheet, seat: int = 0) -> Path:
    return next(path for path in sheet.seats[seat].paths if path.species == letter)


def told(sheet: ScoreSheet, letter: str) -> str:
    """The line of the printed sheet about the right to a species."""
    rights = str(sheet).split("\n\n", 1)[0]
    words = " ".join(rights.split())
    end = words.split(SPECIES[letter] + " ", 1)[1]
    for other in SPECIES.values():
        end = end.split(f" {other} ")[0]
    return end


@pytest.mark.parametrize(
    ("path", "lines"),
    [
        ("M3 M5", ["2 cards: 2"]),
        ("M3 J4 M5", ["3 cards: 3"]),
        ("M3 M5 M6", ["3 cards: 3"]),
        ("M3 J4 M5 M6", ["4 cards: 4"]),
        ("M3 M4 M5 M6", ["4 cards: 4", "all maple: 4"]),
        ("M1 M5", ["2 cards: 2", "begins with a 1: 1"]),
        ("M5 M8", ["2 cards: 2", "ends with an 8: 2"]),
        ("M1 M8", ["2 cards: 2", "begins with a 1: 1", "ends with an 8: 2"]),
        (
            "M1 M2 M3 M4 M5 M6 M7 M8",
            ["8 cards: 8", "all maple: 8", "begins with a 1: 1", "ends with an 8: 2"],
        ),
    ],
)
def test_a_path_is_worth_what_its_lines_say(path: str, lines: list[str]) -> None:
    assert [f"{line.reason}: {line.points}" for line in points_of(cards(path))] == lines
    sheet = sheet_of(path)
    assert path_for("M", sheet).points == sum(int(line.split(": ")[1]) for line in lines)
    assert ", ".join(lines) in " ".join(str(sheet).split())


def test_a_path_turns_corners_and_passes_over_other_species() -> None:
    sheet = sheet_of("M1 J4\n.. C5\nM8 W7")
    assert path_for("M", sheet).cards == tuple(cards("M1 J4 C5 W7 M8"))
    assert "   8 maple            M1 J4 C5 W7 M8\n" in str(sheet)


def test_the_highest_sum_has_the_right() -> None:
    hands = ("M2 M3 J1 J2 R1 R2 R3", "M4 O1 O2 O3 W1 W2 W3")
    sheet = sheet_of("M5 M6", "M7 C1", hands=hands)
    assert right_to("M", sheet).seats == (0,)
    assert told(sheet, "M") == "Ada with 5 (M2 M3), against Ben with 4 (M4)"
    assert told(sheet, "O") == "Ben with 6 (O1 O2 O3)"


def test_an_eight_counts_nothing_against_anothers_one() -> None:
    hands = ("M8 M2 J1 J2 R1 R2 R3", "M1 M3 O2 O3 W1 W2 W3")
    sheet = sheet_of("C1 C2", hands=hands)
    assert right_to("M", sheet).seats == (1,)
    assert [holding.sum for holding in right_to("M", sheet).holdings] == [4, 2]
    assert [holding.outdone_by for holding in right_to("M", sheet).holdings] == [None, 1]
    assert told(sheet, "M") == (
        "Ben with 4 (M1 M3), against Ada with 2 (M2 M8; M8 counts 0 against Ben's M1)"
    )


def test_an_eight_counts_beside_ones_own_one() -> None:
    hands = ("M8 M1 J1 J2 R1 R2 R3", "M7 O1 O2 O3 W1 W2 W3")
    sheet = sheet_of("C1 C2", hands=hands)
    assert told(sheet, "M") == "Ada with 9 (M1 M8), against Ben with 7 (M7)"


def test_a_tie_lets_all_tied_players_score() -> None:
    hands = ("M2 M3 J1 J2 R1 R2 R3", "M5 O1 O2 O3 W1 W2 W3")
    sheet = sheet_of("M6 M7", "M4 M8", hands=hands)
    assert right_to("M", sheet).seats == (0, 1)
    assert told(sheet, "M") == "Ada with 5 (M2 M3) and Ben with 5 (M5), a tie"
    assert path_for("M", sheet, 0).counts
    assert path_for("M", sheet, 1).counts


def test_a_species_in_nobodys_hand_is_for_everyone() -> None:
    sheet = sheet_of("M6 M7", "C6 C7")
    assert right_to("M", sheet) == Right("M", (0, 1), ())
    assert told(sheet, "M") == "everyone: nobody holds it"
    assert [seat.total for seat in sheet.seats] == [2, 2]


def test_a_path_without_the_right_does_not_count() -> None:
    sheet = sheet_of("O6 O7", "C6 C7")
    assert path_for("O", sheet).counts is False
    assert sheet.seats[0].total == 0
    assert " - oak              O6 O7: would be 2, but Ben has the right" in str(sheet)


def test_most_points_win() -> None:
    sheet = sheet_of("M5 M6 M7", "C6 C7")
    assert sheet.winners == (0,)
    assert str(sheet).endswith("\n\nAda wins with 3 points.")


def test_between_equal_points_the_different_species_decide() -> None:
    sheet = sheet_of("M6 M7 .. M2", "C6 C7 .. O8")
    assert sheet.winners == (1,)
    assert str(sheet).endswith(
        "Ada and Ben have 2 points each; Ben wins with 2 different species against 1."
    )


def test_between_equal_points_and_species_the_win_is_shared() -> None:
    sheet = sheet_of("M6 M7", "C6 C7")
    assert sheet.winners == (0, 1)
    assert " ".join(str(sheet).split("\n\n")[-1].split()) == (
        "Ada and Ben have 2 points each; Ada and Ben share the win with 1 different species each."
    )


def test_the_person_is_spoken_to() -> None:
    text = str(score_sheet(finished(("M6 M7", "O6 J7")), ["you", "Ben"]))
    assert "you with 6 (J1 J2 J3)" in text
    assert "\nYou: 2 points\n" in text
    assert text.endswith("\nYou win with 2 points.")


def test_before_the_end_the_paths_are_shown_and_no_rights() -> None:
    game = gg.new("arboretum", players=3, seed=4)
    rng = random.Random(4)
    while game.board.turns < 20:
        game.play(rng.choice(game.legal_moves()))
    sheets = [score_sheet(game.view(seat), list("ABC")) for seat in (None, 0, 1, 2)]
    sheets.append(score_sheet(game, list("ABC")))
    assert all(sheet == sheets[0] for sheet in sheets)
    sheet = sheets[0]
    assert not sheet.final
    assert not sheet.rights
    assert not sheet.winners
    assert {path.counts for seat in sheet.seats for path in seat.paths} == {None}
    assert [seat.total for seat in sheet.seats] == game.scores
    assert "decided at the end, by hidden hands" in str(sheet)
    assert "the right" not in str(sheet)


def oracle_of(game: gg.Game) -> ArboretumOracle:
    fields = _native.arboretum.fields(game)
    deck = list(range(16 + 16 * game.players))
    oracle = ArboretumOracle(ArboretumRules(players=game.players), deck, 0)
    oracle.phase = fields["phase"]
    for player, known in zip(oracle.players, fields["players"], strict=True):
        player.hand = known["hand"]
        player.arboretum = {(x, y): card for card, x, y in known["arboretum"]}
    return oracle


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_sheet_agrees_with_the_game_and_with_the_oracle(players: int) -> None:
    for seed in range(25):
        game = play_randomly(gg.new("arboretum", players=players, seed=seed), seed=seed)
        sheet, oracle = score_sheet(game), oracle_of(game)
        assert [seat.total for seat in sheet.seats] == game.scores == oracle.points
        assert list(sheet.winners) == game.winners == oracle.winners
        assert [list(right.seats) for right in sheet.rights] == oracle.rights()
        for seat, own in enumerate(sheet.seats):
            found = {path.species: path for path in own.paths}
            for number, letter in enumerate(species_in_play(players)):
                points, numbers = oracle.best_path(seat, number)
                assert (letter in found) == bool(points)
                if points:
                    assert found[letter].points == points
                    assert list(found[letter].cards) == list(map(Card.of, numbers))
        assert max(map(width, str(sheet).splitlines())) <= WIDTH


def test_the_sheet_is_plain_data_on_request() -> None:
    sheet = sheet_of("M1 M7", "O6 O7")
    values = json.loads(json.dumps(sheet.to_dict()))
    assert values == sheet.to_dict()
    assert values["final"] is True
    assert values["winners"] == [0]
    assert values["rights"][0] == {
        "species": "J",
        "seats": [0],
        "holdings": [{"seat": 0, "cards": ["J1", "J2", "J3"], "sum": 6, "outdone_by": None}],
    }
    assert values["seats"][0] == {
        "name": "Ada",
        "paths": [
            {
                "species": "M",
                "cards": ["M1", "M7"],
                "lines": [
                    {"points": 2, "reason": "2 cards"},
                    {"points": 1, "reason": "begins with a 1"},
                ],
                "counts": True,
                "points": 3,
            }
        ],
        "total": 3,
        "species": 1,
    }


def test_a_whole_sheet_reads_as_it_should() -> None:
    hands = ("J8 J7 M2 M3 C4 R5 R6", "J1 M5 O1 O2 O3 W7 W8")
    groves = ("M1 M4 M6 M7\n.. C5 C6 ..", "O4 O5 O6 O7\n.. .. R7 O8")
    assert (
        str(sheet_of(*groves, hands=hands))
        == """\
The right to score: for the highest sum in hand
     jacaranda        Ada with 7 (J7 J8; J8 counts 0 against Ben's J1), against
                      Ben with 1 (J1)
     royal poinciana  Ada with 11 (R5 R6)
     cassia           Ada with 4 (C4)
     maple            Ada with 5 (M2 M3) and Ben with 5 (M5), a tie
     oak              Ben with 6 (O1 O2 O3)
     willow           Ben with 15 (W7 W8)

Ada: 11 points
   2 cassia           C5 C6
                      2 cards: 2
   9 maple            M1 M4 M6 M7
                      4 cards: 4, all maple: 4, begins with a 1: 1

Ben: 12 points
  12 oak              O4 O5 O6 O7 O8
                      5 cards: 5, all oak: 5, ends with an 8: 2

Ben wins with 12 points."""
    )

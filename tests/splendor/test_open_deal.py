"""The parts of an open deal's id: the decks and the order of the nobles, for any number of players.

That the round is played to its end and that ties go to the fewest cards is tested on the oracle,
with which the native rules agree (`tests/oracle/test_splendor_oracle.py`, `test_oracle.py`).
"""

import pytest

import gemgrove as gg
from gemgrove import splendor

IDS = ["0000-0000-0000-000", "ABCD-EFGH-JKMN-PQR", "ZZZZ-ZZZZ-ZZZZ-ZZZ"]


def dealt(deal: str, players: int) -> splendor.Game:
    return gg.new("splendor", deal=deal, players=players)


@pytest.mark.parametrize("deal", IDS)
def test_the_same_id_gives_the_same_cards_for_any_number_of_players(deal: str) -> None:
    tables = []
    for players in (2, 3, 4):
        game = dealt(deal, players)
        fields = game.variant.fields(game)
        tables.append((fields["market"], fields["decks"]))
    assert tables[0] == tables[1] == tables[2]


@pytest.mark.parametrize("deal", IDS)
def test_so_many_players_and_one_get_the_first_nobles_of_the_same_order(deal: str) -> None:
    order = dealt(deal, 4).board.nobles
    assert len(order) == 5
    for players in (2, 3):
        assert dealt(deal, players).board.nobles == order[: players + 1]

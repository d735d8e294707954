"""How a game ends: places and winners, with those last who gave up.

The seats that have not given up are ranked among themselves, as the game ranks them or, where
nobody plays it out, all alike. Below them come the others: who gave up first is last.
"""

from collections.abc import Collection, Sequence

import gemgrove as gg
from gemgrove.server.domain.events import Over
from gemgrove.server.domain.table import Table


def played_out(table: Table, game: gg.Game) -> Over:
    """Of a game that has come to its own end; it is the table's, some decisions on."""
    assert game.ending is not None
    return _over(table, game.ending, game, game.places, table.losers)


def given_up(table: Table, how: str, loser: int) -> Over:
    """Of a game that is not played on because this seat has given up as well."""
    assert table.game is not None
    level = [1] * table.players
    return _over(table, how, table.game, level, [*table.losers, loser])


def ranked(places: Sequence[int], losers: Sequence[int]) -> list[int]:
    """The place of each seat, 1 for the best of those who have not given up."""
    contenders = [seat for seat in range(len(places)) if seat not in losers]
    found = [0] * len(places)
    for seat in contenders:
        found[seat] = 1 + sum(places[other] < places[seat] for other in contenders)
    for number, seat in enumerate(losers):
        found[seat] = len(places) - number
    return found


def _over(
    table: Table, ending: str, game: gg.Game, places: Sequence[int], losers: Sequence[int]
) -> Over:
    found = ranked(places, losers)
    return Over(ending, game.scores, found, _first(found), table.published_secret)


def _first(places: Collection[int]) -> list[int]:
    return [seat for seat, place in enumerate(places) if place == 1]

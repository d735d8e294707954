"""Places and winners of a finished game; seats that gave up come last.

The seats that have not given up are ranked among themselves, as the game ranks them or, if it is
not played out, all equal. The others come below them: the first to give up is last.
"""

from collections.abc import Sequence

import gemgrove as gg
from gemgrove.server.domain.events import Over
from gemgrove.server.domain.table import Table


def played_out(table: Table, game: gg.Game) -> Over:
    """Return the end of a game that was played out; `game` is the table's at its end."""
    assert game.ending is not None
    return _over(table, game.ending, game, game.places, table.losers)


def given_up(table: Table, how: str, loser: int) -> Over:
    """Return the end of a game that stops because this seat has given up as well."""
    assert table.game is not None
    level = [1] * table.players
    return _over(table, how, table.game, level, [*table.losers, loser])


def ranked(places: Sequence[int], losers: Sequence[int]) -> list[int]:
    """Return the place of each seat, 1 for the best of those that have not given up."""
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
    winners = [seat for seat, place in enumerate(found) if place == 1]
    return Over(ending, game.scores, found, winners, table.published_secret)

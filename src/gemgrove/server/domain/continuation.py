"""Playing on from the middle of a finished game, against bots.

Everything that the seat could not know at that moment is redrawn, so knowledge from the end of the
game is of no use. The new table is private, has no clock and never counts for a rating.
"""

from collections.abc import Sequence

import msgspec

import gemgrove as gg
from gemgrove.deal import SealedPosition
from gemgrove.rng import Rng
from gemgrove.server.domain import events
from gemgrove.server.domain.decider import seat_at
from gemgrove.server.domain.events import RULES_VERSION, DealTerms, EventBody, Origin
from gemgrove.server.domain.refusals import Refused
from gemgrove.server.domain.table import Table


def position_after(table: Table, decisions: int) -> gg.Game:
    """Return a finished table's game as it was after this number of decisions."""
    if table.frozen is not None:
        raise Refused("frozen", table.frozen)
    if not table.ended:
        raise Refused(
            "not_over", "You can play on from a game that is over; until then its cards are hidden."
        )
    if table.game is None:
        raise Refused("not_started", "This game never started, so it has no positions.")
    actions = table.game.actions
    if not 0 <= decisions <= len(actions):
        raise Refused(
            "bad_position",
            f"There is no position after {decisions} decisions; the game has {len(actions)}.",
        )
    game = table.dealt()
    for action in actions[:decisions]:
        game.play(action)
    if game.over:
        raise Refused("bad_position", "There the game is over, and nobody can play on.")
    return game


def redrawn(table: Table, decisions: int, seat: int, rng: Rng) -> gg.Game:
    """Return the game after these decisions, redrawing all that the seat could not know then."""
    game = position_after(table, decisions)
    seat_at(table, seat)
    return game.view(seat).sample(rng)


def continued(
    table: Table, new: Table, decisions: int, joined: events.Joined, bots: Sequence[str]
) -> list[EventBody]:
    """Return the first events of the new table, given as a `Table` with only an id and a secret.

    The player takes the seat for which the position was redrawn, and the bots take the others in
    order. The events are the same as if all had joined one after another; the last is the start.
    """
    assert table.terms is not None
    assert new.secret is not None, "such a table has a secret"
    sealed = SealedPosition(new.id, new.secret)
    others = [other for other in range(table.players) if other != joined.seat]
    return [
        msgspec.structs.replace(
            table.terms,
            deal=DealTerms("position", commitment=sealed.commitment),
            public=False,
            turn_seconds=None,
            practice=True,
            rules_version=RULES_VERSION,
            origin=Origin(table.id, decisions),
        ),
        joined,
        *(events.BotAdded(other, bot) for other, bot in zip(others, bots, strict=True)),
        events.Ready(joined.seat, ""),
        events.Started(gg.from_position(sealed.position).to_move),
    ]

"""Playing on from the middle of a game that has ended, against bots.

What one seat could not know at that moment is drawn anew, so that what the end of the game has
shown is of no use. The new table is by invitation, has no clock and never counts for a rating.
"""

from collections.abc import Sequence

import msgspec

import gemgrove as gg
from gemgrove.deal import SealedPosition
from gemgrove.randomness import Randomness
from gemgrove.server.domain import events
from gemgrove.server.domain.asking import seat_named
from gemgrove.server.domain.events import RULES_VERSION, DealTerms, Happening, Origin
from gemgrove.server.domain.refusals import Refused
from gemgrove.server.domain.table import Table


def standing(table: Table, decisions: int) -> gg.Game:
    """The game of a table that has ended, as it stood after so many decisions."""
    if table.frozen is not None:
        raise Refused("frozen", table.frozen)
    if not table.ended:
        raise Refused(
            "not_over", "One can play on from a game that is over; until then its cards are hidden."
        )
    if table.game is None:
        raise Refused("not_started", "This game has never started, so there is no position of it.")
    actions = table.game.actions
    if not 0 <= decisions <= len(actions):
        raise Refused(
            "bad_position", f"The game has {len(actions)} decisions; it cannot stand after another."
        )
    game = table.dealt()
    for action in actions[:decisions]:
        game.play(action)
    if game.over:
        raise Refused("bad_position", "There the game is over, and nobody can play on.")
    return game


def redrawn(table: Table, decisions: int, seat: int, rng: Randomness) -> gg.Game:
    """The same, with everything drawn anew that the seat could not know then."""
    game = standing(table, decisions)
    seat_named(table, seat)
    return game.view(seat).sample(rng)


def continued(
    table: Table,
    new: Table,
    *,
    decisions: int,
    seat: int,
    player: str,
    name: str,
    bots: Sequence[str],
) -> list[Happening]:
    """What happens first at the new table, which is `Table.begin` of its id and its secret.

    The player sits where the position was seen from, and the bots, one for each, at the other seats
    in their order. Everything is as if they had sat down one after another: the last thing that
    happens is the start.
    """
    assert table.terms is not None
    assert new.secret is not None, "who makes such a table gives it a secret"
    sealed = SealedPosition(new.id, new.secret)
    others = [other for other in range(table.players) if other != seat]
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
        events.Joined(seat, player, name),
        *(events.BotAdded(other, bot) for other, bot in zip(others, bots, strict=True)),
        events.Ready(seat, ""),
        events.Started(gg.from_position(sealed.position).to_move),
    ]

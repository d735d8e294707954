"""Taking a turn back, by consent.

Only one's own last turn, or what one has done of this one, and only as long as nobody has moved
since and nobody has seen a card by it that they had not seen before. All other persons must agree;
bots do not mind. The event is appended: what was taken back stays in the log.
"""

from gemgrove.server.domain import commands, events
from gemgrove.server.domain.asking import game_in_play, seat_asking
from gemgrove.server.domain.commands import Occasion
from gemgrove.server.domain.events import Happening
from gemgrove.server.domain.refusals import Refused
from gemgrove.server.domain.table import Table
from gemgrove.sight import something_was_seen


def offer_undo(table: Table, _command: commands.OfferUndo, occasion: Occasion) -> list[Happening]:
    """Ask for it; where nobody else is to be asked, it is done."""
    seat = seat_asking(table, occasion.by)
    game = game_in_play(table)
    if table.offer is not None:
        raise Refused("already_offered", "An offer to take a turn back waits for its answers.")
    if seat in table.declined:
        raise Refused("offer_declined", "Taking this turn back has been declined.")
    if not table.movers or table.movers[-1] != seat:
        raise Refused(
            "nothing_to_undo", "Only a turn of yours after which nobody has moved can be undone."
        )
    to = table.turn_start()
    if something_was_seen(game, to):
        raise Refused(
            "something_was_seen", "A card was seen by this turn, and that cannot be undone."
        )
    offered = events.UndoOffered(seat, to)
    asked = [other for other in table.persons() if other != seat]
    return [offered] if asked else [offered, events.Undone(to)]


def answer_undo(table: Table, command: commands.AnswerUndo, occasion: Occasion) -> list[Happening]:
    """Agree or decline; with the last who agrees it is done."""
    seat = seat_asking(table, occasion.by)
    game_in_play(table)
    offer = table.offer
    if offer is None:
        raise Refused("no_offer", "There is no offer to answer; the game may have gone on.")
    if not command.accept:
        return [events.UndoDeclined(seat)]
    if seat == offer.seat:
        raise Refused("own_offer", "The others must agree to your offer; you can only withdraw it.")
    if seat in offer.agreed:
        raise Refused("already_agreed", "You have agreed.")
    waiting = set(table.persons()) - offer.agreed - {seat, offer.seat}
    agreed = events.UndoAgreed(seat)
    return [agreed] if waiting else [agreed, events.Undone(offer.to)]

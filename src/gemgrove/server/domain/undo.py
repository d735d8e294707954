"""Undo by consent.

Players can undo their last turn, or their part of the current one, as long as nobody has moved
since and it revealed no card to anybody. All other persons must agree; bots always do. An undo is a
separate event: what was undone stays in the log.
"""

from gemgrove.server.domain import commands, events
from gemgrove.server.domain.commands import CommandContext
from gemgrove.server.domain.decider import decides, game_in_play, seat_of
from gemgrove.server.domain.events import EventBody
from gemgrove.server.domain.refusals import Refused
from gemgrove.server.domain.table import Table
from gemgrove.undo_guard import cards_revealed_since


@decides(commands.OfferUndo)
def offer_undo(
    table: Table, _command: commands.OfferUndo, context: CommandContext
) -> list[EventBody]:
    """Offer an undo; if there is nobody to ask, it is done at once."""
    seat = seat_of(table, context.by)
    game = game_in_play(table)
    if table.offer is not None:
        raise Refused(
            "already_offered", "There is an offer to undo already; it waits for its answers."
        )
    if seat in table.declined:
        raise Refused("offer_declined", "Undoing this turn was declined.")
    if not table.movers or table.movers[-1] != seat:
        raise Refused(
            "nothing_to_undo", "You can only undo a turn of yours after which nobody has moved."
        )
    to = table.turn_start()
    if cards_revealed_since(game, to):
        raise Refused("something_was_seen", "This turn revealed a card, so it cannot be undone.")
    offered = events.UndoOffered(seat, to)
    others = [other for other in table.persons() if other != seat]
    return [offered] if others else [offered, events.Undone(to)]


@decides(commands.AnswerUndo)
def answer_undo(
    table: Table, command: commands.AnswerUndo, context: CommandContext
) -> list[EventBody]:
    """Accept or decline; once all players have accepted, the turn is undone."""
    seat = seat_of(table, context.by)
    game_in_play(table)
    offer = table.offer
    if offer is None:
        raise Refused("no_offer", "There is no offer to answer; the game may have gone on.")
    if not command.accept:
        return [events.UndoDeclined(seat)]
    if seat == offer.seat:
        raise Refused("own_offer", "The others must agree to your offer; you can only withdraw it.")
    if seat in offer.agreed:
        raise Refused("already_agreed", "You have agreed already.")
    waiting = set(table.persons()).difference(offer.agreed, (seat, offer.seat))
    agreed = events.UndoAgreed(seat)
    return [agreed] if waiting else [agreed, events.Undone(offer.to)]

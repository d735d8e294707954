"""Which command an event came from, and whether a table would decide it so again."""

from collections.abc import Sequence
from dataclasses import dataclass

from gemgrove.deal import Deal, verify_position, verify_sealed
from gemgrove.game import GAMES, variant_class
from gemgrove.server.domain import Event, Happening, Refused, Table, commands, decide, events
from gemgrove.server.domain.commands import Command
from gemgrove.server.domain.events import kind_of
from gemgrove.server.domain.seating import LONGEST_TURN, SHORTEST_TURN

ERRORS = (ValueError, LookupError, TypeError, OverflowError, AssertionError)
"""What the rules may stumble over where an event says what no program would have written."""

_STAND_IN = "greedy"
# What never comes by itself, and what may come by itself or by something else.
_FOLLOWERS = (events.Started, events.Undone, events.Over, events.Rematch)
_SOMETIMES = (events.TakenOver, events.Aborted)


@dataclass(frozen=True, slots=True)
class Decided:
    """How many events belong to one command, and what is wrong with one of them."""

    count: int
    fault: tuple[int, str] | None = None
    """Which of them, from 0, and a sentence."""


def decided(table: Table, following: Sequence[Event]) -> Decided:
    """Decide again what led from a table to the first of the events that follow."""
    first = following[0]
    what = first.what
    if isinstance(what, events.Created):
        return Decided(1, _creation(table, what))
    if table.phase == "new":
        return _wrong(following, "a table begins with the event 'created'")
    if _brought_along(table, first):
        return Decided(1, _seating(table, first))
    if isinstance(what, _FOLLOWERS):
        return _wrong(following, f"{kind_of(what)!r} cannot come by itself")
    if _bad_seat(table, what):
        return _wrong(following, "it names a seat that the table does not have")
    answers = [_answer(table, command, following) for command in _commands(table, following)]
    if not answers:
        return _wrong(following, f"nothing that can be asked leads to {kind_of(what)!r} here")
    # Whichever explains it; else the last, which is the likeliest one.
    return next((answer for answer in answers if answer.fault is None), answers[-1])


def _answer(table: Table, command: Command, following: Sequence[Event]) -> Decided:
    """What the table says to a command, compared with what has happened."""
    first = following[0]
    try:
        expected = decide(
            table, command, now=first.at, by=first.by, stand_in=_stand_in(_together(following))
        )
    except Refused as refused:
        return _wrong(following, f"the rules refuse it: {refused.sentence}")
    except ERRORS as error:
        return _wrong(following, f"it cannot be decided again: {error}")
    return _compared(expected, following)


def _compared(expected: Sequence[Happening], following: Sequence[Event]) -> Decided:
    """Everything that was to happen must have, as one thing."""
    together = _together(following)
    for number, what in enumerate(expected):
        if number >= len(together):
            return Decided(number, (number - 1, f"after it {kind_of(what)!r} is missing"))
        found = together[number].what
        if type(found) is not type(what):
            sentence = f"it is {kind_of(found)!r}, and {kind_of(what)!r} was to happen"
            return Decided(max(1, number), (number, sentence))
        if found != what:
            return Decided(len(expected), (number, _difference(what, found)))
    return Decided(len(expected))


def _difference(expected: Happening, found: object) -> str:
    """Which members are other than they should be. A secret is not repeated."""
    fields = expected.__struct_fields__
    wrong = [name for name in fields if getattr(expected, name) != getattr(found, name)]
    told = ", ".join(
        f"its {name!r} is not the right one"
        if name == "secret"
        else f"its {name!r} is {getattr(found, name)!r} and should be {getattr(expected, name)!r}"
        for name in wrong
    )
    return f"of {kind_of(expected)!r} {told}"


def _commands(table: Table, following: Sequence[Event]) -> list[Command]:
    """What may have been asked, so that the first of these events happened."""
    first = following[0]
    what = first.what
    match what:
        case events.Joined():
            return [commands.Join(name=what.name, seat=what.seat)]
        case events.Left():
            return [commands.Leave() if first.by is not None else _withdrawal(table, what.seat)]
        case events.BotAdded():
            return [commands.AddBot(bot=what.bot, seat=what.seat)]
        case events.BotRemoved():
            return [commands.RemoveBot(seat=what.seat)]
        case events.Ready():
            return [commands.Ready(nonce=what.nonce)]
        case events.Played():
            # As texts or as numbers: a list that depends on a card is judged by how it was sent.
            position = table.position_seq
            return [
                commands.Play(moves=list(what.moves), position=position),
                commands.Play(moves=list(what.actions), position=position),
            ]
        case events.UndoOffered():
            return [commands.OfferUndo()]
        case events.UndoAgreed() | events.UndoDeclined():
            return [commands.AnswerUndo(accept=isinstance(what, events.UndoAgreed))]
        case events.Resigned():
            return [commands.Resign()]
        case events.TimedOut():
            # Time in which the server was away is not known here: as if it never was.
            return [commands.TimeOut()]
        case events.Withdrawn():
            return [_withdrawal(table, what.seat)]
        case events.TakenOver():
            return [commands.TakeOver(seat=what.seat, bot=what.bot)]
        case events.Said():
            return [commands.Say(text=what.text)]
        case events.Aborted():
            return [commands.Archive(), commands.Abort(why=what.why)]
        case events.Archived():
            return [commands.Archive()]
        case events.RematchWanted():
            return [commands.Rematch(table=_rematch(_together(following)))]
    return []


def _withdrawal(table: Table, seat: int) -> Command:
    return commands.Withdraw(player=table.seats[seat].player or "")


def _together(following: Sequence[Event]) -> list[Event]:
    """The events that may have come by the same command as the first."""
    first = following[0]
    count = 1
    while count < len(following) and (following[count].at, following[count].by) == (
        first.at,
        first.by,
    ):
        count += 1
    return list(following[:count])


def _rematch(together: Sequence[Event]) -> str:
    """The table that it goes on at, if that was agreed on."""
    for event in together[1:2]:
        if isinstance(event.what, events.Rematch):
            return event.what.table
    return ""


def _stand_in(together: Sequence[Event]) -> str:
    """The bot that took a seat over, if one did: which it is was the host's choice."""
    for event in together[1:2]:
        if isinstance(event.what, events.TakenOver):
            return event.what.bot
    return _STAND_IN


def _bad_seat(table: Table, what: object) -> bool:
    seat = getattr(what, "seat", None)
    return seat is not None and not 0 <= seat < table.players


def _wrong(following: Sequence[Event], sentence: str) -> Decided:
    """The first event is wrong; what came with it and by it is not looked at by itself."""
    together = _together(following)
    kinds = (*_FOLLOWERS, *_SOMETIMES)
    count = 1
    while count < len(together) and isinstance(together[count].what, kinds):
        count += 1
    return Decided(count, (0, sentence))


def _brought_along(table: Table, event: Event) -> bool:
    """Whether somebody sits there from the beginning: at the table of a rematch."""
    return (
        isinstance(event.what, events.Joined | events.BotAdded)
        and event.by is None
        and table.created_by is None
        and table.phase == "open"
        and event.at == table.created_at
    )


def _seating(table: Table, event: Event) -> tuple[int, str] | None:
    """A rematch as a whole is compared where it was agreed on."""
    what = event.what
    assert isinstance(what, events.Joined | events.BotAdded)
    if _bad_seat(table, what):
        return 0, "it names a seat that the table does not have"
    if not table.seats[what.seat].free:
        return 0, f"seat {what.seat} is taken"
    if isinstance(what, events.Joined) and table.seat_of(what.player) is not None:
        return 0, "the player has a seat already"
    return None


def _creation(table: Table, what: events.Created) -> tuple[int, str] | None:
    """The terms are not asked for again, since a wish is not stored: they are looked at."""
    if table.phase != "new":
        return 0, "a table is created once"
    sentence = _terms(what) or _deal(table, what.deal) or _position(table, what)
    return None if sentence is None else (0, sentence)


def _terms(what: events.Created) -> str | None:
    if what.game not in GAMES:
        return f"there is no game {what.game!r}"
    try:
        variant = variant_class(what.game).from_dict(what.variant)
    except ERRORS as error:
        return f"its rules cannot be read: {error}"
    if variant.rules.players != what.players:
        return f"it says {what.players} players, and by its rules they are {variant.rules.players}"
    seconds = what.turn_seconds
    if seconds is not None and not SHORTEST_TURN <= seconds <= LONGEST_TURN:
        return f"a turn cannot have {seconds} seconds"
    return None


def _deal(table: Table, deal: events.DealTerms) -> str | None:
    if deal.kind == "open":
        try:
            proper = Deal.parse(deal.id or "").id == deal.id
        except ValueError:
            proper = False
        return None if proper else "the id of its open deal is none"
    sealed = "sealed deal" if deal.kind == "sealed" else "position"
    if table.secret is None:
        return f"the secret of its {sealed} is not there"
    verify = verify_sealed if deal.kind == "sealed" else verify_position
    if not verify(deal.commitment or "", table.secret, table.id):
        return f"the secret of its {sealed} is not the one that its commitment fixes"
    return None


def _position(table: Table, what: events.Created) -> str | None:
    """A game that begins in the middle is of its own kind; where it begins is read at the start."""
    if (what.deal.kind == "position") != (what.origin is not None):
        return "what begins with a position comes from a table, and nothing else does"
    if what.origin is None:
        return None
    if what.origin.table == table.id or what.origin.decisions < 0:
        return "its position comes from nowhere"
    if what.public or not what.practice or what.turn_seconds is not None:
        return "what begins with a position is by invitation, practice and without a clock"
    return None

"""Finds the commands behind stored events, and decides them again."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from gemgrove.deal import Deal, verify_position, verify_sealed
from gemgrove.game import GAMES, variant_class
from gemgrove.server.domain import Event, EventBody, Refused, Table, commands, decide, events
from gemgrove.server.domain.commands import Command, CommandContext
from gemgrove.server.domain.events import kind_of
from gemgrove.server.domain.setup import MAX_TURN_SECONDS, MIN_TURN_SECONDS

ERRORS = (ValueError, LookupError, TypeError, OverflowError, AssertionError)
"""Errors that the rules may raise for an event that no program would have written."""

# Events that only follow others, and events that may also come alone.
_FOLLOWERS = (events.Started, events.Undone, events.Over, events.Rematch)
_SOMETIMES = (events.TakenOver, events.Aborted)


@dataclass(frozen=True, slots=True)
class CommandCheck:
    """The number of events of one command, and the fault in one of them, if any."""

    count: int
    fault: tuple[int, str] | None = None
    """The index of the event, and a sentence."""


def check_command(table: Table, following: Sequence[Event], *, public: bool) -> CommandCheck:
    """Decide again the command that caused the first of the `following` events.

    The senders of `public` events are not stored; they are derived from the events.
    """
    first = following[0]
    what = first.body
    seat = getattr(what, "seat", None)
    if isinstance(what, events.Created):
        fault = _creation(table, what)
    elif table.phase == "new":
        fault = "a table begins with the event 'created'"
    elif isinstance(what, _FOLLOWERS):
        fault = f"{kind_of(what)!r} cannot come alone"
    elif seat is not None and not 0 <= seat < table.players:
        fault = "it names a seat that the table does not have"
    elif _seated_by_rematch(table, first):
        fault = _seating(table, what)
    else:
        by = _sender(table, what) if public else first.by
        checks = [_check(table, command, by, following) for command in _commands(table, what, by)]
        # The first that explains the events; else the last, which is the most likely.
        return next((check for check in checks if check.fault is None), checks[-1])
    return CommandCheck(1) if fault is None else _failure(following, fault)


def _check(
    table: Table, command: Command, by: str | None, following: Sequence[Event]
) -> CommandCheck:
    """Decide a command, and compare the result with the stored events."""
    first = following[0]
    second = following[1].body if len(_same_command(following)) > 1 else None
    context = CommandContext(
        now=first.at,
        by=by,
        name=getattr(first.body, "name", ""),
        # Not chosen by the table: the bot that takes over a seat, and the rematch's id.
        stand_in=second.bot if isinstance(second, events.TakenOver) else "",
        new_table=second.table if isinstance(second, events.Rematch) else "",
    )
    try:
        expected = [transition.event.body for transition in decide(table, command, context)]
    except Refused as refused:
        return _failure(following, f"the rules refuse it: {refused.sentence}")
    except ERRORS as error:
        return _failure(following, f"it cannot be decided again: {error}")
    return _compare(expected, following)


def _compare(
    expected: Sequence[EventBody | events.Unknown], following: Sequence[Event]
) -> CommandCheck:
    """Compare the expected events with the stored ones of the same command."""
    same_command = _same_command(following)
    for number, what in enumerate(expected):
        if number >= len(same_command):
            return CommandCheck(number, (number - 1, f"after it {kind_of(what)!r} is missing"))
        found = same_command[number].body
        if type(found) is not type(what):
            sentence = f"it is {kind_of(found)!r}, but should be {kind_of(what)!r}"
            return CommandCheck(max(1, number), (number, sentence))
        if found != what:
            return CommandCheck(len(expected), (number, _difference(what, found)))
    return CommandCheck(len(expected))


def _difference(expected: EventBody | events.Unknown, found: object) -> str:
    """Describe the fields that differ, without repeating a secret."""
    fields = expected.__struct_fields__
    wrong = [name for name in fields if getattr(expected, name) != getattr(found, name)]
    differences = ", ".join(
        f"its {name!r} is not the right one"
        if name == "secret"
        else f"its {name!r} is {getattr(found, name)!r} and should be {getattr(expected, name)!r}"
        for name in wrong
    )
    return f"in {kind_of(expected)!r} {differences}"


def _commands(table: Table, what: EventBody | events.Unknown, by: str | None) -> list[Command]:
    """Return the commands that may have caused an event as their first."""
    match what:
        case events.Joined():
            return [commands.Join(seat=what.seat)]
        case events.Left():
            return [commands.Leave() if by is not None else _withdrawal(table, what.seat)]
        case events.BotAdded():
            return [commands.AddBot(bot=what.bot, seat=what.seat)]
        case events.BotRemoved():
            return [commands.RemoveBot(seat=what.seat)]
        case events.Ready():
            return [commands.Ready(nonce=what.nonce)]
        case events.Played():
            # As texts or as numbers: for a list that depends on a card, it matters which were sent.
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
            # The server's downtime is not known here; assume that there was none.
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
            return [commands.Rematch()]
    raise AssertionError(f"{kind_of(what)!r} never comes first")


def _withdrawal(table: Table, seat: int) -> Command:
    return commands.Withdraw(player=table.seats[seat].player or "")


def _sender(table: Table, what: EventBody | events.Unknown) -> str | None:
    """Return the player who must have caused an event; None: the server."""
    match what:
        case events.Joined():
            return what.player
        case events.BotAdded() | events.BotRemoved():
            return next((table.seats[seat].player for seat in table.persons()), None)
        case events.TimedOut() | events.Withdrawn() | events.TakenOver():
            return None
        case events.Played() if what.by_bot:
            return None
    seat: int | None = getattr(what, "seat", None)
    return None if seat is None else table.seats[seat].player


def _same_command(following: Sequence[Event]) -> list[Event]:
    """Return the events that may belong to the same command as the first."""
    first = following[0]
    return list(takewhile(lambda event: (event.at, event.by) == (first.at, first.by), following))


def _failure(following: Sequence[Event], sentence: str) -> CommandCheck:
    """Report the first event as wrong, and skip the events that follow from it."""
    same_command = _same_command(following)
    kinds = (*_FOLLOWERS, *_SOMETIMES)
    count = 1
    while count < len(same_command) and isinstance(same_command[count].body, kinds):
        count += 1
    return CommandCheck(count, (0, sentence))


def _seated_by_rematch(table: Table, event: Event) -> bool:
    """Return whether the event gives somebody a seat at the table of a rematch."""
    return (
        isinstance(event.body, events.Joined | events.BotAdded)
        and event.by is None
        and table.created_by is None
        and table.phase == "open"
        and table.terms is not None
        and table.terms.origin is None
        and event.at == table.created_at
    )


def _seating(table: Table, what: object) -> str | None:
    """Check a seat at a rematch's table; the rematch itself is checked at the old table."""
    assert isinstance(what, events.Joined | events.BotAdded)
    if not table.seats[what.seat].free:
        return f"seat {what.seat} is taken"
    if isinstance(what, events.Joined) and table.seat_of(what.player) is not None:
        return "the player has a seat already"
    return None


def _creation(table: Table, what: events.Created) -> str | None:
    """Check the terms of a new table; the command itself is not stored."""
    if table.phase != "new":
        return "a table is created only once"
    return _terms(what) or _deal(table, what.deal) or _position(table, what)


def _terms(what: events.Created) -> str | None:
    if what.game not in GAMES:
        return f"there is no game {what.game!r}"
    try:
        variant = variant_class(what.game).from_dict(what.variant)
    except ERRORS as error:
        return f"its rules cannot be read: {error}"
    if variant.rules.players != what.players:
        return f"it says {what.players} players, but its rules are for {variant.rules.players}"
    seconds = what.turn_seconds
    if seconds is not None and not MIN_TURN_SECONDS <= seconds <= MAX_TURN_SECONDS:
        return f"a turn cannot have {seconds} seconds"
    return None


def _deal(table: Table, deal: events.DealTerms) -> str | None:
    if deal.kind == "open":
        try:
            proper = Deal.parse(deal.id or "").id == deal.id
        except ValueError:
            proper = False
        return None if proper else "the id of its open deal is not valid"
    sealed = "sealed deal" if deal.kind == "sealed" else "position"
    if table.secret is None:
        return f"the secret of its {sealed} is missing"
    verify = verify_sealed if deal.kind == "sealed" else verify_position
    if not verify(deal.commitment or "", table.secret, table.id):
        return f"the secret of its {sealed} is not the one that its commitment fixes"
    return None


def _position(table: Table, what: events.Created) -> str | None:
    """Check the terms of a game that begins at a position."""
    if (what.deal.kind == "position") != (what.origin is not None):
        return "a game has an origin exactly if it begins with a position"
    if what.origin is None:
        return None
    if what.origin.table == table.id or what.origin.decisions < 0:
        return "the origin of its position is not valid"
    if what.public or not what.practice or what.turn_seconds is not None:
        return (
            "a game that begins with a position is by invitation, for practice and without a clock"
        )
    return None

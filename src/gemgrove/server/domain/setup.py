"""Before the start: creating a table, taking and leaving seats, getting ready.

Any seated player may add or remove a bot. The game starts as soon as nothing is missing: when the
last player gets ready, or when a bot takes the last seat.
"""

from dataclasses import replace

from gemgrove.deal import Deal, SealedDeal
from gemgrove.game import GAMES, variant_class
from gemgrove.server.domain import commands, events
from gemgrove.server.domain.commands import CommandContext
from gemgrove.server.domain.decider import before_start, decides, free_seat, seat_at, seat_of
from gemgrove.server.domain.events import RULES_VERSION, DealTerms, EventBody
from gemgrove.server.domain.refusals import Refused
from gemgrove.server.domain.table import Table
from gemgrove.variant import Variant, shown

SEALED, OPEN = "sealed", "open"
"""The values of `Create.deal` that are not ids."""
MIN_TURN_SECONDS = 5.0
MAX_TURN_SECONDS = 14 * 24 * 3600.0
MAX_NONCE_LENGTH = 32
"""In bytes."""
MAX_NAME_LENGTH = 64
"""In characters, for players and bots; accounts have tighter limits."""
MAX_DECISIONS = 5_000
"""The longest game that rules may allow. Splendor as printed allows 3,204 with four players."""


@decides(commands.Create)
def create(table: Table, command: commands.Create, context: CommandContext) -> list[EventBody]:
    if table.phase != "new":
        raise Refused("already_created", f"The table {table.id} exists already.")
    variant = chosen_variant(command)
    seconds = command.turn_seconds
    shortest, longest = MIN_TURN_SECONDS, MAX_TURN_SECONDS
    if seconds is not None and not shortest <= seconds <= longest:
        raise Refused(
            "bad_clock",
            f"A turn can have {shortest:.0f} to {longest:.0f} seconds, or no clock.",
        )
    return [
        events.Created(
            game=command.game,
            variant=variant.to_dict(),
            players=variant.rules.players,
            deal=deal_terms(table, _wanted_deal(command, context)),
            public=command.public,
            turn_seconds=seconds,
            practice=command.practice,
            rules_version=RULES_VERSION,
        )
    ]


@decides(commands.Join)
def join(table: Table, command: commands.Join, context: CommandContext) -> list[EventBody]:
    if context.by is None:
        raise Refused("not_seated", "Only players join a table; bots are added.")
    if table.seat_of(context.by) is not None:
        raise Refused("already_seated", "You have a seat at this table.")
    before_start(table)
    _check_name("bad_name", context.name)
    return [events.Joined(free_seat(table, command.seat), context.by, context.name)]


def leave_before_start(table: Table, seat: int) -> list[EventBody]:
    """Free the seat. When its last player leaves, the table ends."""
    before_start(table)
    if table.persons() != [seat]:
        return [events.Left(seat)]
    why = "Everybody left before the start."
    return [events.Left(seat), events.Aborted(why, table.published_secret)]


@decides(commands.AddBot)
def add_bot(table: Table, command: commands.AddBot, context: CommandContext) -> list[EventBody]:
    before_start(table)
    seat_of(table, context.by)
    _check_name("bad_bot", command.bot)
    seat = free_seat(table, command.seat)
    return [events.BotAdded(seat, command.bot), *_start_with(table, seat)]


@decides(commands.RemoveBot)
def remove_bot(
    table: Table, command: commands.RemoveBot, context: CommandContext
) -> list[EventBody]:
    before_start(table)
    seat_of(table, context.by)
    if seat_at(table, command.seat).bot is None:
        raise Refused("no_bot_there", f"There is no bot in seat {command.seat}.")
    return [events.BotRemoved(command.seat)]


@decides(commands.Ready)
def ready(table: Table, command: commands.Ready, context: CommandContext) -> list[EventBody]:
    seat = seat_of(table, context.by)
    before_start(table)
    if table.seats[seat].ready:
        raise Refused("already_ready", "You are ready already.")
    nonce = _checked_nonce(command.nonce)
    return [events.Ready(seat, nonce), *_start_with(table, seat, nonce)]


def deal_terms(table: Table, deal: str) -> DealTerms:
    """Return the terms of a deal: `sealed`, or the id of an open one."""
    if deal == SEALED:
        assert table.secret is not None, "a sealed table has a secret"
        return DealTerms("sealed", commitment=SealedDeal(table.id, table.secret).commitment)
    found = _parsed_deal(deal, "A deal is sealed or open")
    if found.kind != "open":
        raise Refused("bad_deal", "An opened sealed deal cannot be played again.")
    return DealTerms("open", id=found.id)


def _wanted_deal(command: commands.Create, context: CommandContext) -> str:
    """Return the command's `deal`, or its `id`, which is another name for it."""
    if command.id is None:
        return context.new_deal if command.deal == OPEN else command.deal or SEALED
    named = _parsed_deal(command.id, "The id names no deal")
    if command.deal in (None, OPEN):
        return named.id
    try:
        same = Deal.parse(command.deal) == named
    except ValueError:
        same = False
    if not same:
        raise Refused(
            "bad_deal",
            f"`id` is another name for `deal`, and they differ: {shown(command.id)} and "
            f"{shown(command.deal)}. Give one of them.",
        )
    return named.id


def _parsed_deal(text: str, fault: str) -> Deal:
    try:
        return Deal.parse(text)
    except ValueError as error:
        raise Refused("bad_deal", f"{fault}: {error}.") from error


def _start_with(table: Table, seat: int, nonce: str = "") -> list[EventBody]:
    """Return the start of the game if only this seat was missing."""
    persons = table.persons()
    others = [other for number, other in enumerate(table.seats) if number != seat]
    if not persons or any(other.free or (other.person and not other.ready) for other in others):
        return []
    trial = table.copy()
    trial.seats[seat] = replace(trial.seats[seat], nonce=nonce)
    return [events.Started(trial.dealt().to_move)]


def chosen_variant(command: commands.Create) -> Variant:
    """Return the game with the wanted rules. Unless they name a first player, the deal does."""
    if command.game not in GAMES:
        raise Refused(
            "no_such_game",
            f"There is no game {shown(command.game)}; the games are {', '.join(GAMES)}.",
        )
    kind = variant_class(command.game)
    try:
        variant = kind.create(command.rules, players=command.players, options=command.options)
        named = "first_player" in command.options or "first_player" in command.rules
        if not named and "first_player" in variant.rules.to_dict():
            options = {**command.options, "first_player": "random"}
            variant = kind.create(command.rules, players=command.players, options=options)
    except (TypeError, ValueError) as error:
        raise Refused("bad_rules", str(error)) from error
    longest = variant.chance().most_decisions
    if longest > MAX_DECISIONS:
        raise Refused(
            "bad_rules",
            f"By these rules a game can have {longest} decisions; at most {MAX_DECISIONS} are "
            "allowed.",
        )
    return variant


def _check_name(code: str, name: str) -> None:
    if not name.strip() or len(name) > MAX_NAME_LENGTH or not name.isprintable():
        raise Refused(
            code, f"{shown(name)} is not a name; a name has 1 to {MAX_NAME_LENGTH} characters."
        )


def _checked_nonce(nonce: str) -> str:
    """Return the nonce in lower case and without blanks, as it is hashed and stored."""
    try:
        value = bytes.fromhex(nonce)
    except ValueError:
        value = None
    if value is None or len(value) > MAX_NONCE_LENGTH:
        raise Refused("bad_nonce", f"A nonce is up to {MAX_NONCE_LENGTH} bytes, in hexadecimal.")
    return value.hex()

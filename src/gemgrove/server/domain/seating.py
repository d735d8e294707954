"""Before the start: setting a table up, taking and giving up seats, being ready.

Any seated player may add or remove a bot. The game starts with what was missing last: a player who
says ready, or a bot that takes the last seat when everybody is.
"""

from dataclasses import replace
from math import isfinite

from gemgrove.deal import Deal, SealedDeal
from gemgrove.game import GAMES, variant_class
from gemgrove.server.domain import commands, events
from gemgrove.server.domain.asking import free_seat, open_for_seating, seat_asking, seat_named
from gemgrove.server.domain.commands import Occasion
from gemgrove.server.domain.events import RULES_VERSION, DealTerms, Happening
from gemgrove.server.domain.refusals import Refused
from gemgrove.server.domain.table import Table
from gemgrove.variant import Variant, shown

SHORTEST_TURN = 5.0
LONGEST_TURN = 14 * 24 * 3600.0
LONGEST_NONCE = 32
"""In bytes."""
LONGEST_NAME = 64
"""Of a player or bot, in characters; who gives names has closer bounds."""
MOST_DECISIONS = 5_000
"""How long a game of the rules may become. Splendor as printed: 3,204 with four players."""


def create(table: Table, command: commands.Create, _occasion: Occasion) -> list[Happening]:
    """The table, as it was wished."""
    if table.phase != "new":
        raise Refused("already_created", f"The table {table.id} is there already.")
    variant = chosen_variant(command)
    seconds = command.turn_seconds
    if seconds is not None and not (isfinite(seconds) and SHORTEST_TURN <= seconds <= LONGEST_TURN):
        raise Refused(
            "bad_clock",
            f"A turn can have {SHORTEST_TURN:.0f} to {LONGEST_TURN:.0f} seconds, or no clock.",
        )
    return [
        events.Created(
            game=command.game,
            variant=variant.to_dict(),
            players=variant.rules.players,
            deal=terms_of_deal(table, command.deal),
            public=command.public,
            turn_seconds=seconds,
            practice=command.practice,
            rules_version=RULES_VERSION,
        )
    ]


def join(table: Table, command: commands.Join, occasion: Occasion) -> list[Happening]:
    """A seat for a player who has none here."""
    if occasion.by is None:
        raise Refused("not_seated", "Only a player can take a seat; a bot is added.")
    if table.seat_of(occasion.by) is not None:
        raise Refused("already_seated", "You have a seat at this table.")
    open_for_seating(table)
    _check_name("bad_name", command.name)
    return [events.Joined(free_seat(table, command.seat), occasion.by, command.name)]


def leave_before_start(table: Table, seat: int) -> list[Happening]:
    """The seat is free again. A table that its last player leaves has ended."""
    open_for_seating(table)
    if table.persons() != [seat]:
        return [events.Left(seat)]
    why = "Everybody has left before the start."
    return [events.Left(seat), events.Aborted(why, table.published_secret)]


def add_bot(table: Table, command: commands.AddBot, occasion: Occasion) -> list[Happening]:
    """A bot in a free seat."""
    open_for_seating(table)
    seat_asking(table, occasion.by)
    _check_name("bad_bot", command.bot)
    seat = free_seat(table, command.seat)
    return [events.BotAdded(seat, command.bot), *_start_with(table, seat)]


def remove_bot(table: Table, command: commands.RemoveBot, occasion: Occasion) -> list[Happening]:
    """A bot's seat, free again."""
    open_for_seating(table)
    seat_asking(table, occasion.by)
    if seat_named(table, command.seat).bot is None:
        raise Refused("no_bot_there", f"There is no bot in seat {command.seat}.")
    return [events.BotRemoved(command.seat)]


def ready(table: Table, command: commands.Ready, occasion: Occasion) -> list[Happening]:
    """One more who is ready."""
    seat = seat_asking(table, occasion.by)
    open_for_seating(table)
    if table.seats[seat].ready:
        raise Refused("already_ready", "You have said that you are ready.")
    nonce = _checked_nonce(command.nonce)
    return [events.Ready(seat, nonce), *_start_with(table, seat, nonce)]


def terms_of_deal(table: Table, deal: str) -> DealTerms:
    """What is published of a deal: `sealed`, or the id of an open one."""
    if deal == "sealed":
        assert table.secret is not None, "who makes a sealed table gives it a secret"
        return DealTerms("sealed", commitment=SealedDeal(table.id, table.secret).commitment)
    try:
        found = Deal.parse(deal)
    except ValueError as error:
        raise Refused("bad_deal", f"A deal is sealed or open: {error}.") from error
    if found.kind != "open":
        raise Refused("bad_deal", "An opened sealed deal cannot be played again.")
    return DealTerms("open", id=found.id)


def _start_with(table: Table, seat: int, nonce: str = "") -> list[Happening]:
    """The start, if nothing but this seat was missing."""
    persons = table.persons()
    others = [other for number, other in enumerate(table.seats) if number != seat]
    if not persons or any(other.free or (other.person and not other.ready) for other in others):
        return []
    trial = table.copy()
    trial.seats[seat] = replace(trial.seats[seat], nonce=nonce)
    return [events.Started(trial.dealt().to_move)]


def chosen_variant(command: commands.Create) -> Variant:
    """The game with the rules that are wished; unless they say who begins, the deal decides it."""
    if command.game not in GAMES:
        raise Refused(
            "no_such_game",
            f"There is no game {shown(command.game)}; the games are {', '.join(GAMES)}.",
        )
    kind = variant_class(command.game)
    try:
        variant = kind.create(command.rules, players=command.players, options=command.options)
        if not _names_first_player(command) and "first_player" in variant.rules.to_dict():
            options = {**command.options, "first_player": "random"}
            variant = kind.create(command.rules, players=command.players, options=options)
    except (TypeError, ValueError) as error:
        raise Refused("bad_rules", str(error)) from error
    longest = variant.chance().most_decisions
    if longest > MOST_DECISIONS:
        raise Refused(
            "bad_rules",
            f"By these rules a game can have {longest} decisions; here it is {MOST_DECISIONS} at "
            "most.",
        )
    return variant


def _names_first_player(command: commands.Create) -> bool:
    """Whether it is said who begins; else the deal decides it."""
    return "first_player" in command.options or "first_player" in command.rules


def _check_name(code: str, name: str) -> None:
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise Refused(code, f"{shown(name)} is no name; it has 1 to {LONGEST_NAME} characters.")


def _checked_nonce(nonce: str) -> str:
    """In small letters and without blanks, as it is hashed and stored."""
    try:
        value = bytes.fromhex(nonce)
    except ValueError:
        value = None
    if value is None or len(value) > LONGEST_NONCE:
        raise Refused("bad_nonce", f"A nonce is up to {LONGEST_NONCE} bytes, in hexadecimal.")
    return value.hex()

"""A full game for the bare numbers of a state: what they do not tell is drawn by chance.

Unknown are the order of the decks, which cards were bought, which nobles went to whom, and how many
turns were made. A game completed in this way has as many turns as its cards need at least, and no
passes in a row, so that the turn limit and a dead end come later than they might have.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from gemgrove.compat.splendor_arena.bought import GaveUp, Purchases, deal_out
from gemgrove.compat.splendor_arena.layout import GEMS, LEVELS, recolored
from gemgrove.compat.splendor_arena.numbers import card_numbers, noble_numbers
from gemgrove.compat.splendor_arena.state import StateError
from gemgrove.compat.splendor_arena.table import Card, Noble, Player, Table
from gemgrove.game import Game, variant_class
from gemgrove.randomness import Randomness, bits
from gemgrove.splendor.board import EMPTY
from gemgrove.splendor.cards import CardSet
from gemgrove.splendor.moves import SLOTS
from gemgrove.splendor.rules import Rules
from gemgrove.variant import PositionError

_SET = CardSet.builtin()
_CARD_IDS = {card_numbers(card): card.id for card in _SET.cards}
_NOBLE_IDS = {noble_numbers(noble): noble.id for noble in _SET.nobles}
_NOBLE_POINTS = {noble.id: noble.points for noble in _SET.nobles}
_PATIENCE = (300, 300, 300, 1000, 1000, 3000, 3000, 10_000)
"""The steps of one search after another, until one succeeds."""
_MOST_WAYS = 10_000
"""So many ways for the nobles are looked at; there are rarely more than three."""


class Moment(NamedTuple):
    """Whose turn it is, by seats from 0: what the numbers do not tell, and a caller knows."""

    mover: int
    start: int | None
    """Who has begun the game; None: anybody who lets it go on."""


class _Hidden(NamedTuple):
    bought: list[list[int]]
    nobles: list[list[int]]


def completed(table: Table, moment: Moment, rules: Rules, rng: Randomness) -> Game:
    """A game whose state has these numbers; `StateError` where there can be none.

    Its rules are the given ones, but for who begins.
    """
    chance = Random(bits(rng))
    market = _market_ids(table)
    reserved = [_reserved_ids(player, number) for number, player in enumerate(table.players, 1)]
    nobles = [_noble_id(noble, place) for place, noble in enumerate(table.nobles, 1)]
    _check_single(market, reserved, nobles)
    _check_worth(table)
    in_sight = {*market, *(card for cards in reserved for card in cards)}
    unseen = [card.id for card in _SET.cards if card.id not in in_sight]
    hidden = _draw(table, market, unseen, nobles, chance)
    left = set(unseen).difference(*hidden.bought)
    fields = {
        **_turn_fields(table, moment, rules),
        "passes": 0,
        "pending": EMPTY,
        "owed": [0] * (len(GEMS) - 1),
        "bank": list(recolored(table.bank)),
        "market": [market[row * SLOTS : (row + 1) * SLOTS] for row in range(LEVELS)],
        "decks": [_shuffled_deck(tier, left, chance) for tier in range(1, LEVELS + 1)],
        "nobles": nobles,
        "players": [
            _player_fields(*parts)
            for parts in zip(table.players, reserved, hidden.bought, hidden.nobles, strict=True)
        ],
    }
    return _game(fields, rules)


def _shuffled_deck(tier: int, left: Collection[int], chance: Random) -> list[int]:
    deck = [card.id for card in _SET.cards if card.id in left and card.tier == tier]
    return chance.sample(deck, len(deck))


def _player_fields(
    player: Player, reserved: Sequence[int], bought: list[int], nobles: list[int]
) -> dict[str, Any]:
    return {
        "tokens": list(recolored(player.gems)),
        "bonuses": list(recolored(player.permanent)),
        "points": player.points,
        "bought": bought,
        "reserved": [[card, False] for card in reserved],
        "nobles": sorted(nobles),
    }


def _game(fields: Mapping[str, Any], rules: Rules) -> Game:
    options = {"first_player": fields["first"]}
    variant = variant_class("splendor").create(rules, players=None, options=options)
    try:
        return Game(variant, variant.from_fields(fields), None)
    except PositionError as error:
        raise StateError(f"These numbers belong to no game. {error}") from error


def _turn_fields(table: Table, moment: Moment, rules: Rules) -> dict[str, Any]:
    seats = len(table.players)
    holder = table.holder
    mover = moment.mover if holder is None else holder - 1
    reached = [
        seat for seat, player in enumerate(table.players) if player.points >= rules.target_points
    ]
    start = _starter(seats, mover, reached) if moment.start is None else moment.start
    before = (mover - start) % seats  # so many have had their turn in this round
    rounds = 0
    for seat, player in enumerate(table.players):
        acted = (seat - start) % seats < before or seat + 1 == holder
        turns = player.acquired + sum(card is not None for card in player.reserved)
        rounds = max(rounds, turns - acted)
    rounds = min(rounds, rules.turn_limit - 1)
    over = reached and before == 0 and holder is None
    phase = "over" if over else "play" if holder is None else "return"
    return {
        "to_move": mover,
        "phase": phase,
        "first": start,
        "turns": rounds * seats + before,
    }


def _starter(seats: int, mover: int, reached: Sequence[int]) -> int:
    """Who may have begun, so that all who have reached the target have had their turn."""
    for start in range(seats):
        if all((seat - start) % seats < (mover - start) % seats for seat in reached):
            return start
    return 0


def _market_ids(table: Table) -> list[int]:
    ids = []
    for place, card in enumerate(table.market):
        level = place // SLOTS + 1
        name = f"Card {place % SLOTS + 1} of level {level}"
        number = _card_id(card, name) if card else EMPTY
        if card and _SET.cards[number].tier != level:
            raise StateError(f"{name} is one of level {_SET.cards[number].tier}: {_shown(card)}.")
        ids.append(number)
    return ids


def _reserved_ids(player: Player, number: int) -> list[int]:
    return [
        _card_id(card, f"Reserved card {place} of player {number}")
        for place, card in enumerate(player.reserved, 1)
        if card
    ]


def _card_id(card: Card, name: str) -> int:
    if card.numbers() not in _CARD_IDS:
        raise StateError(f"{name} is no card of the game: {_shown(card)}.")
    return _CARD_IDS[card.numbers()]


def _noble_id(noble: Noble | None, place: int) -> int:
    if noble is None:
        return EMPTY
    if noble.numbers() not in _NOBLE_IDS:
        raise StateError(f"Noble {place} is none of the game: {_shown(noble)}.")
    return _NOBLE_IDS[noble.numbers()]


def _shown(thing: Card | Noble) -> str:
    return str(list(thing.numbers()))


def _check_single(
    market: Sequence[int], reserved: Sequence[Sequence[int]], nobles: Sequence[int]
) -> None:
    cards = Counter(card for cards in (market, *reserved) for card in cards if card != EMPTY)
    for card, times in cards.items():
        if times > 1:
            numbers = list(card_numbers(_SET.cards[card]))
            raise StateError(f"The card {numbers} is there {times} times; there is only one.")
    for noble, times in Counter(noble for noble in nobles if noble != EMPTY).items():
        if times > 1:
            numbers = list(noble_numbers(_SET.nobles[noble]))
            raise StateError(f"The noble {numbers} is there {times} times; there is only one.")


def _check_worth(table: Table) -> None:
    for number, player in enumerate(table.players, 1):
        if player.acquired != sum(player.permanent):
            raise StateError(
                f"Player {number} has acquired {player.acquired} cards and has "
                f"{sum(player.permanent)} permanent gems; every card provides one."
            )
        for place, noble in enumerate(table.nobles, 1):
            if noble and _meets(player, noble.requirement):
                raise StateError(
                    f"Player {number} has the permanent gems that noble {place} requires, who "
                    "would have come; its place must be empty."
                )


def _meets(player: Player, requirement: Sequence[int]) -> bool:
    return all(have >= need for have, need in zip(player.permanent, requirement, strict=True))


def _draw(
    table: Table,
    market: Sequence[int],
    unseen: Sequence[int],
    nobles: Sequence[int],
    chance: Random,
) -> _Hidden:
    """Bought cards and nobles that agree with bonuses and points."""
    cards = [_SET.cards[card] for card in unseen]
    emptied = frozenset(place // SLOTS + 1 for place, card in enumerate(market) if card == EMPTY)
    visits: dict[tuple[int, ...], list[list[int]]] = {}
    for way in islice(_visits(table, nobles, chance), _MOST_WAYS):
        points = tuple(sum(_NOBLE_POINTS[noble] for noble in own) for own in way)
        visits.setdefault(points, way)
    if not visits:
        raise StateError(
            f"{nobles.count(EMPTY)} nobles have left their places, and the players do not have the "
            "permanent gems that so many require."
        )
    for most_steps in _PATIENCE:
        for worth, way in list(visits.items()):
            wanted = [
                Purchases(recolored(player.permanent), player.points - points)
                for player, points in zip(table.players, worth, strict=True)
            ]
            try:
                bought = deal_out(
                    wanted, cards, emptied=emptied, chance=chance, most_steps=most_steps
                )
            except GaveUp:
                continue
            if bought is not None:
                return _Hidden(bought, way)
            del visits[worth]
    raise StateError(
        "No cards were found that the players can have bought: permanent gems and points do not "
        "agree with the cards that are not in sight."
    )


def _visits(table: Table, nobles: Sequence[int], chance: Random) -> Iterator[list[list[int]]]:
    """The ways in which the nobles that have left can have gone to players, in random order."""
    away = [noble for noble in _SET.nobles if noble.id not in nobles]
    chance.shuffle(away)
    hosts = {
        noble.id: [
            seat
            for seat, player in enumerate(table.players)
            if _meets(player, recolored(noble.requirement))
        ]
        for noble in away
    }
    guests = [noble.id for noble in away if hosts[noble.id]]

    def choose(at: int, missing: int, own: list[list[int]]) -> Iterator[list[list[int]]]:
        if missing == 0:
            yield [list(nobles) for nobles in own]
            return
        if missing > len(guests) - at:
            return
        options: list[int | None] = [*hosts[guests[at]], None]
        for seat in chance.sample(options, len(options)):
            if seat is None:
                yield from choose(at + 1, missing, own)
                continue
            own[seat].append(guests[at])
            yield from choose(at + 1, missing - 1, own)
            own[seat].pop()

    yield from choose(0, nobles.count(EMPTY), [[] for _ in table.players])

"""A full game for the bare numbers of a state: what they do not tell is drawn by chance.

Unknown are the order of the decks, which cards were bought, which nobles went to whom, and how many
turns were made. A game completed in this way has as many turns as its cards need at least, and no
passes in a row, so that the turn limit and a dead end come later than they might have.
"""

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import numpy as np

from gemgrove.compat.splendor_arena.card_pool import CardPool
from gemgrove.compat.splendor_arena.layout import GEMS, LEVELS, recolored
from gemgrove.compat.splendor_arena.purchases import Purchases, StepLimitReached, assign_purchases
from gemgrove.compat.splendor_arena.state import Numbers, StateError
from gemgrove.compat.splendor_arena.table import Player, Table
from gemgrove.game import Game, variant_class
from gemgrove.rng import Rng, bits
from gemgrove.splendor.board import EMPTY
from gemgrove.splendor.cards import TIERS, CardSet
from gemgrove.splendor.moves import SLOTS
from gemgrove.splendor.rules import Rules
from gemgrove.variant import PositionError

_PATIENCE = (300, 300, 300, 1000, 1000, 3000, 3000, 10_000)
"""The steps of one search after another, until one succeeds."""
_MOST_WAYS = 10_000
"""So many ways for the nobles are looked at; there are rarely more than three."""


class Turn(NamedTuple):
    """The turn, by seats from 0: the numbers do not tell it, a caller knows it."""

    mover: int
    start: int | None
    """The seat that has begun the game; None: any that lets it go on."""


class _Hidden(NamedTuple):
    bought: list[list[int]]
    nobles: list[list[int]]


def state_seed(numbers: Numbers, player: int) -> int:
    """A seed that follows from a state's numbers, the same in every process and on every machine.

    It knows nothing that the numbers do not tell, so that what is drawn by it is no hint.
    """
    data = np.append(numbers, player).astype("<i8").tobytes()
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little")


def completed(table: Table, moment: Turn, rules: Rules, rng: Rng) -> Game:
    """A game whose state has these numbers; `StateError` where there can be none.

    Its rules are the given ones, but for who begins. Of cards that are not in the game there is a
    warning.
    """
    chance = Random(bits(rng))
    pool = CardPool(table)
    _check_worth(table)
    hidden = _draw(table, pool, chance)
    left = set(pool.unseen).difference(*hidden.bought)
    left_out = pool.left_out(left, chance)
    cards, ids = pool.card_set(left_out)
    market = [ids.get(card, EMPTY) for card in pool.market]
    fields = {
        **_turn_fields(table, moment, rules),
        "passes": 0,
        "pending": EMPTY,
        "owed": [0] * (len(GEMS) - 1),
        "escrow": [0] * len(GEMS),
        "bank": list(recolored(table.bank)),
        "market": [market[row * SLOTS : (row + 1) * SLOTS] for row in range(LEVELS)],
        "decks": _shuffled_decks(cards, {ids[card] for card in left - left_out}, chance),
        "nobles": pool.noble_places,
        "players": [
            _player_fields(
                player, [ids[card] for card in kept], [ids[card] for card in bought], nobles
            )
            for player, kept, bought, nobles in zip(
                table.players, pool.reserved, hidden.bought, hidden.nobles, strict=True
            )
        ],
    }
    game = _game(fields, rules, cards)
    pool.warn()
    return game


def _shuffled_decks(cards: CardSet, left: Collection[int], chance: Random) -> list[list[int]]:
    decks = [
        [card.id for card in cards.cards if card.id in left and card.tier == tier] for tier in TIERS
    ]
    return [chance.sample(deck, len(deck)) for deck in decks]


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


def _game(fields: Mapping[str, Any], rules: Rules, cards: CardSet) -> Game:
    options = {"first_player": fields["first"], "cards": cards}
    variant = variant_class("splendor").create(rules, players=None, options=options)
    try:
        return Game(variant, variant.from_fields(fields), None)
    except PositionError as error:
        raise StateError(f"These numbers do not belong to any game. {error}") from error


def _turn_fields(table: Table, moment: Turn, rules: Rules) -> dict[str, Any]:
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
    """The players who may have begun, so that all who have reached the target have had their turn.

    Where nobody can have, the round is complete.
    """
    for start in range(seats):
        if all((seat - start) % seats < (mover - start) % seats for seat in reached):
            return start
    return mover


def _check_worth(table: Table) -> None:
    for number, player in enumerate(table.players, 1):
        if player.acquired != sum(player.permanent):
            raise StateError(
                f"Player {number} has acquired {player.acquired} cards but has "
                f"{sum(player.permanent)} permanent gems; every card provides one."
            )
        for place, noble in enumerate(table.nobles, 1):
            if noble and _meets(player, noble.requirement):
                raise StateError(
                    f"Player {number} has the permanent gems that noble {place} requires, so "
                    "it would have come; its place must be empty."
                )


def _meets(player: Player, requirement: Sequence[int]) -> bool:
    return all(have >= need for have, need in zip(player.permanent, requirement, strict=True))


def _draw(table: Table, pool: CardPool, chance: Random) -> _Hidden:
    """Bought cards and nobles that agree with bonuses and points."""
    unseen = [pool.cards[card] for card in pool.unseen]
    visits: dict[tuple[int, ...], list[list[int]]] = {}
    for way in islice(_visits(table, pool, chance), _MOST_WAYS):
        points = tuple(sum(pool.nobles[noble].points for noble in own) for own in way)
        visits.setdefault(points, way)
    if not visits:
        raise StateError(
            f"Empty noble places: {pool.noble_places.count(EMPTY)}; the players do not have the "
            "permanent gems that so many nobles require."
        )
    for most_steps in _PATIENCE:
        for worth, way in list(visits.items()):
            wanted = [
                Purchases(recolored(player.permanent), player.points - points)
                for player, points in zip(table.players, worth, strict=True)
            ]
            try:
                bought = assign_purchases(
                    wanted, unseen, emptied=pool.emptied, chance=chance, most_steps=most_steps
                )
            except StepLimitReached:
                continue
            if bought is not None:
                return _Hidden(bought, way)
            del visits[worth]
    raise StateError(
        "No cards were found that the players could have bought: permanent gems and points do "
        "not match the cards that are not in sight."
    )


def _visits(table: Table, pool: CardPool, chance: Random) -> Iterator[list[list[int]]]:
    """The ways in which the nobles that have left can have gone to players, in random order."""
    away = [noble for noble in pool.nobles if noble.id not in pool.noble_places]
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

    yield from choose(0, pool.noble_places.count(EMPTY), [[] for _ in table.players])

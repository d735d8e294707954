"""Completes the numbers of a state to a full game: what they do not say is drawn at random.

The numbers do not say the order of the decks, which cards were bought, which nobles went to whom,
and how many turns were played. A completed game has the fewest turns that its cards need, and no
passes in a row, so the turn limit and a dead end may come later than in the real game.
"""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product
from random import Random
from typing import Any, NamedTuple

import numpy as np

from gemgrove.compat.splendor_arena.card_pool import CardPool
from gemgrove.compat.splendor_arena.layout import COLORS, GEMS, LEVELS, recolored
from gemgrove.compat.splendor_arena.purchases import Purchases, PurchaseSearch, StepLimitReached
from gemgrove.compat.splendor_arena.state import Numbers, StateError
from gemgrove.compat.splendor_arena.table import Player, Table
from gemgrove.game import Game, variant_class
from gemgrove.rng import Rng, bits
from gemgrove.splendor.board import EMPTY
from gemgrove.splendor.cards import TIERS
from gemgrove.splendor.moves import SLOTS
from gemgrove.splendor.rule_options import Rules
from gemgrove.variant import PositionError

_PATIENCE = (300, 300, 300, 1000, 1000, 3000, 3000, 10_000)
"""The step limits of successive searches, until one succeeds."""
_MOST_WAYS = 10_000
"""The most ways to assign the nobles that are tried; there are rarely more than three."""

_Ids = list[list[int]]
"""The ids of cards or nobles, by seat."""


class Turn(NamedTuple):
    """Whose turn it is, as seats from 0. The caller knows this; the numbers do not say it."""

    mover: int
    start: int | None
    """The seat that began the game; None for any seat with which the game can go on."""


def state_seed(numbers: Numbers, player: int) -> int:
    """Derive a seed from a state's numbers, the same in every process and on every machine.

    It depends only on the numbers and the player, so what is drawn with it gives nothing away.
    """
    data = np.append(numbers, player).astype("<i8").tobytes()
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little")


def completed(table: Table, moment: Turn, rules: Rules, rng: Rng) -> Game:
    """Return a game whose state has these numbers; raise a `StateError` if there is none.

    Its rules are the given ones, except for who begins. A warning lists cards that are not in the
    game.
    """
    chance = Random(bits(rng))
    pool = CardPool(table)
    _check_worth(table)
    bought, nobles = _draw(table, pool, chance)
    left = set(pool.unseen).difference(*bought)
    left_out = pool.left_out(left, chance)
    cards, ids = pool.card_set(left_out)
    market = [ids.get(card, EMPTY) for card in pool.market]
    left = {ids[card] for card in left - left_out}
    decks = [
        [card.id for card in cards.cards if card.id in left and card.tier == tier] for tier in TIERS
    ]
    fields = {
        **_turn_fields(table, moment, rules),
        "passes": 0,
        "pending": EMPTY,
        "owed": [0] * len(COLORS),
        "escrow": [0] * len(GEMS),
        "bank": list(recolored(table.bank)),
        "market": [market[row * SLOTS : (row + 1) * SLOTS] for row in range(LEVELS)],
        "decks": [chance.sample(deck, len(deck)) for deck in decks],
        "nobles": pool.noble_places,
        "players": [
            {
                "tokens": list(recolored(player.gems)),
                "bonuses": list(recolored(player.permanent)),
                "points": player.points,
                "bought": [ids[card] for card in bought[seat]],
                "reserved": [[ids[card], False] for card in pool.reserved[seat]],
                "nobles": sorted(nobles[seat]),
            }
            for seat, player in enumerate(table.players)
        ],
    }
    options = {"first_player": fields["first"], "cards": cards}
    variant = variant_class("splendor").create(rules, players=None, options=options)
    try:
        game = Game(variant, variant.from_fields(fields), None)
    except PositionError as error:
        raise StateError(f"These numbers do not belong to any game. {error}") from error
    pool.warn()
    return game


def _turn_fields(table: Table, moment: Turn, rules: Rules) -> dict[str, Any]:
    seats = len(table.players)
    holder = table.holder
    mover = moment.mover if holder is None else holder - 1
    reached = [
        seat for seat, player in enumerate(table.players) if player.points >= rules.target_points
    ]
    start = _starter(seats, mover, reached) if moment.start is None else moment.start
    before = (mover - start) % seats  # how many have had their turn in this round
    rounds = 0
    for seat, player in enumerate(table.players):
        acted = (seat - start) % seats < before or seat + 1 == holder
        turns = player.acquired + sum(any(card) for card in player.reserved)
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
    """Find a starting player with whom all who have reached the target have had their turn.

    If there is none, the round is complete.
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
            if any(noble) and _meets(player, noble[:-1]):
                raise StateError(
                    f"Player {number} has the permanent gems that noble {place} requires, so "
                    "it would have come; its place must be empty."
                )


def _meets(player: Player, requirement: Sequence[int]) -> bool:
    return all(have >= need for have, need in zip(player.permanent, requirement, strict=True))


def _draw(table: Table, pool: CardPool, chance: Random) -> tuple[_Ids, _Ids]:
    """Draw each player's cards and nobles, in agreement with bonuses and points."""
    unseen = [pool.cards[card] for card in pool.unseen]
    visits: dict[tuple[int, ...], _Ids] = {}
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
                bought = PurchaseSearch(wanted, unseen, pool.emptied, chance, most_steps).found()
            except StepLimitReached:
                continue
            if bought is not None:
                return bought, way
            del visits[worth]
    raise StateError(
        "No cards were found that the players could have bought: permanent gems and points do "
        "not match the cards that are not in sight."
    )


def _visits(table: Table, pool: CardPool, chance: Random) -> Iterator[_Ids]:
    """Yield the ways in which missing nobles can have gone to players, in random order."""
    away = [noble for noble in pool.nobles if noble.id not in pool.noble_places]
    seats = range(len(table.players))
    hosts: dict[int, list[int]] = {}
    for noble in chance.sample(away, len(away)):
        requirement = recolored(noble.requirement)
        able = [seat for seat in seats if _meets(table.players[seat], requirement)]
        if able:
            hosts[noble.id] = chance.sample(able, len(able))
    for guests in combinations(hosts, pool.noble_places.count(EMPTY)):
        for visited in product(*(hosts[noble] for noble in guests)):
            pairs = list(zip(guests, visited, strict=True))
            yield [[noble for noble, host in pairs if host == seat] for seat in seats]

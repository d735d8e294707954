"""Games for tests: played at random, or set up by hand."""

import random
from collections.abc import Iterator
from typing import Any

import gemgrove as gg
from gemgrove import _native
from gemgrove.splendor import PRESETS, Splendor
from splendor_game import BUY_CARD_FROM_RESERVE, SplendorGame

ALL_RULES = (*PRESETS, "official:payment=choose", "official:take_fewer=free,first_player=random")


def positions(rules: str, players: int, seed: int) -> Iterator[SplendorGame]:
    """The positions of a random game, including the last: the same object each time."""
    game = SplendorGame(players, seed, rules=rules)
    chance = random.Random(seed)
    yield game
    while not game.is_terminal():
        game.perform_move(chance.choice(game.legal_moves()))
        yield game


def played(rules: str = "core", players: int = 2, seed: int = 0, moves: int = 30) -> SplendorGame:
    """A random game after some moves."""
    found = None
    for number, game in enumerate(positions(rules, players, seed)):
        found = game
        if number == moves:
            break
    assert found is not None
    return found


def finished(rules: str = "core", players: int = 2, seed: int = 0) -> SplendorGame:
    """A random game played to its end."""
    return played(rules, players, seed, moves=100_000)


def with_fields(game: SplendorGame, fields: dict[str, Any]) -> SplendorGame:
    """A game with the same rules and another position."""
    variant = game.game.variant
    position = _native.splendor.position(variant.native, fields)
    return SplendorGame.from_game(gg.Game(variant, position, None))


def with_bonuses(rules: str, each: int, players: int = 2) -> SplendorGame:
    """A game in which player 0 has bought that many cards of every color from the tier 1 deck."""
    game = SplendorGame(players, rules=rules)
    fields = _native.splendor.fields(game.game)
    assert isinstance(game.game.variant, Splendor)
    cards = game.game.variant.cards.cards
    seat, deck = fields["players"][0], fields["decks"][0]
    for color in range(5):
        same = [number for number in deck if cards[number].color == color][:each]
        seat["bought"] += same
        seat["points"] += sum(cards[number].points for number in same)
        deck[:] = [number for number in deck if number not in same]
    return with_fields(game, fields)


def with_tokens(game: SplendorGame, tokens: list[int]) -> SplendorGame:
    """The game with these tokens moved from the bank to the player to move."""
    fields = _native.splendor.fields(game.game)
    seat = fields["players"][fields["to_move"]]
    held = zip(fields["bank"], seat["tokens"], tokens, strict=True)
    fields["bank"] = [bank + old - new for bank, old, new in held]
    seat["tokens"] = tokens
    return with_fields(game, fields)


def with_affordable_reserve(rules: str = "official") -> SplendorGame:
    """A game whose player to move can buy a reserved card, and has bought some."""
    for seed in range(100):
        for game in positions(rules, 2, seed):
            if any(move[0] == BUY_CARD_FROM_RESERVE for move in game.legal_moves()):
                return game
    raise AssertionError("no such game")

"""Games recorded draw by draw, for the chance tests of every game."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import gemgrove as gg
from gemgrove import arboretum, splendor
from gemgrove.chance import Chance, Effect

Choose = Callable[[gg.Game[Any], random.Random], int]
Fields = dict[str, Any]


@dataclass
class RecordedGame:
    """A played game, with its draws and the chance effect of each decision."""

    game: gg.Game[Any]
    drawn: list[int]
    effects: list[tuple[gg.Game[Any], int, Effect]]
    """The game before each decision, its action and its effect."""


def dealt(game: gg.Game[Any]) -> list[int]:
    """The draws that deal a game; the game must be at its start."""
    fields = game.variant.fields(game)
    by_game: dict[str, Callable[[Any, Fields], list[int]]] = {
        "splendor": _dealt_splendor,
        "arboretum": _dealt_arboretum,
    }
    return by_game[game.name](game, fields)


def _dealt_splendor(game: splendor.Game, fields: Fields) -> list[int]:
    cards, nobles = len(game.variant.cards.cards), len(game.variant.cards.nobles)
    draws = [*chain(*fields["market"]), *(cards + noble for noble in fields["nobles"])]
    if game.rules.first_player == "random":
        draws.append(cards + nobles + fields["first"])
    return draws


def _dealt_arboretum(game: arboretum.Game, fields: Fields) -> list[int]:
    hands = [*chain(*(player["hand"] for player in fields["players"]))]
    piles = [*chain(*(player["pile"] for player in fields["players"]))]
    cards = len(hands) + len(piles) + len(fields["deck"])
    starts = [cards + fields["first"]] if game.rules.first_player == "random" else []
    return [*starts, *hands, *piles]


def any_action(game: gg.Game, rng: random.Random) -> int:
    """One of the legal actions."""
    return rng.choice(game.legal_actions())


def record_game(
    game: gg.Game[Any], *, choose: Choose = any_action, decisions: int | None = None
) -> RecordedGame:
    """Play a game from its start, and record the draws from the decks.

    Checks that a decision draws if and only if a deck then has one card less, and that the chance
    outcomes are that deck's cards.
    """
    chance = game.variant.chance()
    recorded = RecordedGame(game, dealt(game), [])
    rng = random.Random(7)
    while not game.over and len(recorded.effects) != decisions:
        action = choose(game, rng)
        effect = chance.effect(game, action, recorded.drawn)
        recorded.effects.append((game.copy(), action, effect))
        before = decks(game)
        game.play(action)
        changed = [old for old, new in zip(before, decks(game), strict=True) if old != new]
        assert [sorted(deck) for deck in changed] == (
            [list(effect.draw.outcomes)] if effect.draw is not None else []
        )
        recorded.drawn += [deck[0] for deck in changed]
    return recorded


def chance_of(name: gg.GameName, rules: str = "official", players: int = 3) -> Chance:
    """A game's chance model under these rules."""
    chance: Chance = gg.new(name, rules=rules, players=players, seed=0).variant.chance()
    return chance


def played(like: gg.Game, start: Any, actions: Sequence[int]) -> gg.Game:
    """A game with the same rules, played from a start."""
    game = gg.Game(like.variant, start, None)
    for action in actions:
        game.play(action)
    return game


def decks(game: gg.Game) -> list[list[int]]:
    """The decks of any game, each with the next card first."""
    fields = game.variant.fields(game)
    found: list[list[int]] = fields["decks"] if "decks" in fields else [fields["deck"]]
    return found


def unordered(game: gg.Game) -> Fields:
    """The position, with each deck sorted by card number."""
    fields: Fields = dict(game.variant.fields(game))
    name = "decks" if "decks" in fields else "deck"
    fields[name] = [sorted(deck) for deck in decks(game)]
    return fields

"""Positions and whole games for this interface's tests."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

import gemgrove as gg
from gemgrove.compat.splendor_arena import Game, State, state_of

TIERS = (range(40), range(40, 70), range(70, 90))
MARKET = ((0, 9, 18, 27), (42, 51, 60, 66), (70, 77, 81, 88))
NOBLES = (5, 2, 7, 3)


def position(
    *players: str,
    bank: str,
    market: Sequence[Sequence[int | None]] = MARKET,
    nobles: Sequence[int | None] = NOBLES,
    move: str = "p1:play",
    turns: int = 30,
) -> gg.Game:
    """A three-player position; all remaining cards are in the decks, lowest on top."""
    rows = "/".join(_listed(row) for row in market)
    texts = [part.split("=")[1] for text in players for part in text.split(";")[1:]]
    used = {card for row in market for card in row}
    used |= {int(card) for text in texts for card in text.split(",")}
    decks = "/".join(_listed([card for card in tier if card not in used]) or "-" for tier in TIERS)
    seats = " ".join(f"p{number}={text}" for number, text in enumerate(players, 1))
    return gg.from_position(
        f"splendor arena:players=3 move={move} first=p1 turns={turns} passes=0 bank={bank} "
        f"market={rows} decks={decks} nobles={_listed(nobles)} {seats}"
    )


def middle() -> gg.Game:
    """Player 2 is to move, and cards have been bought and reserved."""
    return position(
        "1,0,2,3,0,1;bought=6,14,39;reserved=87",
        "0,2,0,0,4,0;bought=22,30",
        "0,0,1,1,0,2;reserved=31,45",
        bank="4,3,2,1,1,2",
        move="p2:play",
        turns=13,
    )


def no_third_deck() -> gg.Game:
    """The deck of level 3 is empty, and so is one of its market slots; all reserves are full."""
    return position(
        "2,2,2,0,0,1;bought=70,74,78;reserved=72,73,76",
        "0,0,1,2,1,1;bought=71,82,86;reserved=77,80,81",
        "1,1,1,1,1,1;bought=75,79;reserved=83,84,85",
        bank="2,2,1,2,3,2",
        market=(*MARKET[:2], (87, None, 88, 89)),
        turns=30,
    )


def nine_gems() -> gg.Game:
    """Player 1 has nine gems and is to move; nobody else has anything."""
    return position("2,2,2,2,1,0", "0,0,0,0,0,0", "0,0,0,0,0,0", bank="3,3,3,3,4,5")


def before_three_nobles() -> gg.Game:
    """With the first card of level 1, a red one, player 1 meets what three nobles require."""
    return position(
        "0,0,0,0,0,0;bought=0,1,2,8,9,10,16,17,18,28,29,32,33,34",
        "0,0,0,0,0,0",
        "0,0,0,0,0,0",
        bank="5,5,5,5,5,5",
        market=((24, 3, 4, 5), *MARKET[1:]),
        nobles=(5, 7, 1, 8),
        turns=60,
    )


def dead_end_for_player_1() -> gg.Game:
    """Player 1 can do nothing: no gems in the bank, a full reserve, nothing to afford."""
    return position(
        "5,5,0,0,0,0;reserved=87,88,89",
        "0,0,5,5,0,0",
        "0,0,0,0,5,5",
        bank="0,0,0,0,0,0",
        market=((4, 7, 13, 14), (40, 42, 43, 44), (70, 71, 72, 73)),
    )


def random_game(players: int, seed: int) -> Iterator[tuple[Game, State, int, int]]:
    """Every step of a random game: the game, the state, the player and their action."""
    game = Game(players, seed)
    rng = random.Random(seed)
    state, player = game.getInitState(), 1
    while game.getGameEnded(state, player) == [0]:
        action = rng.choice(valid(game, state, player))
        yield game, state, player, action
        state, player = game.getNextState(state, player, action)


def valid(game: Game, state: object, player: int) -> list[int]:
    """The valid actions by number."""
    return [int(action) for action in np.flatnonzero(game.getValidMoves(state, player))]


def native(state: State) -> gg.Game[Any]:
    """The full game inside a state."""
    assert state.carried is not None
    game = state.carried.position
    assert isinstance(game, gg.Game)
    return game


def three_with(game: gg.Game) -> tuple[Game, State]:
    """The interface for three players, and a position's state."""
    return Game(3), state_of(game)


def _listed(items: Sequence[int | None]) -> str:
    return ",".join("-" if item is None else str(item) for item in items)

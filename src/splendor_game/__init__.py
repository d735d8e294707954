"""Splendor as plain tuples and dictionaries, for scripts and reinforcement learning.

`docs/splendor-game.md` describes everything.

Create a game, ask for its legal moves, and perform one of them:

>>> import splendor_game as s
>>> game = s.SplendorGame(num_players=3, seed=42)
>>> game.num_players(), game.current_player(), game.is_terminal()
(3, 0, False)
>>> moves = game.legal_moves()
>>> moves[0]
(3, [1, 1, 1, 0, 0])
>>> game.perform_move(moves[0])
>>> game.current_player()
1

**The state** is a dictionary that JSON can hold, and a new one every time:

>>> state = game.state_summary()
>>> list(state)
['current_player', 'bank', 'market', 'nobles', 'players']
>>> state["bank"]  # white, blue, green, red, black, gold
[4, 4, 4, 5, 5, 5]

`Summary`, `Card`, `Noble` and `Player` describe the dictionaries. `market` has a row for each tier,
beginning with tier 1. An empty place there, or a card that the current player may not see (one that
another player reserved from a deck), has `valid` False and its tier; its other values are zeros and
mean nothing. `played` is in the order of the cards' ids.

**A move** is a tuple of its kind and a payload. Tiers are 1 to 3; slots and indices count from 0;
tokens are in the order above, without gold if they are taken:

    (0, {'tier': 1, 'slot': 2})          RESERVE_CARD, from the market
    (1, {'tier': 2, 'slot': 0})          BUY_CARD_FROM_MARKET
    (2, {'index': 1, 'card': {...}})     BUY_CARD_FROM_RESERVE; the card may be left out
    (3, [1, 1, 1, 0, 0])                 GET_3_FROM_BANK: different; fewer if the rules allow it
    (4, [0, 0, 0, 2, 0])                 GET_2_FROM_BANK, of one color
    (5, {'tier': 1})                     RESERVE_FROM_DECK, its unseen top card
    (6, [0, 0, 0, 1, 0, 0])              RETURN_TOKEN, one at a time, while holding more than 10
    (7, {'index': 0, 'noble': {...}})    CHOOSE_NOBLE, if several come; the noble may be left out
    (8, {})                              PASS, when nothing else is legal
    (9, [0, 0, 0, 0, 0, 1])              PAY_TOKEN, one at a time, if the rules let players choose

Lists are accepted instead of tuples, so moves survive JSON. A value that is not a move raises a
`MalformedMove`, a move that is not legal an `IllegalMove`; both are `ValueError`s that say why, and
the game stays as it was:

>>> game.perform_move((0, {"tier": 1, "slot": 4}))
Traceback (most recent call last):
...
splendor_game.errors.MalformedMove: 'slot' is 4; it must be 0 to 3. RESERVE_CARD is written as
(0, {'tier': 1, 'slot': 2}).
>>> game.perform_move((2, {"index": 0}))
Traceback (most recent call last):
...
gemgrove.variant.IllegalMove: (2, {'index': 0}) is not legal: ... legal_moves() lists
the 27 moves that are, such as (3, [1, 1, 1, 0, 0]).

**The rules** are `core` by default: the first five kinds of move, a pass for a player who has none
of them, no take above ten tokens, and nobles who come by themselves. With `rules="official"`, all
printed rules apply, and anything else a turn requires (returning tokens, choosing a noble) is a
further move by the same player.

**For learning** there are `clone`, `feature_vector`, `action_mask` with `move_of_action` and
`action_of_move`, `rewards`, `history` and `statistics`:

>>> mask = game.action_mask()
>>> mask.size, int(mask.sum()) == len(game.legal_moves())
(72, True)
>>> before = game.clone()
>>> game.perform_move((3, [1, 1, 1, 0, 0]))
>>> game.rewards(before, "rank + 0.5 * token_efficiency")
[0.0, -0.15, 0.0]
"""

from gemgrove.splendor.colors import Color
from splendor_game.constants import (
    ACTIONS,
    BLACK,
    BLUE,
    BUY_CARD_FROM_MARKET,
    BUY_CARD_FROM_RESERVE,
    CHOOSE_NOBLE,
    COLOR_COUNT,
    DEV_COLORS,
    GET_2_FROM_BANK,
    GET_3_FROM_BANK,
    GOLD,
    GREEN,
    NUM_NOBLES,
    PASS,
    PAY_TOKEN,
    PRESTIGE_POINTS_TO_WIN,
    RED,
    RESERVE_CARD,
    RESERVE_FROM_DECK,
    RESERVED_LIMIT,
    RETURN_TOKEN,
    SLOTS_PER_TIER,
    TIERS,
    TOKEN_HAND_LIMIT,
    WHITE,
)
from splendor_game.errors import IllegalMove, MalformedMove
from splendor_game.game import SplendorGame
from splendor_game.printing import print_legal_moves_nicely, print_summary_nicely
from splendor_game.types import Card, Move, Noble, Player, Summary

__all__ = [
    "ACTIONS",
    "BLACK",
    "BLUE",
    "BUY_CARD_FROM_MARKET",
    "BUY_CARD_FROM_RESERVE",
    "CHOOSE_NOBLE",
    "COLOR_COUNT",
    "DEV_COLORS",
    "GET_2_FROM_BANK",
    "GET_3_FROM_BANK",
    "GOLD",
    "GREEN",
    "NUM_NOBLES",
    "PASS",
    "PAY_TOKEN",
    "PRESTIGE_POINTS_TO_WIN",
    "RED",
    "RESERVED_LIMIT",
    "RESERVE_CARD",
    "RESERVE_FROM_DECK",
    "RETURN_TOKEN",
    "SLOTS_PER_TIER",
    "TIERS",
    "TOKEN_HAND_LIMIT",
    "WHITE",
    "Card",
    "Color",
    "IllegalMove",
    "MalformedMove",
    "Move",
    "Noble",
    "Player",
    "SplendorGame",
    "Summary",
    "print_legal_moves_nicely",
    "print_summary_nicely",
]

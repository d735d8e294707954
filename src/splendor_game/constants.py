"""The game's numbers and enumerations."""

from enum import IntEnum
from typing import Final

from gemgrove.splendor import cards, moves
from gemgrove.splendor.colors import COLORS, TOKENS, Color
from gemgrove.splendor.moves import TOKEN_LIMIT
from gemgrove.splendor.rule_options import Rules

DEV_COLORS: Final = len(COLORS)
"""The number of card colors: white, blue, green, red, black."""
COLOR_COUNT: Final = len(TOKENS)
"""The number of token colors: those of cards, and gold."""
NUM_NOBLES: Final = moves.NOBLE_SLOTS
"""The most nobles on the table: one more than the largest number of players."""
TIERS: Final = len(cards.TIERS)
SLOTS_PER_TIER: Final = moves.SLOTS
RESERVED_LIMIT: Final = moves.RESERVE_LIMIT
TOKEN_HAND_LIMIT: Final = TOKEN_LIMIT
PRESTIGE_POINTS_TO_WIN: Final = Rules.preset("core").target_points


class ACTIONS(IntEnum):
    """The kinds of move. The rules `core` use the first five and PASS."""

    RESERVE_CARD = 0
    BUY_CARD_FROM_MARKET = 1
    BUY_CARD_FROM_RESERVE = 2
    GET_3_FROM_BANK = 3
    GET_2_FROM_BANK = 4
    RESERVE_FROM_DECK = 5
    RETURN_TOKEN = 6
    CHOOSE_NOBLE = 7
    PASS = 8
    PAY_TOKEN = 9


WHITE: Final = Color.WHITE
BLUE: Final = Color.BLUE
GREEN: Final = Color.GREEN
RED: Final = Color.RED
BLACK: Final = Color.BLACK
GOLD: Final = Color.GOLD

RESERVE_CARD: Final = ACTIONS.RESERVE_CARD
BUY_CARD_FROM_MARKET: Final = ACTIONS.BUY_CARD_FROM_MARKET
BUY_CARD_FROM_RESERVE: Final = ACTIONS.BUY_CARD_FROM_RESERVE
GET_3_FROM_BANK: Final = ACTIONS.GET_3_FROM_BANK
GET_2_FROM_BANK: Final = ACTIONS.GET_2_FROM_BANK
RESERVE_FROM_DECK: Final = ACTIONS.RESERVE_FROM_DECK
RETURN_TOKEN: Final = ACTIONS.RETURN_TOKEN
CHOOSE_NOBLE: Final = ACTIONS.CHOOSE_NOBLE
PASS: Final = ACTIONS.PASS
PAY_TOKEN: Final = ACTIONS.PAY_TOKEN

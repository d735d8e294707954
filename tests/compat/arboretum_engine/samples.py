"""The code and data of the engine's reference, unchanged."""

import json
from typing import Any

CARD = """
from collections import namedtuple
Card = namedtuple('Card', ['species', 'value'])
"""

CARD_USAGE = """
card = Card("M", 5)  # Maple 5
print(card.species)  # "M"
print(card.value)    # 5
"""

MOVE = """
Move = namedtuple('Move', ['play_card', 'placement', 'discard_card'])
"""

MOVE_USAGE = """
move = Move(
    play_card=Card("J", 3),
    placement=(1, 0),
    discard_card=Card("W", 7)
)
"""

TABLEAU_ACCESS = """
# Check if a card exists at position (1, 0)
if 1 in tableau and 0 in tableau[1]:
    card = tableau[1][0]  # Returns Card object

# Add a card to position (2, 1)
if 2 not in tableau:
    tableau[2] = {}
tableau[2][1] = Card("M", 4)
"""

PLACEMENTS = """
def get_valid_placements(tableau):
    if not tableau:  # Empty tableau
        return [(0, 0)]

    valid_placements = set()

    # Get all occupied coordinates
    occupied_coords = []
    for x in tableau:
        for y in tableau[x]:
            occupied_coords.append((x, y))

    # Check neighbors of each occupied position
    for x, y in occupied_coords:
        # Check four orthogonal directions
        for dx, dy in [(0, 1), (0, -1), (1, 0), (-1, 0)]:
            neighbor_x, neighbor_y = x + dx, y + dy

            # Check if neighbor is empty
            if (neighbor_x not in tableau or
                neighbor_y not in tableau.get(neighbor_x, {})):
                valid_placements.add((neighbor_x, neighbor_y))

    return list(valid_placements)
"""

SCENARIO = """
# Player's hand after drawing 2 cards (9 cards total, must discard 1)
sample_hand = [
    Card("J", 8), Card("R", 5), Card("C", 7), Card("M", 2), Card("M", 6),
    Card("O", 1), Card("O", 8), Card("W", 4), Card("W", 7)
]

# Player's current tableau
sample_tableau = {
    -1: {
        -1: Card("W", 3),
        0: Card("J", 4),
        1: Card("O", 6)
    },
    0: {
        0: Card("C", 2),
        1: Card("O", 5)
    },
    1: {
        0: Card("J", 3)
    }
}

# Opponent's tableau (for discard cost calculations)
sample_opponent_tableau = {
    0: {
        0: Card("M", 4),
        1: Card("J", 1),
        2: Card("O", 2)
    },
    1: {
        0: Card("M", 3),
        1: Card("O", 5),
        2: Card("J", 4)
    },
    2: {
        1: Card("O", 3)
    }
}
"""

FROM_JSON = '''
def json_to_card(json_card):
    """Convert JSON card format to Python Card namedtuple"""
    return Card(json_card[0], json_card[1])

def json_to_tableau(json_tableau):
    """Convert JSON tableau to Python dictionary"""
    tableau = {}
    for x_str, y_dict in json_tableau.items():
        x = int(x_str)
        tableau[x] = {}
        for y_str, card_json in y_dict.items():
            y = int(y_str)
            tableau[x][y] = json_to_card(card_json)
    return tableau
'''

TO_JSON = '''
def card_to_json(card):
    """Convert Python Card to JSON format"""
    return [card.species, card.value]

def move_to_json(move):
    """Convert Python Move to JSON format expected by engine"""
    return {
        "play_card": card_to_json(move.play_card),
        "placement": move.placement,
        "discard_card": card_to_json(move.discard_card)
    }
'''

CARD_JSON = """
["M", 5]
"""

TABLEAU_JSON = """
{
  "0": {
    "0": ["C", 2]
  },
  "1": {
    "-1": ["C", 6],
    "0": ["J", 3]
  },
  "2": {
    "0": ["R", 6]
  }
}
"""

HAND_JSON = """
[
  ["J", 8],
  ["O", 6],
  ["O", 5],
  ["O", 4],
  ["O", 1],
  ["W", 3],
  ["J", 2]
]
"""

STATE_JSON = """
{
  "deck": [
    ["R", 2], ["C", 1], ["M", 1], ["W", 1], ["J", 1], ["O", 4],
    ["R", 3], ["C", 3], ["M", 3], ["W", 3], ["J", 5], ["O", 5],
    ["R", 4], ["C", 5], ["M", 5], ["W", 5], ["J", 6], ["O", 7],
    ["R", 6], ["C", 6], ["M", 7], ["W", 6], ["J", 7], ["O", 3],
    ["R", 7], ["C", 8], ["M", 8], ["W", 8]
  ],
  "handA": [
    ["W", 2], ["R", 8], ["C", 4], ["J", 4],
    ["M", 2], ["O", 2], ["W", 4]
  ],
  "handB": [
    ["R", 1], ["C", 2], ["M", 6], ["W", 7],
    ["O", 6], ["J", 3], ["M", 4]
  ],
  "discardA": [
    ["C", 3]
  ],
  "discardB": [
    ["J", 2]
  ],
  "playAreaA": {
    "0": {
      "0": ["W", 5]
    },
    "1": {
      "0": ["W", 6]
    }
  },
  "playAreaB": {
    "0": {
      "0": ["J", 8]
    },
    "-1": {
      "0": ["O", 8]
    }
  },
  "seenA": [
    "W2", "R8", "C4", "J4", "M2", "O2", "W4", "C3", "J8", "O8", "J2"
  ],
  "seenB": [
    "R1", "C2", "M6", "W7", "O6", "J3", "M4", "J2", "W5", "W6", "C3"
  ],
  "turn": 6,
  "subTurn": 0,
  "currentPlayer": 0,
  "opponent": "Player B",
  "previousTurn": ["J", 2],
  "previousTurnMetaData": false,
  "playBack": false
}
"""


def state() -> dict[str, Any]:
    """The full game state, freshly parsed."""
    values: dict[str, Any] = json.loads(STATE_JSON)
    return values


def corrected_state() -> dict[str, Any]:
    """The same with every card in exactly one place, and a matching turn."""
    values = state()
    for wrong, right in ((["C", 3], ["R", 5]), (["W", 5], ["C", 7]), (["W", 6], ["O", 1])):
        values["deck"][values["deck"].index(wrong)] = right
    return values | {"turn": 4, "seenA": {}, "seenB": {}}

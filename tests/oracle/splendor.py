"""The rules of Splendor again, slow and simple: the oracle for the native engine.

Written only from docs/rules.md, so that mistakes here and in the engine are independent. Nothing
is stored that can be derived: points and bonuses are summed over the cards each time.

Colors: white 0, blue 1, green 2, red 3, black 4, gold 5.
Tiers are 1 to 3; `row = tier - 1` indexes the market and the decks.
"""

import csv
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

GEM_NAMES = ("white", "blue", "green", "red", "black")
GEMS = range(5)
GOLD = 5
KINDS = range(6)
ROWS = range(3)
SLOTS = range(4)
EMPTY = -1

GEM_TOKENS = {2: 4, 3: 5, 4: 7}  # by number of players
GOLD_TOKENS = 5
TOKEN_LIMIT = 10
RESERVE_LIMIT = 3
LEFT_FOR_TWO_ALIKE = 4

# The action numbers, which are the same in every preset; presets only mask some.
TAKE_THREE = dict(enumerate(combinations(GEMS, 3)))
TAKE_TWO_DIFFERENT = dict(enumerate(combinations(GEMS, 2), start=10))
TAKE_ONE = {20 + gem: (gem,) for gem in GEMS}
TAKE_TWO_ALIKE = {25 + gem: (gem, gem) for gem in GEMS}
TAKES: dict[int, tuple[int, ...]] = {
    **TAKE_THREE,
    **TAKE_TWO_DIFFERENT,
    **TAKE_ONE,
    **TAKE_TWO_ALIKE,
}
RESERVE_FACE_UP = {30 + 4 * row + slot: (row, slot) for row in ROWS for slot in SLOTS}
RESERVE_FROM_DECK = {42 + row: row for row in ROWS}
BUY_FACE_UP = {45 + 4 * row + slot: (row, slot) for row in ROWS for slot in SLOTS}
BUY_RESERVED = {57 + index: index for index in range(RESERVE_LIMIT)}
FIRST_TOKEN = 60  # returned in phase "return", paid in phase "pay"
FIRST_NOBLE = 66
PASS = 71

RULE_CHOICES = {
    "over_limit": ("return", "return_drawn", "forbid"),
    "nobles": ("choose", "first", "all"),
    "take_fewer": ("forced", "free", "never"),
    "payment": ("auto", "choose"),
}


@dataclass(frozen=True)
class OracleRules:
    """All rules that vary; the defaults are the official two-player game."""

    players: int = 2
    deck_reserve: bool = True
    over_limit: str = "return"
    return_gold: bool = True
    nobles: str = "choose"
    take_fewer: str = "forced"
    payment: str = "auto"
    target_points: int = 15
    first_player: int | str = 0
    turn_limit: int = 200

    def __post_init__(self) -> None:
        """Refuse unknown values: a misspelt rule must not quietly play as another one."""
        if self.players not in GEM_TOKENS:
            raise ValueError(f"players is 2 to 4, not {self.players}")
        for name, choices in RULE_CHOICES.items():
            if getattr(self, name) not in choices:
                raise ValueError(f"{name} is one of {choices}, not {getattr(self, name)!r}")
        if self.over_limit == "return_drawn" and not self.return_gold:
            raise ValueError("with return_drawn gold must be returnable")


# Only the differences from the official game. Presets do not set the number of players here: every
# preset is compared for every number of players.
PRESETS: dict[str, dict[str, object]] = {
    "official": {},
    "core": {
        "deck_reserve": False,
        "over_limit": "forbid",
        "nobles": "first",
        "take_fewer": "never",
    },
    "arena": {
        "deck_reserve": False,
        "return_gold": False,
        "nobles": "all",
        "take_fewer": "never",
    },
    "duel": {"deck_reserve": False},
    "escrow": {"over_limit": "return_drawn", "first_player": "random"},
}


@dataclass(frozen=True)
class OracleCard:
    """A development card: it costs gems, gives a bonus of its color, and may be worth points."""

    id: int
    tier: int
    color: int
    points: int
    cost: tuple[int, ...]


@dataclass(frozen=True)
class OracleNoble:
    """A noble, who visits whoever has the required bonuses."""

    id: int
    points: int
    requirement: tuple[int, ...]


def load_cards(path: str | Path) -> list[OracleCard]:
    """Read the cards; a card's id is its row, counted from 0."""
    return [
        OracleCard(
            id=number,
            tier=int(row["Tier"]),
            color=GEM_NAMES.index(row["Color"]),
            points=_count(row["Prestige"]),
            cost=_gem_counts(row),
        )
        for number, row in enumerate(_read_rows(path))
    ]


def load_nobles(path: str | Path) -> list[OracleNoble]:
    """Read the nobles; a noble's id is its row, counted from 0."""
    return [
        OracleNoble(id=number, points=_count(row["Prestige"]), requirement=_gem_counts(row))
        for number, row in enumerate(_read_rows(path))
    ]


def _read_rows(path: str | Path) -> list[dict[str, str]]:
    with Path(path).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _gem_counts(row: dict[str, str]) -> tuple[int, ...]:
    return tuple(_count(row[name.capitalize()]) for name in GEM_NAMES)


def _count(cell: str) -> int:
    return int(cell) if cell else 0


@dataclass
class OraclePlayer:
    """A player. `reserved` contains (card id, whether it was reserved unseen from a deck)."""

    tokens: list[int] = field(default_factory=lambda: [0] * 6)
    bought: list[int] = field(default_factory=list)
    reserved: list[tuple[int, bool]] = field(default_factory=list)
    nobles: list[int] = field(default_factory=list)


class SplendorOracle:
    """A game of Splendor. Every field may be set by hand to build a position."""

    def __init__(
        self,
        rules: OracleRules,
        cards: Sequence[OracleCard],
        nobles: Sequence[OracleNoble],
        decks: Sequence[Sequence[int]],
        noble_order: Sequence[int],
        first: int,
    ) -> None:
        """Deal: element 0 of a deck is drawn first, and slot 0 of the market gets it."""
        if first not in range(rules.players):
            raise ValueError(f"the starting seat is 0 to {rules.players - 1}, not {first}")
        self.rules = rules
        self.card_by_id = {card.id: card for card in cards}
        self.noble_by_id = {noble.id: noble for noble in nobles}
        self.first = first
        self.to_move = first
        self.phase = "play"
        self.truncated = False
        self.turns = 0
        self.passes = 0
        self.pending = -1
        self.owed = [0] * 5
        self.escrow = [0] * 6
        self.bank = [GEM_TOKENS[rules.players]] * 5 + [GOLD_TOKENS]
        self.decks = [list(deck) for deck in decks]
        self.market = [[self._draw(row) for _ in SLOTS] for row in ROWS]
        self.nobles = list(noble_order[: rules.players + 1])
        self.players = [OraclePlayer() for _ in range(rules.players)]

    # Visible state

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def points(self) -> list[int]:
        return [self._points_of(player) for player in self.players]

    @property
    def winners(self) -> list[int]:
        """'Most points wins; then fewest bought cards; then a shared win.'"""
        if not self.over:
            return []
        standings = [
            (points, -len(player.bought))
            for points, player in zip(self.points, self.players, strict=True)
        ]
        return [seat for seat, standing in enumerate(standings) if standing == max(standings)]

    def snapshot(self) -> dict[str, Any]:
        return {
            "to_move": self.to_move,
            "phase": self.phase,
            "first": self.first,
            "turns": self.turns,
            "passes": self.passes,
            "pending": self.pending,
            "owed": list(self.owed),
            "escrow": list(self.escrow),
            "bank": list(self.bank),
            "market": [list(row) for row in self.market],
            "decks": [list(deck) for deck in self.decks],
            "nobles": list(self.nobles),
            "players": [self._player_snapshot(player) for player in self.players],
        }

    def _player_snapshot(self, player: OraclePlayer) -> dict[str, Any]:
        return {
            "tokens": list(player.tokens),
            "points": self._points_of(player),
            "bought": sorted(player.bought),
            "bonuses": self._bonuses_of(player),
            "reserved": [[card, blind] for card, blind in player.reserved],
            "nobles": sorted(player.nobles),
        }

    def _points_of(self, player: OraclePlayer) -> int:
        from_cards = sum(self.card_by_id[card].points for card in player.bought)
        from_nobles = sum(self.noble_by_id[noble].points for noble in player.nobles)
        return from_cards + from_nobles

    def _bonuses_of(self, player: OraclePlayer) -> list[int]:
        """Bought cards only: a reserved card and a noble give no bonus."""
        colors = [self.card_by_id[card].color for card in player.bought]
        return [colors.count(gem) for gem in GEMS]

    @property
    def _mover(self) -> OraclePlayer:
        return self.players[self.to_move]

    # Legal actions

    def legal(self) -> list[int]:
        """The legal action numbers in rising order; none once the game is over."""
        if self.phase == "play":
            return self._legal_plays()
        if self.phase == "pay":
            return [FIRST_TOKEN + kind for kind in self._payment_choices()]
        if self.phase == "return":
            return [FIRST_TOKEN + kind for kind in KINDS if self._may_return(kind)]
        if self.phase == "noble":
            return [FIRST_NOBLE + slot for slot in self._qualifying_slots()]
        return []

    def _legal_plays(self) -> list[int]:
        """'pass | nothing above is legal'"""
        takes = [action for action in TAKES if self._may_take(action)]
        plays = takes + self._legal_reserves() + self._legal_buys()
        return sorted(plays) or [PASS]

    def _may_take(self, action: int) -> bool:
        gems = TAKES[action]
        return (
            self._kind_of_take_allowed(action)
            and all(self.bank[gem] >= 1 for gem in gems)
            and self._room_for(len(gems))
        )

    def _kind_of_take_allowed(self, action: int) -> bool:
        gems = TAKES[action]
        if action in TAKE_THREE:
            return True
        if action in TAKE_TWO_ALIKE:
            # "4 or more of that color in the bank before taking"
            return self.bank[gems[0]] >= LEFT_FOR_TWO_ALIKE
        if self.rules.take_fewer == "forced":
            # "take 2 or 1 tokens, all different | only 2, or only 1, color(s) in the bank"
            colors_left = sum(1 for gem in GEMS if self.bank[gem] > 0)
            return colors_left == len(gems)
        return self.rules.take_fewer == "free"

    def _room_for(self, count: int) -> bool:
        """'forbid': a take that would pass 10 is not legal. Otherwise the surplus is returned."""
        if self.rules.over_limit == "forbid":
            return sum(self._mover.tokens) + count <= TOKEN_LIMIT
        return True

    def _legal_reserves(self) -> list[int]:
        if len(self._mover.reserved) >= RESERVE_LIMIT:
            return []
        face_up = [
            action
            for action, (row, slot) in RESERVE_FACE_UP.items()
            if self.market[row][slot] != EMPTY
        ]
        if not self.rules.deck_reserve:
            return face_up
        return face_up + [action for action, row in RESERVE_FROM_DECK.items() if self.decks[row]]

    def _legal_buys(self) -> list[int]:
        face_up = [
            action
            for action, (row, slot) in BUY_FACE_UP.items()
            if self.market[row][slot] != EMPTY and self._affordable(self.market[row][slot])
        ]
        reserved = [
            action
            for action, index in BUY_RESERVED.items()
            if index < len(self._mover.reserved)
            and self._affordable(self._mover.reserved[index][0])
        ]
        return face_up + reserved

    def _affordable(self, card: int) -> bool:
        return self._shortage(self._price(card)) <= self._mover.tokens[GOLD]

    def _price(self, card: int) -> list[int]:
        """'each bonus lowers the cost of its color by one, never below zero'"""
        cost = self.card_by_id[card].cost
        bonuses = self._bonuses_of(self._mover)
        return [max(0, cost[gem] - bonuses[gem]) for gem in GEMS]

    def _shortage(self, owed: Sequence[int]) -> int:
        """The number of owed units that the mover's colored tokens cannot pay."""
        return sum(max(0, owed[gem] - self._mover.tokens[gem]) for gem in GEMS)

    def _may_return(self, kind: int) -> bool:
        if kind == GOLD and not self.rules.return_gold:
            return False
        if self.rules.over_limit == "return_drawn":
            return self.escrow[kind] > 0
        return self._mover.tokens[kind] > 0

    def _qualifying_slots(self) -> list[int]:
        bonuses = self._bonuses_of(self._mover)
        return [
            slot
            for slot, noble in enumerate(self.nobles)
            if noble != EMPTY and self._covers(bonuses, self.noble_by_id[noble].requirement)
        ]

    @staticmethod
    def _covers(bonuses: Sequence[int], requirement: Sequence[int]) -> bool:
        return all(bonuses[gem] >= requirement[gem] for gem in GEMS)

    # Effects of actions

    def apply(self, action: int) -> None:
        """Make one decision; if it is illegal, raise ValueError and change nothing."""
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal in phase {self.phase!r}")
        if self.phase == "play":
            self._play(action)
        elif self.phase == "pay":
            self._pay_one(action - FIRST_TOKEN)
            self._settle()
        elif self.phase == "return":
            self._return(action - FIRST_TOKEN)
            self._check_token_limit()
        else:
            self._welcome(action - FIRST_NOBLE)
            self._end_turn()

    def skip(self) -> None:
        """End the turn by hand: a turn like any other, but not a pass."""
        if self.phase != "play":
            raise ValueError(f"a turn cannot be skipped in phase {self.phase!r}")
        self.passes = 0
        self._check_token_limit()

    def _play(self, action: int) -> None:
        # The count changes with the action itself, before any return, payment or noble choice.
        self.passes = self.passes + 1 if action == PASS else 0
        if action in BUY_FACE_UP or action in BUY_RESERVED:
            self._begin_purchase(action)
            return
        if action in TAKES:
            self._take(TAKES[action])
        elif action in RESERVE_FACE_UP:
            self._reserve_face_up(*RESERVE_FACE_UP[action])
        elif action in RESERVE_FROM_DECK:
            self._reserve_from_deck(RESERVE_FROM_DECK[action])
        self._check_token_limit()

    def _take(self, gems: Sequence[int]) -> None:
        for gem in gems:
            self._draw_token(gem)

    def _reserve_face_up(self, row: int, slot: int) -> None:
        self._mover.reserved.append((self.market[row][slot], False))
        self._take_gold_for_reserving()
        self._refill(row, slot)

    def _reserve_from_deck(self, row: int) -> None:
        self._mover.reserved.append((self._draw(row), True))
        self._take_gold_for_reserving()

    def _take_gold_for_reserving(self) -> None:
        """'Reserving also takes 1 gold, if any is left'; under 'forbid' only below 10 tokens."""
        if self.bank[GOLD] > 0 and self._room_for(1):
            self._draw_token(GOLD)

    def _draw_token(self, kind: int) -> None:
        """'the tokens that a player has taken this turn, the gold of a reserve included'"""
        self._move_from_bank(kind)
        self.escrow[kind] += 1

    def _return(self, kind: int) -> None:
        """'comes out of the escrow if one of its color is there'"""
        self._move_to_bank(kind)
        self.escrow[kind] = max(0, self.escrow[kind] - 1)

    def _begin_purchase(self, action: int) -> None:
        self.pending = action
        self.owed = self._price(self._card_for_sale(action))
        self._settle()

    def _card_for_sale(self, action: int) -> int:
        if action in BUY_FACE_UP:
            row, slot = BUY_FACE_UP[action]
            return self.market[row][slot]
        return self._mover.reserved[BUY_RESERVED[action]][0]

    def _settle(self) -> None:
        """Pay until nothing is owed, or until the player has a choice to make.

        'a step with one legal answer is made without asking'
        """
        while any(self.owed):
            choices = self._payment_choices()
            if len(choices) > 1 and self.rules.payment == "choose":
                self.phase = "pay"
                return
            # The unit's own color comes first: "colored tokens first, gold for what is missing".
            self._pay_one(choices[0])
        self._complete_purchase()

    def _payment_choices(self) -> list[int]:
        """The tokens that may pay the next owed unit, its own color before gold.

        'gold is legal only if enough is left for the shortages that must come'
        """
        gem = self._next_owed()
        tokens = self._mover.tokens
        choices = [gem] if tokens[gem] > 0 else []
        owed_afterwards = list(self.owed)
        owed_afterwards[gem] -= 1
        # With no gold at all the right side is -1, and a shortage is never negative.
        if self._shortage(owed_afterwards) <= tokens[GOLD] - 1:
            choices.append(GOLD)
        return choices

    def _next_owed(self) -> int:
        """'Colors in order'"""
        return next(gem for gem in GEMS if self.owed[gem] > 0)

    def _pay_one(self, kind: int) -> None:
        self.owed[self._next_owed()] -= 1
        self._move_to_bank(kind)

    def _complete_purchase(self) -> None:
        """Move the card only now: 'replaced at once from its deck (after paying)'."""
        self._mover.bought.append(self._card_for_sale(self.pending))
        if self.pending in BUY_FACE_UP:
            self._refill(*BUY_FACE_UP[self.pending])
        else:
            del self._mover.reserved[BUY_RESERVED[self.pending]]
        self.pending = -1
        self._check_token_limit()

    def _move_from_bank(self, kind: int) -> None:
        self.bank[kind] -= 1
        self._mover.tokens[kind] += 1

    def _move_to_bank(self, kind: int) -> None:
        self._mover.tokens[kind] -= 1
        self.bank[kind] += 1

    def _refill(self, row: int, slot: int) -> None:
        self.market[row][slot] = self._draw(row)

    def _draw(self, row: int) -> int:
        """'an empty deck leaves the slot empty'"""
        return self.decks[row].pop(0) if self.decks[row] else EMPTY

    # The end of the turn, in this order

    def _check_token_limit(self) -> None:
        """1. 'More than 10 tokens (gold counts): return tokens ... until you have 10.'"""
        if sum(self._mover.tokens) > TOKEN_LIMIT:
            self.phase = "return"
        else:
            self._receive_nobles()

    def _receive_nobles(self) -> None:
        """2. 'At most one noble per turn; if several qualify, you choose.'"""
        slots = self._qualifying_slots()
        if self.rules.nobles == "choose" and len(slots) > 1:
            self.phase = "noble"
            return
        visits = slots if self.rules.nobles == "all" else slots[:1]
        for slot in visits:
            self._welcome(slot)
        self._end_turn()

    def _welcome(self, slot: int) -> None:
        """Give a noble to the mover; its slot stays empty so that the others keep their numbers."""
        self._mover.nobles.append(self.nobles[slot])
        self.nobles[slot] = EMPTY

    def _end_turn(self) -> None:
        # "part of the position until the turn ends"
        self.escrow = [0] * 6
        self.turns += 1
        self.to_move = (self.to_move + 1) % self.rules.players
        if self._ended_by_points() or self._ended_by_passes():
            self.phase = "over"
        elif self.turns >= self.rules.turn_limit * self.rules.players:
            self.phase = "over"
            self.truncated = True
        else:
            self.phase = "play"

    def _ended_by_points(self) -> bool:
        """'the round is finished so that all have had the same number of turns'

        'A round begins with the starting player, whoever that is.'
        """
        round_complete = self.to_move == self.first
        return round_complete and max(self.points) >= self.rules.target_points

    def _ended_by_passes(self) -> bool:
        """'As many passes in a row as there are players end the game at once'"""
        return self.passes >= self.rules.players

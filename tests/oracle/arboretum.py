"""The rules of Arboretum again, slow and simple: the oracle for the native engine.

Written only from docs/rules.md, so that mistakes here and in the engine are independent. Nothing is
stored that can be derived: paths, rights and points are computed each time, and paths by trying
every one of them.

Species: J 0, R 1, C 2, M 3, O 4, W 5, B 6, D 7, T 8, L 9; the first 6 / 8 / 10 are in play.
A card's number is `species * 8 + rank - 1`. A turn is five decisions of one seat, one per phase:
draw, second draw, pick, plant, discard.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

SPECIES_LETTERS = "JRCMOWBDTL"
RANKS = 8
HAND_SIZE = 7
SPECIES_IN_PLAY = {2: 6, 3: 8, 4: 10}  # by number of players
# The last card to be planted joins at most 16 / 13 / 12 others, and may be one cell beyond them on
# either side.
FRAME_WIDTH = {2: 18, 3: 15, 4: 14}
LENGTH_FOR_DOUBLING = 4
NO_CARD = -1

# The action numbers. Drawing from seat s's pile is FIRST_PILE + s; where the picks, cells and
# discards begin depends on the number of players: see ArboretumOracle.
DRAW_FROM_DECK = 0
FIRST_PILE = 1

Cell = tuple[int, int]  # x, y


@dataclass(frozen=True)
class ArboretumRules:
    """All rules that vary; the defaults are the official two-player game."""

    players: int = 2
    seed_discards: bool = False
    first_player: int | str = 0

    def __post_init__(self) -> None:
        """Refuse unknown values: a misspelt rule must not quietly play as another one."""
        if self.players not in SPECIES_IN_PLAY:
            raise ValueError(f"players is 2 to 4, not {self.players}")
        if self.first_player != "random" and self.first_player not in range(self.players):
            raise ValueError(f"first_player is a seat or 'random', not {self.first_player!r}")


def species_of(card: int) -> int:
    return card // RANKS


def rank_of(card: int) -> int:
    return card % RANKS + 1


def card_of(species: int, rank: int) -> int:
    return species * RANKS + rank - 1


def neighbors(cell: Cell) -> list[Cell]:
    """The four orthogonally adjacent cells."""
    x, y = cell
    return [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)]


def path_points(path: Sequence[int]) -> int:
    """The points of a path, following the table in docs/rules.md line by line."""
    points = len(path)
    if len(path) >= LENGTH_FOR_DOUBLING and len({species_of(card) for card in path}) == 1:
        points += len(path)
    if rank_of(path[0]) == 1:
        points += 1
    if rank_of(path[-1]) == RANKS:
        points += 2
    return points


@dataclass
class ArboretumPlayer:
    """A player. `known` are the cards in `hand` that everyone saw being taken from a pile."""

    hand: list[int] = field(default_factory=list)
    known: list[int] = field(default_factory=list)
    pile: list[int] = field(default_factory=list)  # its top at the end
    arboretum: dict[Cell, int] = field(default_factory=dict)


class ArboretumOracle:
    """A game of Arboretum. Every field may be set by hand to build a position."""

    def __init__(self, rules: ArboretumRules, deck: Sequence[int], first: int) -> None:
        """Deal from the deck, element 0 first: seven cards to each seat, seat 0 first.

        Under `seed_discards` each seat but the starting one then gets one card onto its pile.
        """
        self.species = range(SPECIES_IN_PLAY[rules.players])
        self.cards = range(RANKS * len(self.species))
        self.seats = range(rules.players)
        if first not in self.seats:
            raise ValueError(f"the starting seat is 0 to {rules.players - 1}, not {first}")
        if sorted(deck) != list(self.cards):
            raise ValueError(f"the deck is not each of the {len(self.cards)} cards once")
        self.first_pick = FIRST_PILE + rules.players
        self.first_cell = self.first_pick + len(self.cards)
        self.first_discard = self.first_cell + FRAME_WIDTH[rules.players] ** 2
        self.rules = rules
        self.first = first
        self.to_move = first
        self.phase = "draw"
        self.turns = 0
        self.picked = NO_CARD
        self.deck = list(deck)
        self.players = [ArboretumPlayer() for _ in self.seats]
        self._deal()

    def _deal(self) -> None:
        for player in self.players:
            player.hand = [self.deck.pop(0) for _ in range(HAND_SIZE)]
        if self.rules.seed_discards:
            for seat in self.seats:
                if seat != self.first:
                    self.players[seat].pile.append(self.deck.pop(0))

    # Visible state

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def points(self) -> list[int]:
        """The final scores; before the end, the scores if each seat had every right to score."""
        if not self.over:
            return [self._points_for(seat, list(self.species)) for seat in self.seats]
        rights = self.rights()
        return [
            self._points_for(seat, [species for species in self.species if seat in rights[species]])
            for seat in self.seats
        ]

    @property
    def winners(self) -> list[int]:
        """'Most points win; then most different species in the arboretum; then a shared win.'"""
        if not self.over:
            return []
        standings = [
            (points, self._different_species(seat)) for seat, points in enumerate(self.points)
        ]
        return [seat for seat in self.seats if standings[seat] == max(standings)]

    def snapshot(self) -> dict[str, Any]:
        return {
            "to_move": self.to_move,
            "phase": self.phase,
            "first": self.first,
            "turns": self.turns,
            "picked": self.picked,
            "deck": list(self.deck),
            "players": [self._player_snapshot(player) for player in self.players],
        }

    @staticmethod
    def _player_snapshot(player: ArboretumPlayer) -> dict[str, Any]:
        return {
            "hand": sorted(player.hand),
            "known": sorted(player.known),
            "pile": list(player.pile),
            "arboretum": sorted([card, x, y] for (x, y), card in player.arboretum.items()),
        }

    @property
    def _mover(self) -> ArboretumPlayer:
        return self.players[self.to_move]

    # Legal actions

    def legal(self) -> list[int]:
        """The legal action numbers in rising order; none once the game is over."""
        if self.phase in ("draw", "second draw"):
            return self._legal_draws()
        if self.phase == "pick":
            return [self.first_pick + card for card in sorted(self._mover.hand)]
        if self.phase == "plant":
            return sorted(self._cell_action(cell) for cell in self._free_cells())
        if self.phase == "discard":
            return [self.first_discard + card for card in sorted(self._mover.hand)]
        return []

    def _legal_draws(self) -> list[int]:
        """'top of the deck, or top of any player's discard pile, your own included'"""
        deck = [DRAW_FROM_DECK] if self.deck else []
        return deck + [FIRST_PILE + seat for seat in self.seats if self.players[seat].pile]

    def _free_cells(self) -> list[Cell]:
        """'the first at (0, 0), then orthogonally adjacent to a card of yours'"""
        arboretum = self._mover.arboretum
        if not arboretum:
            return [(0, 0)]
        adjacent = {beside for cell in arboretum for beside in neighbors(cell)}
        return [cell for cell in adjacent if cell not in arboretum]

    def _frame_origin(self) -> Cell:
        """The frame's top left cell: one cell before the arboretum in either direction."""
        arboretum = self._mover.arboretum
        if not arboretum:
            return (-1, -1)
        return (min(x for x, _ in arboretum) - 1, min(y for _, y in arboretum) - 1)

    def _cell_action(self, cell: Cell) -> int:
        left, top = self._frame_origin()
        column, row = cell[0] - left, cell[1] - top
        return self.first_cell + row * FRAME_WIDTH[self.rules.players] + column

    # Effects of actions

    def apply(self, action: int) -> None:
        """Make one decision; if it is illegal, raise ValueError and change nothing."""
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal in phase {self.phase!r}")
        if self.phase == "draw":
            self._draw(action)
            self.phase = "second draw"
        elif self.phase == "second draw":
            self._draw(action)
            self.phase = "pick"
        elif self.phase == "pick":
            self.picked = action - self.first_pick
            self.phase = "plant"
        elif self.phase == "plant":
            self._plant(action)
            self.phase = "discard"
        else:
            self._discard(action - self.first_discard)
            self._end_turn()

    def _draw(self, action: int) -> None:
        if action == DRAW_FROM_DECK:
            self._mover.hand.append(self.deck.pop(0))
        else:
            card = self.players[action - FIRST_PILE].pile.pop()
            self._mover.hand.append(card)
            self._mover.known.append(card)

    def _plant(self, action: int) -> None:
        """Plant the picked card, which stays in the hand until this moment."""
        [cell] = [cell for cell in self._free_cells() if self._cell_action(cell) == action]
        self._leave_hand(self.picked)
        self._mover.arboretum[cell] = self.picked
        self.picked = NO_CARD

    def _discard(self, card: int) -> None:
        """'Discard one card face up on your own pile, even one just drawn.'"""
        self._leave_hand(card)
        self._mover.pile.append(card)

    def _leave_hand(self, card: int) -> None:
        self._mover.hand.remove(card)
        if card in self._mover.known:
            self._mover.known.remove(card)

    def _end_turn(self) -> None:
        """'When the last card of the deck has been drawn, that player finishes their turn'"""
        self.turns += 1
        self.to_move = (self.to_move + 1) % self.rules.players
        self.phase = "draw" if self.deck else "over"

    # Scoring

    def rights(self) -> list[list[int]]:
        """The seats that may score each species, according to the current hands."""
        return [self._seats_with_right(species) for species in self.species]

    def _seats_with_right(self, species: int) -> list[int]:
        """'the player whose hand has the highest sum of its ranks'; 'all tied players'

        A species in nobody's hand is a tie of all seats at 0. Otherwise somebody's sum is above 0:
        an 8 counts 0 only if another player holds the 1.
        """
        sums = [self._sum_in_hand(seat, species) for seat in self.seats]
        return [seat for seat in self.seats if sums[seat] == max(sums)]

    def _sum_in_hand(self, seat: int, species: int) -> int:
        """'An 8 counts 0 if another player holds the 1 of that species in hand.'"""
        ranks = [rank_of(card) for card in self.players[seat].hand if species_of(card) == species]
        one = card_of(species, 1)
        another_has_the_one = any(
            one in self.players[other].hand for other in self.seats if other != seat
        )
        if another_has_the_one:
            ranks = [rank for rank in ranks if rank != RANKS]
        return sum(ranks)

    def _points_for(self, seat: int, all_species: Sequence[int]) -> int:
        """'One path per species scores, the best one'"""
        return sum(self.best_path(seat, species)[0] for species in all_species)

    def best_path(self, seat: int, species: int) -> tuple[int, list[int]]:
        """The points and cards of a species' best path, (0, []) if there is no path.

        Among equals, the smallest as a list of card numbers.
        """
        paths = [(path_points(path), path) for path in self._paths(seat, species)]
        if not paths:
            return (0, [])
        most = max(points for points, _ in paths)
        return (most, min(path for points, path in paths if points == most))

    def _paths(self, seat: int, species: int) -> Iterator[list[int]]:
        """'begins and ends with that species ... and has 2 or more cards'"""
        arboretum = self.players[seat].arboretum
        for cell, card in arboretum.items():
            if species_of(card) == species:
                for path in self._rising_from(arboretum, cell):
                    if species_of(path[-1]) == species and len(path) >= 2:
                        yield path

    def _rising_from(self, arboretum: dict[Cell, int], cell: Cell) -> Iterator[list[int]]:
        """Every way to walk over 'orthogonally adjacent cards of strictly rising rank'."""
        card = arboretum[cell]
        yield [card]
        for beside in neighbors(cell):
            if beside in arboretum and rank_of(arboretum[beside]) > rank_of(card):
                for rest in self._rising_from(arboretum, beside):
                    yield [card, *rest]

    def _different_species(self, seat: int) -> int:
        return len({species_of(card) for card in self.players[seat].arboretum.values()})

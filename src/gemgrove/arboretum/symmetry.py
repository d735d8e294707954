"""The symmetries of Arboretum: the species, and each arboretum's eight turns and reflections."""

from itertools import product
from math import isqrt

import numpy as np

from gemgrove.arboretum.cards import RANKS, species_in_play
from gemgrove.arboretum.game import Arboretum
from gemgrove.symmetry import PLACE, Array, Part, Parts, SymmetryMapper, field_slices, permuted

_BY_CARD = ("picked", "hand", "shown", "pile", "unseen")
"""The fields with an entry for each card, species by species."""

_RIGHT, _HIGH = 1, 2
"""A corner's number is the sum of these; the lower left corner is 0."""


def _turn(mirror_x: int, mirror_y: int, swap: int) -> tuple[int, ...]:
    """Return, for each corner, the one that moves there: x and y are mirrored, then swapped."""
    corners = [(y, x) if swap else (x, y) for y, x in product((0, 1), (0, 1))]
    return tuple(_RIGHT * (x ^ mirror_x) + _HIGH * (y ^ mirror_y) for x, y in corners)


TURNS = tuple(_turn(*bits) for bits in product((0, 1), (0, 1), (0, 1)))
"""The eight turns and reflections of a rectangle, as permutations of its corners (lower left, lower
right, upper left, upper right); the first is the identity."""


class ArboretumSymmetryMapper(SymmetryMapper):
    """Has the parts `species`, `arboretum_0` (the observer's), `arboretum_1` (the next seat's) and
    so on; an arboretum's places are its four corners.

    Cells are numbered in a frame around the planted cards, so the place a cell moves to depends on
    the width and height of the arboretum.
    """

    def __init__(self, variant: Arboretum) -> None:
        super().__init__(variant)
        players = variant.rules.players
        species = len(species_in_play(players))
        (self._to_move,) = field_slices(variant, "to_move")
        self._by_species = [
            *(stretch for name in _BY_CARD for stretch in field_slices(variant, name)),
            *field_slices(variant, "paths"),
        ]
        self._arboretums = field_slices(variant, "arboretum")
        self._owners = [f"arboretum_{place}" for place in range(players)]
        cells = self._arboretums[0].stop - self._arboretums[0].start
        self._frame = isqrt(cells)
        self._pick = 1 + players  # after the draws: the deck, and each player's pile
        self._cell = self._pick + species * RANKS
        self._discard = self._cell + cells
        self.parts["species"] = Part(species)
        self.parts |= dict.fromkeys(self._owners, Part(4, TURNS))

    def observations(self, parts: Parts, observations: Array) -> Array:
        result = observations.copy()
        for stretch in self._by_species:
            result[:, stretch] = permuted(observations[:, stretch], parts["species"])
        species = parts["species"].argsort(axis=1)
        for stretch, owner in zip(self._arboretums, self._owners, strict=True):
            result[:, stretch] = self._turned(observations[:, stretch], species, parts[owner])
        return result

    def actions(self, parts: Parts, observations: Array) -> Array:
        result = super().actions(parts, observations)
        cards = _cards_of(parts["species"])
        result[:, self._pick : self._cell] = self._pick + cards
        result[:, self._discard :] = self._discard + cards
        mover, rows = observations[:, self._to_move].argmax(axis=1), np.arange(len(observations))
        cells = np.stack([observations[:, stretch] for stretch in self._arboretums])[mover, rows]
        turns = np.stack([parts[owner] for owner in self._owners])[mover, rows]
        result[:, self._cell : self._discard] = self._cell + self._cell_permutations(cells, turns)
        return result

    def _turned(self, cells: Array, species: Array, turns: Array) -> Array:
        """Turn arboretums and replace the species of their cards."""
        which, y, x = planted = self._planted(cells)
        columns, rows, swap = self._mirrored(planted, turns)
        kind, rank = np.divmod(cells[which, y * self._frame + x] - 1, RANKS)
        if kind.max(initial=0) >= species.shape[1]:
            raise ValueError(
                f"An observation has {cells.max()} in an arboretum; the cards of this game are 1 "
                f"to {species.shape[1] * RANKS} there."
            )
        x, y = columns[which, x], rows[which, y]
        places = np.where(swap[which, 0], x * self._frame + y, y * self._frame + x)
        result = np.zeros_like(cells)
        result[which, places] = species[which, kind] * RANKS + rank + 1
        return result

    def _cell_permutations(self, cells: Array, turns: Array) -> Array:
        """Return the permutations of the frame's cells when arboretums are turned."""
        columns, rows, swap = self._mirrored(self._planted(cells), turns)
        rows *= self._frame
        upward, across = np.where(swap, (columns, rows), (rows, columns))
        sources: Array = upward[:, :, np.newaxis] + across[:, np.newaxis, :]
        return sources.reshape(len(cells), -1)

    def _mirrored(
        self, planted: tuple[Array, Array, Array], turns: Array
    ) -> tuple[Array, Array, Array]:
        """Return, for each arboretum, where its columns and rows go, and whether they then swap.

        The planted cards begin in column 1 and row 1, so a reflection swaps column 1 and column
        `width`. An empty arboretum counts as one cell, that of its first card. The frame wraps
        around: cells far from any card, which are never legal, change places, too.
        """
        which, y, x = planted
        width, height = np.ones((2, len(turns), 1), dtype=PLACE)
        np.maximum.at(width[:, 0], which, x)
        np.maximum.at(height[:, 0], which, y)
        line = np.arange(self._frame, dtype=PLACE)
        mirror_x, mirror_y, swap = _mirrors(turns)
        columns = np.where(mirror_x, (width + 1 - line) % self._frame, line)
        rows = np.where(mirror_y, (height + 1 - line) % self._frame, line)
        return columns, rows, swap

    def _planted(self, cells: Array) -> tuple[Array, Array, Array]:
        """Return the arboretum, row and column of every planted card."""
        which, places = np.divmod(np.flatnonzero(cells != 0), cells.shape[1])
        return which, *np.divmod(places.astype(PLACE), self._frame)


def _mirrors(turns: Array) -> tuple[Array, Array, Array]:
    """Return, for each turn, whether x and y are mirrored and whether they then swap."""
    left, right = turns[:, 0, np.newaxis], turns[:, _RIGHT, np.newaxis]  # the low corners
    return left & _RIGHT != 0, left & _HIGH != 0, left ^ right == _HIGH


def _cards_of(species: Array) -> Array:
    """Return the numbers of all cards after replacing their species by these."""
    cards = species[:, :, np.newaxis] * RANKS + np.arange(RANKS)
    return cards.reshape(len(species), -1)

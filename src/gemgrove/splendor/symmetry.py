"""The symmetries of Splendor: places that the rules do not distinguish.

These are the four places of a market row, the nobles' slots, and the order of each player's
reserved cards. Colors are not a symmetry: the cards' prices differ. Neither are the nobles' slots
if the rules send the first noble in table order.
"""

import numpy as np

from gemgrove.splendor.cards import TIERS
from gemgrove.splendor.game import Splendor
from gemgrove.splendor.moves import MOVES, RESERVE_LIMIT, SLOTS, Kind
from gemgrove.symmetry import Array, Part, Parts, SymmetryMapper, field_slices, permuted

_MARKET = len(TIERS) * SLOTS


def _first(kind: Kind) -> int:
    return next(move.action for move in MOVES if move.kind == kind)


_RESERVE, _BUY, _NOBLE = _first("reserve"), _first("buy"), _first("noble")


class SplendorSymmetryMapper(SymmetryMapper):
    """Has the parts `market_1` to `market_3`, `nobles`, `reserve_0` (the observer's), `reserve_1`
    (the next seat's) and so on.

    Reserved cards lie without a gap, so a permutation of the reserve's three places assumes three
    cards. If there are only two, they change places if it is odd.
    """

    def __init__(self, variant: Splendor) -> None:
        super().__init__(variant)
        (self._to_move,) = field_slices(variant, "to_move")
        (self._buying,) = field_slices(variant, "buying")
        (self._market,) = field_slices(variant, "market")
        self._nobles = field_slices(variant, "nobles")[0]  # the players' numbers of nobles follow
        self._reserves = field_slices(variant, "reserved")
        self._rows = [f"market_{tier}" for tier in TIERS]
        self._owners = [f"reserve_{place}" for place in range(variant.rules.players)]
        self.parts |= dict.fromkeys(self._rows, Part(SLOTS))
        if variant.rules.nobles != "first":
            self.parts["nobles"] = Part(variant.rules.players + 1)
        self.parts |= dict.fromkeys(self._owners, Part(RESERVE_LIMIT))

    def observations(self, parts: Parts, observations: Array) -> Array:
        result = observations.copy()
        reserves = self._reserve_permutations(parts, observations)
        moves = [
            (self._market, self._market_permutations(parts)),
            (self._buying, self._buy_permutations(parts, observations, reserves)),
            *zip(self._reserves, reserves, strict=True),
        ]
        if "nobles" in parts:
            moves.append((self._nobles, parts["nobles"]))
        for stretch, permutations in moves:
            result[:, stretch] = permuted(observations[:, stretch], permutations)
        return result

    def actions(self, parts: Parts, observations: Array) -> Array:
        result = super().actions(parts, observations)
        reserves = self._reserve_permutations(parts, observations)
        places = self._buy_permutations(parts, observations, reserves)
        result[:, _RESERVE : _RESERVE + _MARKET] = _RESERVE + places[:, :_MARKET]
        result[:, _BUY : _BUY + _MARKET + RESERVE_LIMIT] = _BUY + places
        if "nobles" in parts:
            slots = parts["nobles"]
            result[:, _NOBLE : _NOBLE + slots.shape[1]] = _NOBLE + slots
        return result

    def _market_permutations(self, parts: Parts) -> Array:
        rows = [SLOTS * row + parts[name] for row, name in enumerate(self._rows)]
        return np.concatenate(rows, axis=1)

    def _buy_permutations(self, parts: Parts, observations: Array, reserves: list[Array]) -> Array:
        """Permute all that may be bought: the market, and the reserve of the player to move."""
        mover = observations[:, self._to_move].argmax(axis=1)
        own = np.stack(reserves)[mover, np.arange(len(mover))]
        return np.concatenate([self._market_permutations(parts), _MARKET + own], axis=1)

    def _reserve_permutations(self, parts: Parts, observations: Array) -> list[Array]:
        """Permute each player's reserve; places without a card stay as they are."""
        return [
            _of_filled(parts[name], _filled(observations[:, stretch]))
            for name, stretch in zip(self._owners, self._reserves, strict=True)
        ]


def _filled(reserves: Array) -> Array:
    """Count the cards in each reserve. A card's tier is known even if the card is not."""
    tiers = reserves.reshape(len(reserves), RESERVE_LIMIT, -1)[:, :, : len(TIERS)]
    count: Array = tiers.any(axis=2).sum(axis=1)
    return count


def _of_filled(permutations: Array, count: Array) -> Array:
    """Adapt permutations of three places to reserves with only `count` cards."""
    odd = (permutations[:, 1] - permutations[:, 0]) % RESERVE_LIMIT != 1
    of_two = np.where(odd[:, np.newaxis], [1, 0, 2], [0, 1, 2])
    of_less = np.where(count[:, np.newaxis] == 2, of_two, [0, 1, 2])
    return np.where(count[:, np.newaxis] == RESERVE_LIMIT, permutations, of_less)

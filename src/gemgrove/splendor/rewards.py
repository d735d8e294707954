"""Rewards that only Splendor has."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from gemgrove.reward import GameReward, Position, Reward
from gemgrove.splendor.board import Player
from gemgrove.splendor.illegal_moves import TOKEN_LIMIT


class _SplendorReward(GameReward):
    __slots__ = ()

    game: ClassVar[str] = "splendor"

    def _players(self, position: Position) -> Sequence[Player]:
        self.check_game(position.name)
        players: Sequence[Player] = position.board.players
        return players


@dataclass(frozen=True, slots=True)
class _CardsBought(_SplendorReward):
    def measure(self, before: Position, after: Position, seat: int) -> float:
        return self.by_seat(before, after)[seat]

    def by_seat(self, before: Position, after: Position) -> list[float]:
        pairs = zip(self._players(before), self._players(after), strict=True)
        return [float(len(now.bought) - len(then.bought)) for then, now in pairs]

    def terms(self) -> Mapping[str, float]:
        return {"cards": 1.0}

    def __str__(self) -> str:
        return "cards_bought"


@dataclass(frozen=True, slots=True)
class _TokenEfficiency(_SplendorReward):
    def measure(self, before: Position, after: Position, seat: int) -> float:
        return self._gained(self._players(before), self._players(after), seat)

    def by_seat(self, before: Position, after: Position) -> list[float]:
        then, now = self._players(before), self._players(after)
        return [self._gained(then, now, seat) for seat in range(len(now))]

    def terms(self) -> Mapping[str, float]:
        return {"tokens": 1 / TOKEN_LIMIT}

    def __str__(self) -> str:
        return "token_efficiency"

    def _gained(self, before: Sequence[Player], after: Sequence[Player], seat: int) -> float:
        then, now = before[seat], after[seat]
        bought = [card for card in now.bought if card not in then.bought]
        if len(bought) > 1 or len(now.bought) != len(then.bought) + len(bought):
            raise ValueError(
                f"token_efficiency is for steps of at most one turn; seat {seat} has "
                f"{len(then.bought)} cards before this one and {len(now.bought)} after it. "
                "Add up the rewards of the single steps."
            )
        saved = sum(
            min(pair) for card in bought for pair in zip(card.cost, then.bonuses, strict=True)
        )
        return (saved - (sum(now.tokens) - sum(then.tokens))) / TOKEN_LIMIT


def cards_bought() -> Reward:
    """The cards the seat has bought; for Splendor."""
    return _CardsBought()


def token_efficiency() -> Reward:
    """The tokens that bonuses have saved the seat, less those added to its hand, in tenths.

    For Splendor. A token taken costs 0.1, and a card bought brings 0.1 for each gem of its printed
    cost, however much of it bonuses have paid. Over a game that adds up to the tokens saved less
    the tokens left over: a seat that never buys a card gets 0 at most, and -1 with a full hand.
    """
    return _TokenEfficiency()


REWARDS: Mapping[str, Callable[[], Reward]] = {
    make.__name__: make for make in (cards_bought, token_efficiency)
}

"""Rewards that exist only in Splendor."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from gemgrove.reward import GameReward, Position, Reward
from gemgrove.splendor.board import Player
from gemgrove.splendor.moves import TOKEN_LIMIT


@dataclass(frozen=True, slots=True)
class _PlayerReward(GameReward):
    """A reward computed from a seat's `Player` before and after a step."""

    game: ClassVar[str] = "splendor"

    name: str
    gain: Callable[[Player, Player, int], float]
    """Takes the player before and after the step, and the seat."""
    term: str
    weight: float

    def measure(self, before: Position, after: Position, seat: int) -> float:
        return self.gain(self._players(before)[seat], self._players(after)[seat], seat)

    def by_seat(self, before: Position, after: Position) -> list[float]:
        pairs = zip(self._players(before), self._players(after), strict=True)
        return [self.gain(then, now, seat) for seat, (then, now) in enumerate(pairs)]

    def terms(self) -> Mapping[str, float]:
        return {self.term: self.weight}

    def __str__(self) -> str:
        return self.name

    def _players(self, position: Position) -> Sequence[Player]:
        self.check_game(position.name)
        players: Sequence[Player] = position.board.players
        return players


def _more_cards(then: Player, now: Player, seat: int) -> float:  # noqa: ARG001
    return float(len(now.bought) - len(then.bought))


def _saved_tokens(then: Player, now: Player, seat: int) -> float:
    bought = [card for card in now.bought if card not in then.bought]
    if len(bought) > 1 or len(now.bought) != len(then.bought) + len(bought):
        raise ValueError(
            f"token_efficiency is for steps of at most one turn; seat {seat} has "
            f"{len(then.bought)} cards before this one and {len(now.bought)} after it. "
            "Add up the rewards of the single steps."
        )
    saved = sum(min(pair) for card in bought for pair in zip(card.cost, then.bonuses, strict=True))
    return (saved - (sum(now.tokens) - sum(then.tokens))) / TOKEN_LIMIT


def cards_bought() -> Reward:
    """The cards the seat has bought; for Splendor."""
    return _PlayerReward("cards_bought", _more_cards, "cards", 1.0)


def token_efficiency() -> Reward:
    """The tokens that bonuses have saved the seat, less those added to its hand, in tenths.

    For Splendor. A token taken costs 0.1, and a card bought brings 0.1 for each gem of its printed
    cost, however much of it bonuses have paid. Over a game that adds up to the tokens saved less
    the tokens left over: a seat that never buys a card gets 0 at most, and -1 with a full hand.
    """
    return _PlayerReward("token_efficiency", _saved_tokens, "tokens", 1 / TOKEN_LIMIT)


REWARDS: Mapping[str, Callable[[], Reward]] = {
    make.__name__: make for make in (cards_bought, token_efficiency)
}

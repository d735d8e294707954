"""Statistics of a game of Splendor."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from gemgrove import _native, variant
from gemgrove.splendor.cards import TIERS, Card
from gemgrove.splendor.colors import GOLD, TOKENS
from gemgrove.splendor.moves import MOVES, SKIP


@dataclass(slots=True)
class PlayerStatistics:
    """One seat's statistics. Lists by turn have an entry for each turn the seat has completed."""

    turns: int = 0
    points_by_turn: list[int] = field(default_factory=list)
    cards_by_turn: list[int] = field(default_factory=list)
    tokens_taken: list[int] = field(default_factory=lambda: [0] * len(TOKENS))
    """By color, including gold from reserves."""
    tokens_returned: list[int] = field(default_factory=lambda: [0] * len(TOKENS))
    tokens_paid: list[int] = field(default_factory=lambda: [0] * len(TOKENS))
    reserves: int = 0
    blind_reserves: int = 0
    """Reserves taken unseen from a deck."""
    bought_by_tier: list[int] = field(default_factory=lambda: [0] * len(TIERS))
    bought_from_reserve: int = 0
    nobles: int = 0
    """All nobles that the seat has; like the points, including those of the starting position."""
    points: int = 0
    passes: int = 0
    skips: int = 0


@dataclass(slots=True)
class Statistics(variant.Statistics):
    """Statistics of a whole game, or of what has been played so far."""

    rounds: int
    """Completed rounds."""
    players: list[PlayerStatistics]


def collect(game: _native.Game) -> Statistics:
    """Collect a game's statistics by replaying it."""
    replayed = _native.Game(game.variant, game._start(), None)
    seats = [PlayerStatistics() for _ in range(game.players)]
    before = _native.splendor.fields(replayed)
    for action in game.actions:
        seat = before["to_move"]
        if action == SKIP:
            replayed._skip()
        else:
            replayed.play(action)
        after = _native.splendor.fields(replayed)
        _count(seats[seat], action, before, after, game.variant.cards.cards)
        before = after
    for statistics, player in zip(seats, before["players"], strict=True):
        statistics.nobles = len(player["nobles"])
        statistics.points = player["points"]
    turns = before["turns"]
    return Statistics(turns, len(game.actions), turns // game.players, seats)


def _count(
    statistics: PlayerStatistics,
    action: int,
    before: dict[str, Any],
    after: dict[str, Any],
    cards: Sequence[Card],
) -> None:
    """Count what one decision changed for the seat that made it."""
    seat = before["to_move"]
    old, new = before["players"][seat], after["players"][seat]
    kind = "skip" if action == SKIP else MOVES[action].kind
    statistics.passes += kind == "pass"
    statistics.skips += kind == "skip"
    if kind == "reserve":
        statistics.reserves += 1
        statistics.blind_reserves += MOVES[action].slot is None
    gone = statistics.tokens_returned if before["phase"] == "return" else statistics.tokens_paid
    for color in range(GOLD + 1):
        change = new["tokens"][color] - old["tokens"][color]
        statistics.tokens_taken[color] += max(0, change)
        gone[color] += max(0, -change)
    for card in set(new["bought"]) - set(old["bought"]):
        statistics.bought_by_tier[cards[card].tier - 1] += 1
        statistics.bought_from_reserve += len(new["reserved"]) < len(old["reserved"])
    if after["turns"] > before["turns"]:
        statistics.turns += 1
        statistics.points_by_turn.append(new["points"])
        statistics.cards_by_turn.append(len(new["bought"]))

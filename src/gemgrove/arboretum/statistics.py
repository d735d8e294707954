"""Statistics of a game of Arboretum."""

from dataclasses import dataclass, field

from gemgrove import _native, variant
from gemgrove.arboretum.cards import Card, species_in_play


@dataclass(slots=True)
class PlayerStatistics:
    """One seat's statistics."""

    turns: int = 0
    drawn_from_deck: int = 0
    drawn_from_own_pile: int = 0
    drawn_from_other_piles: int = 0
    taken_by_others: int = 0
    """Cards that others drew from this seat's pile."""
    planted: int = 0
    discarded: int = 0
    path_points_by_turn: list[int] = field(default_factory=list)
    """The total points of the best paths of all species, after each of the seat's turns."""
    hand: list[str] = field(default_factory=list)
    """The cards in the hand now."""
    points_by_species: dict[str, int] = field(default_factory=dict)
    """Once the game is over: the points for each species that the seat may score."""
    points: int = 0
    """The final points; before the end, the points if the seat could score every species."""


@dataclass(slots=True)
class Statistics(variant.Statistics):
    """Statistics of a whole game, or of what has been played so far."""

    players: list[PlayerStatistics]


def collect(game: _native.Game) -> Statistics:
    """Collect a game's statistics by replaying it."""
    replayed = _native.Game(game.variant, game._start(), None)
    seats = [PlayerStatistics() for _ in range(game.players)]
    for action in game.actions:
        seat, move = replayed.to_move, game.variant.move(replayed, action)
        replayed.play(action)
        match move.kind:
            case "draw":
                _count_draw(seats, seat, move.seat)
            case "plant":
                seats[seat].planted += 1
            case "discard":
                seats[seat].discarded += 1
                seats[seat].turns += 1
                paths = _native.arboretum.path_points(replayed, seat)
                seats[seat].path_points_by_turn.append(sum(paths))
    _add_standing(seats, game)
    return Statistics(_native.arboretum.fields(game)["turns"], len(game.actions), seats)


def _count_draw(seats: list[PlayerStatistics], seat: int, source: int | None) -> None:
    if source is None:
        seats[seat].drawn_from_deck += 1
    elif source == seat:
        seats[seat].drawn_from_own_pile += 1
    else:
        seats[seat].drawn_from_other_piles += 1
        seats[source].taken_by_others += 1


def _add_standing(seats: list[PlayerStatistics], game: _native.Game) -> None:
    hands = [player["hand"] for player in _native.arboretum.fields(game)["players"]]
    for statistics, hand, points in zip(seats, hands, game.scores, strict=True):
        statistics.hand = [str(Card.of(card)) for card in hand]
        statistics.points = points
    if not game.over:
        return
    paths = [_native.arboretum.path_points(game, seat) for seat in range(game.players)]
    for species, letter in enumerate(species_in_play(game.players)):
        sums = [_native.arboretum.hand_sum(game, seat, species) for seat in range(game.players)]
        for seat, total in enumerate(sums):
            if total == max(sums):
                seats[seat].points_by_species[letter] = paths[seat][species]

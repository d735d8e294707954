"""Places, and the comparisons of pairs of bots that a game yields."""

from gemgrove.arena.outcome import GameOutcome, SeatOutcome, mean_score


def outcome(bots: list[int], ranks: list[int | None], ending: str = "finished") -> GameOutcome:
    seats = tuple(
        SeatOutcome(seat, bot, 0, rank, None, 1, 0.0, 0.0)
        for seat, (bot, rank) in enumerate(zip(bots, ranks, strict=True))
    )
    return GameOutcome(1, 1, 0, ending, 1, seats)


def test_every_pair_of_different_bots_is_compared() -> None:
    game = outcome([0, 1, 2], [2, 1, 2])
    assert list(game.comparisons()) == [(0, 1, 0.0), (0, 2, 0.5), (1, 2, 1.0)]


def test_a_bot_is_not_compared_with_itself() -> None:
    game = outcome([1, 0, 1], [1, 2, 3])
    assert list(game.comparisons()) == [(1, 0, 1.0), (0, 1, 1.0)]


def test_a_forfeit_among_three_is_below_the_others_who_are_not_compared() -> None:
    game = outcome([0, 1, 2], [None, 3, None], "forfeit")
    assert list(game.comparisons()) == [(0, 1, 1.0), (1, 2, 0.0)]


def test_a_fault_compares_nobody() -> None:
    assert list(outcome([], [], "fault").comparisons()) == []


def test_the_score_of_a_block_is_the_mean_of_its_comparisons() -> None:
    games = [outcome([0, 1], [1, 2]), outcome([1, 0], [1, 1])]
    assert mean_score(games, 0) == 0.75
    assert mean_score(games, 1) == 0.25
    assert mean_score(games, 2) is None

"""A game's statistics, which agree with its final position."""

import pytest

import gemgrove as gg
from gemgrove import arboretum
from gemgrove.arboretum import PlayerStatistics, Statistics
from tests.random_games import play_randomly


def statistics_of(game: arboretum.Game) -> Statistics:
    found = game.statistics()
    assert isinstance(found, Statistics)
    return found


def after(*moves: str) -> list[PlayerStatistics]:
    """Both players' statistics after these moves; `any` is the first legal one."""
    game = gg.new("arboretum", players=2, seed=1)
    for move in moves:
        game.play(game.legal_actions()[0] if move == "any" else move)
    return statistics_of(game).players


def played_out(players: int, seed: int, rules: str = "official") -> arboretum.Game:
    return play_randomly(gg.new("arboretum", rules=rules, players=players, seed=seed), seed=seed)


TURN = ("draw deck", "draw deck", "any", "any", "any")


def test_a_new_game_has_no_figures() -> None:
    statistics = statistics_of(gg.new("arboretum", players=3, seed=1))
    assert (statistics.turns, statistics.decisions) == (0, 0)
    for player in statistics.players:
        assert (player.turns, player.points, player.path_points_by_turn) == (0, 0, [])
        assert len(player.hand) == 7
        assert player.points_by_species == {}


def test_draws_are_counted_by_where_they_come_from() -> None:
    first, second = after(*TURN, "draw 1", "draw deck", "any", "any", "any", "draw 2")
    assert (first.drawn_from_deck, first.drawn_from_own_pile) == (2, 0)
    assert first.drawn_from_other_piles == 1
    assert second.drawn_from_deck == second.drawn_from_other_piles == 1
    assert (first.taken_by_others, second.taken_by_others) == (1, 1)


def test_a_card_taken_back_from_ones_own_pile_is_not_taken_by_others() -> None:
    first, _ = after(*TURN, *TURN, "draw 1")
    assert (first.drawn_from_own_pile, first.taken_by_others) == (1, 0)


def test_a_turn_counts_once_it_is_complete() -> None:
    first, _ = after(*TURN[:4])
    assert (first.turns, first.planted, first.discarded) == (0, 1, 0)
    first, _ = after(*TURN)
    assert (first.turns, first.planted, first.discarded) == (1, 1, 1)
    assert first.path_points_by_turn == [0]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", ["official", "seeded"])
def test_the_figures_agree_with_the_end_of_the_game(players: int, rules: str) -> None:
    for seed in range(8):
        game = played_out(players, seed, rules)
        statistics, board = statistics_of(game), game.board
        assert statistics.decisions == len(game.actions) == 5 * statistics.turns
        assert statistics.turns == board.turns == sum(seat.turns for seat in statistics.players)
        drawn = sum(seat.drawn_from_deck for seat in statistics.players)
        assert drawn == len(gg.new("arboretum", rules=rules, players=players).board.deck)
        taken = sum(seat.taken_by_others for seat in statistics.players)
        assert taken == sum(seat.drawn_from_other_piles for seat in statistics.players)
        for number, (seat, player) in enumerate(
            zip(statistics.players, board.players, strict=True)
        ):
            draws = seat.drawn_from_deck + seat.drawn_from_own_pile + seat.drawn_from_other_piles
            assert draws == 2 * seat.turns
            assert seat.planted == seat.discarded == seat.turns == len(player.arboretum)
            seeded = rules == "seeded" and number != board.first
            left = seat.discarded + seeded - seat.taken_by_others - seat.drawn_from_own_pile
            assert left == len(player.pile)
            assert len(seat.path_points_by_turn) == seat.turns
            assert seat.path_points_by_turn == sorted(seat.path_points_by_turn)
            assert seat.hand == [str(card) for card in player.hand]
            assert seat.points == game.scores[number]
            assert sum(seat.points_by_species.values()) == seat.points


def test_someone_may_score_every_species() -> None:
    for seed in range(8):
        players = statistics_of(played_out(3, seed)).players
        scored = {letter for player in players for letter in player.points_by_species}
        assert scored == set("JRCMOWBD")

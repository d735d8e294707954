"""Statistics that agree with the game itself."""

import pytest

import gemgrove as gg
from gemgrove import splendor
from gemgrove.splendor import Card, CardSet, Noble, PlayerStatistics, Statistics
from tests.random_games import play_randomly
from tests.splendor.card_sets import TOO_EXPENSIVE, WHITE, small_set

VARIANTS = [
    "official",
    "core",
    "arena",
    "escrow",
    "official:payment=choose",
    "official:nobles=all",
]


def statistics_of(game: splendor.Game) -> Statistics:
    statistics: Statistics = game.statistics()
    return statistics


def first_player(
    *moves: str, rules: str = "official", cards: CardSet | None = None
) -> PlayerStatistics:
    """The first player's statistics after these moves, while the second one skips."""
    game = gg.new("splendor", rules=rules, seed=1, cards=cards)
    for move in moves:
        while game.to_move == 1:
            game.skip()
        game.play(move)
    return statistics_of(game).players[0]


def white_cards() -> CardSet:
    """White cards that cost one white token and give one point; nobles who require one of them."""
    cards = tuple(Card(i, i // 30 + 1, 0, 1, WHITE) for i in range(90))
    return CardSet(cards, tuple(Noble(i, "", 3, WHITE) for i in range(5)))


def played_out(rules: str, seed: int, players: int) -> splendor.Game:
    return play_randomly(gg.new("splendor", rules=rules, players=players, seed=seed), seed=seed)


def test_nothing_has_happened_before_the_first_move() -> None:
    statistics = statistics_of(gg.new("splendor", players=3, seed=1))
    assert statistics == Statistics(0, 0, 0, [PlayerStatistics() for _ in range(3)])


def test_tokens_taken_are_counted_by_color() -> None:
    player = first_player("p3 red white blue", "p2 green")
    assert player.tokens_taken == [1, 1, 2, 1, 0, 0]
    assert (player.tokens_returned, player.tokens_paid) == ([0] * 6, [0] * 6)


def test_the_gold_of_a_reserve_is_a_token_taken() -> None:
    player = first_player("r m 1", "r t deck")
    assert player.tokens_taken == [0, 0, 0, 0, 0, 2]
    assert (player.reserves, player.blind_reserves) == (2, 1)


def test_tokens_returned_are_not_tokens_paid() -> None:
    takes = ["p3 red white blue", "p3 green black red"] * 2
    player = first_player(*takes, "return red", "return red")
    assert player.tokens_returned == [0, 0, 0, 2, 0, 0]
    assert player.tokens_paid == [0] * 6


def test_a_purchase_is_counted_with_its_tier_its_price_and_its_points() -> None:
    player = first_player("p3 white red blue", "b t 1", cards=white_cards())
    assert player.bought_by_tier == [0, 1, 0]
    assert player.tokens_paid == [1, 0, 0, 0, 0, 0]
    assert player.bought_from_reserve == 0


def test_a_purchase_from_the_reserve_is_counted_as_such() -> None:
    player = first_player("r v deck", "br 1", cards=white_cards())
    assert (player.bought_by_tier, player.bought_from_reserve) == ([0, 0, 1], 1)
    assert player.tokens_paid == [0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize(("token", "color"), [("white", 0), ("gold", 5)])
def test_a_payment_that_was_chosen_is_counted_once(token: str, color: int) -> None:
    moves = ("p3 white red blue", "r m 1", "b m 1", f"pay {token}")
    player = first_player(*moves, rules="official:payment=choose", cards=white_cards())
    assert player.tokens_paid == [int(color == kind) for kind in range(6)]
    assert player.bought_by_tier == [1, 0, 0]


def test_a_noble_and_its_points_are_counted() -> None:
    player = first_player("p3 white red blue", "b m 1", "noble 1", cards=white_cards())
    assert (player.nobles, player.points) == (1, 4)


def test_points_and_cards_by_turn_grow_turn_by_turn() -> None:
    moves = ("p3 white red blue", "b m 1", "noble 1", "b m 1", "noble 2", "b m 1")
    player = first_player(*moves, cards=white_cards())
    assert player.turns == 4
    assert player.points_by_turn == [0, 4, 8, 12]
    assert player.cards_by_turn == [0, 1, 2, 3]


def test_a_turn_of_several_decisions_is_one_turn() -> None:
    takes = ["p3 red white blue", "p3 green black red"] * 2
    before = first_player(*takes, "return red")
    assert (before.turns, len(before.points_by_turn)) == (3, 3)
    after = first_player(*takes, "return red", "return red")
    assert (after.turns, len(after.points_by_turn)) == (4, 4)


def test_skips_and_passes_are_counted() -> None:
    game = gg.new("splendor", rules="core", seed=1, cards=small_set(TOO_EXPENSIVE))
    game.skip()
    play_randomly(game)
    first, second = statistics_of(game).players
    assert (first.skips, second.skips) == (1, 0)
    assert first.passes >= 1
    assert second.passes >= 1


def test_the_points_a_game_began_with_are_among_the_points() -> None:
    game = gg.new("splendor", seed=1, cards=white_cards())
    for move in ("p3 white red blue", "p3 white red blue", "b m 1", "noble 1"):
        game.play(move)
    later = gg.from_position(game.position(), cards=white_cards())
    player = statistics_of(later).players[0]
    assert (player.points, player.nobles, player.points_by_turn) == (4, 1, [])


@pytest.mark.parametrize("rules", VARIANTS)
@pytest.mark.parametrize("players", [2, 4])
def test_the_figures_agree_with_the_end_of_the_game(rules: str, players: int) -> None:
    for seed in range(3):
        game = played_out(rules, seed, players)
        statistics, board = statistics_of(game), game.board
        assert statistics.decisions == len(game.actions)
        assert statistics.turns == board.turns == sum(seat.turns for seat in statistics.players)
        assert statistics.rounds == board.turns // players
        for seat, player in zip(statistics.players, board.players, strict=True):
            flow = zip(seat.tokens_taken, seat.tokens_returned, seat.tokens_paid, strict=True)
            assert tuple(taken - back - paid for taken, back, paid in flow) == player.tokens
            assert sum(seat.bought_by_tier) == len(player.bought)
            assert seat.reserves - seat.bought_from_reserve == len(player.reserved)
            assert seat.blind_reserves <= seat.reserves
            assert (seat.points, seat.nobles) == (player.points, len(player.nobles))
            assert len(seat.points_by_turn) == len(seat.cards_by_turn) == seat.turns
            assert seat.points_by_turn == sorted(seat.points_by_turn)
            assert seat.points_by_turn[-1:] == [seat.points]

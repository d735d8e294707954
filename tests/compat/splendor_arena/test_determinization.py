"""A bare vector is completed at random: the results agree with it, and vary."""

import random
import warnings
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gemgrove as gg
from gemgrove.compat.splendor_arena import (
    Game,
    StateError,
    UnknownCardWarning,
    read_table,
    state_of,
)
from tests.compat.splendor_arena.positions import (
    before_three_nobles,
    middle,
    native,
    nine_gems,
    no_third_deck,
    position,
    random_game,
    three_with,
    valid,
)

Vector = np.ndarray[tuple[int], np.dtype[np.int64]]


def bare(game: gg.Game | None = None) -> Vector:
    """The plain numbers of a position."""
    return np.array(state_of(game or middle()))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_completed_state_has_the_same_numbers_and_valid_moves(players: int) -> None:
    for seed in range(2):
        for place, (game, state, player, _) in enumerate(random_game(players, seed)):
            if place % 7 or native(state).board.passes:
                continue
            full = game.complete(np.array(state), player, seed, start=1)
            assert np.array_equal(full, state)
            assert valid(game, full, player) == valid(game, state, player)
            assert native(full).to_move == native(state).to_move


def test_completed_states_vary_in_decks_and_bought_cards() -> None:
    rng = random.Random(1)
    games = [native(Game(3).complete(bare(), 2, rng)) for _ in range(40)]
    fields = [game.variant.fields(game) for game in games]
    for tier in range(3):
        assert len({tuple(field["decks"][tier]) for field in fields}) == 40
    assert len({tuple(field["players"][0]["bought"]) for field in fields}) > 10
    assert len({player.points for game in games for player in game.board.players[:1]}) == 1


def test_the_same_randomness_completes_in_the_same_way() -> None:
    game = Game(3)
    first = native(game.complete(bare(), 2, 7))
    assert first == native(game.complete(bare(), 2, 7))
    assert first != native(game.complete(bare(), 2, 8))
    assert native(game.complete(bare(), 2, np.random.default_rng(3))) == native(
        game.complete(bare(), 2, np.random.default_rng(3))
    )


def test_a_completed_game_is_played_on_and_its_record_replays() -> None:
    game = Game(3)
    state, player = game.complete(bare(), 2, 7), 2
    for _ in range(12):
        state, player = game.getNextState(state, player, valid(game, state, player)[-1])
    record = game.record(state, ["Ada", "Grace", "Alan"])
    assert record is not None
    record.verify()


def test_cards_that_only_buyers_can_have_are_bought() -> None:
    full = native(Game(3).complete(bare(no_third_deck()), 1, 5))
    bought = sorted(card.id for player in full.board.players for card in player.bought)
    assert bought == [70, 71, 74, 75, 78, 79, 82, 86]
    assert full.board.decks[2] == ()


def test_nobles_that_are_gone_are_with_the_only_player_they_can_be_with() -> None:
    game = Game(3)
    state, _ = game.getNextState(state_of(before_three_nobles()), 1, 0)
    full = native(game.complete(np.array(state), 2, 1))
    assert [len(player.nobles) for player in full.board.players] == [3, 0, 0]
    assert all(noble.id != 1 for noble in full.board.players[0].nobles)


def test_a_hold_is_seen_in_the_numbers() -> None:
    game = Game(3)
    state, _ = game.getNextState(state_of(nine_gems()), 1, 32)
    vector = np.array(state)
    assert valid(game, vector, 1) == [42, 43, 44, 45, 46]
    assert valid(game, vector, 2) == valid(game, vector, 3) == [47]
    after, player = game.getNextState(vector, 3, 47, rng=1)
    assert (after.tolist(), player) == (vector.tolist(), 1)


def test_whose_turn_it_is_in_a_plain_array_is_what_the_caller_says() -> None:
    game, state = three_with(middle())
    vector = np.array(state)
    assert valid(game, vector, 2) == valid(game, state, 2)
    assert valid(game, vector, 1) != valid(game, vector, 3)


def test_a_plain_array_goes_on_by_a_generator_of_the_callers() -> None:
    game = Game(3)
    after, player = game.getNextState(bare(), 2, 18, rng=random.Random(1))
    assert player == 3
    assert after[220:231].tolist() == bare()[33:44].tolist()


def test_floating_point_numbers_and_lists_are_read_as_well() -> None:
    game = Game(3)
    wanted = valid(game, bare(), 2)
    assert valid(game, bare().astype(np.float32), 2) == wanted
    assert valid(game, bare().tolist(), 2) == wanted


def last_round() -> Vector:
    """Player 1 has 15 points, and the others play their last turns."""
    return bare(
        position(
            "0,0,0,0,0,0;bought=73,76,85,86",
            "0,0,0,0,0,0",
            "0,0,0,0,0,0",
            bank="5,5,5,5,5,5",
            move="p2:play",
            turns=31,
        )
    )


def test_a_game_ends_with_the_round_also_by_its_numbers_alone() -> None:
    game = Game(3)
    assert read_table(last_round()).players[0].points == 17
    assert game.getGameEnded(last_round(), 2) == [0]
    assert game.getGameEnded(last_round(), 1) == [1]


def test_in_the_last_round_a_canonical_vector_still_has_moves() -> None:
    game = Game(3)
    for player in (2, 3):
        seen = np.array(game.canonicalForm(last_round(), player))
        assert len(valid(game, seen, 1)) == 27
        assert game.getGameEnded(seen, 1, start=3 if player == 2 else 2) == [0]


def test_by_numbers_alone_a_round_that_player_1_cannot_have_begun_was_begun_by_another() -> None:
    game = Game(3)
    seen = np.array(game.canonicalForm(last_round(), 3))  # player 2 now has the 17 points
    assert game.getGameEnded(seen, 1) == [2]
    assert game.getGameEnded(seen, 2) == [2]
    assert game.getGameEnded(seen, 3) == [0]
    with pytest.raises(StateError, match="without a turn in this round"):
        game.getGameEnded(seen, 2, start=1)


def test_who_began_decides_whether_the_round_is_complete() -> None:
    full = Game(3).complete(last_round(), 1, 1, start=1)
    assert native(full).over
    with pytest.raises(StateError, match="without a turn in this round"):
        Game(3).complete(last_round(), 3, 1, start=2)


def put(at: int, *numbers: float) -> Callable[[Vector], object]:
    """A function that overwrites some numbers."""

    def change(vector: Vector) -> object:
        changed = vector.astype(float)
        changed[at : at + len(numbers)] = numbers
        return changed

    return change


CARD_0 = (0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0)
UNKNOWN_CARD = (7, 7, 7, 7, 7, 1, 0, 0, 0, 0, 5)
NOTHING = (0,) * 11


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda v: v[:299], r"has 299 numbers; it must be one row of 248, 300 or 352 numbers"),
        (lambda v: v.reshape(3, 100), r"shape \(3, 100\)"),
        (lambda v: v.astype(str), r"it must be one of numbers"),
        (put(156, -1), r"Number 156 of the state is -1.0; it must be a whole number from 0 to 255"),
        (put(157, 1.5), r"Number 157 of the state is 1.5"),
        (put(158, float("nan")), r"Number 158 of the state is nan"),
        (put(159, float("inf")), r"Number 159 of the state is inf"),
        (put(5, 1, 1), r"Numbers 0 to 10, card 1 of level 1, .* 5 for the gem it provides"),
        (put(137, 0), r"Numbers 132 to 137, noble 1, .* requires gems and has points"),
        (put(266, *NOTHING), r"Reserved card 1 of player 3 is missing, but there is one after it"),
        (put(0, 16, *UNKNOWN_CARD[1:]), r"Card 1 of level 1 cannot be played: \[16, .* 0 to 15"),
        (put(0, *UNKNOWN_CARD[:-1], 21), r"Card 1 of level 1 cannot be played: .* 0 to 20"),
        (put(44, *CARD_0), r"Card 1 of level 2 is a card of level 1: \[0, 1"),
        (put(11, *CARD_0), r"The card \[0, 1, .*\] appears 2 times; there is only one"),
        (put(174, *CARD_0), r"The card \[0, 1, .*\] appears 2 times; there is only one"),
        (put(132, 16), r"Noble 1 cannot be played: \[16, 3, .* 0 to 15"),
        (put(132, 0, 0, 4, 4, 0, 3), r"The noble \[0, 0, 4, .*\] appears 2 times"),
        (put(207, 4), r"Player 1 has acquired 4 cards but has 3 permanent gems"),
        (put(156, 5), r"There are 6 white tokens; for 3 players it must be 5"),
        (put(132, 0, 0, 0, 0, 0, 0), r"Empty noble places: 1; the players do not"),
        (put(168, 4, 0, 0, 4, 1), r"Player 1 has acquired 3 cards but has 9"),
        (
            lambda v: put(207, 11)(put(168, 3, 3, 1, 1, 3)(v)),  # type: ignore[arg-type]
            r"Player 1 has the permanent gems that noble 1 requires, so it would have come",
        ),
        (put(173, 40), r"No cards were found that the players could have bought"),
        (put(0, *NOTHING), r"No cards were found that the players could have bought"),
        (put(156, 0, 0, 0, 0, 0, 0, 5, 4, 4, 3, 1, 3), r"p1 holds 20 tokens|must be 11 to 13"),
    ],
)
def test_numbers_that_belong_to_no_game_are_refused(
    change: Callable[[Vector], object], text: str
) -> None:
    with pytest.raises(StateError, match=text):
        Game(3).complete(change(bare()), 2, 1)


@settings(max_examples=40, derandomize=True)
@given(
    st.lists(st.tuples(st.integers(0, 299), st.integers(0, 7)), min_size=1, max_size=3, unique=True)
)
def test_any_change_gives_an_error_that_says_so_or_a_game_that_agrees(
    changes: list[tuple[int, int]],
) -> None:
    vector = bare()
    for at, number in changes:
        vector[at] = number
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UnknownCardWarning)
            full = Game(3).complete(vector, 2, 1)
    except StateError as error:
        said = str(error)
    else:
        said = "It agrees." if np.array_equal(full, vector) else "It does not"
    assert said.endswith(".")

"""The oracle's own tests: each tests a rule of docs/rules.md with a hand-built position."""

import copy
import random
from typing import Any

import pytest

from .arboretum import NO_CARD, SPECIES_LETTERS, ArboretumOracle, ArboretumRules, Cell

DECK = 0
CARDS = {2: 48, 3: 64, 4: 80}
WIDTH = {2: 18, 3: 15, 4: 14}
ACTIONS = {2: 423, 3: 357, 4: 361}
J, R, C, M = range(4)
BOTH = [0, 1]


def card(name: str) -> int:
    """The number of a card by its name: J1 is 0, J8 is 7, R1 is 8."""
    return SPECIES_LETTERS.index(name[0]) * 8 + int(name[1]) - 1


def cards(names: str) -> list[int]:
    return [card(name) for name in names.split()]


def layout(*rows: str) -> dict[Cell, int]:
    """An arboretum drawn as rows of card names, from cell (0, 0); `--` is an empty cell."""
    return {
        (x, y): card(name)
        for y, row in enumerate(rows)
        for x, name in enumerate(row.split())
        if name != "--"
    }


def new_game(players: int = 2, first: int = 0, **changes: Any) -> ArboretumOracle:
    """A game whose deck is in the order of the card numbers."""
    return ArboretumOracle(ArboretumRules(players, **changes), range(CARDS[players]), first)


def with_piles(*piles: str) -> ArboretumOracle:
    """A game in which seat 0 is to draw; the piles are given from the bottom up, one per seat."""
    game = new_game(len(piles))
    for player, names in zip(game.players, piles, strict=True):
        player.pile = cards(names)
    return game


def to_pick(hand: str = "J1 J2 J3 J4 J5 J6 J7 J8 R1", players: int = 2) -> ArboretumOracle:
    """A game in which seat 0 has drawn twice and is to pick the card to plant."""
    game = new_game(players)
    game.phase = "pick"
    game.players[0].hand = cards(hand)
    return game


def to_plant(arboretum: dict[Cell, int], players: int = 2) -> ArboretumOracle:
    """A game in which seat 0 has picked the W8 and is to plant it in `arboretum`."""
    game = to_pick("O1 O2 O3 O4 O5 O6 O7 O8 W8", players)
    game.players[0].arboretum = arboretum
    game.apply(pick(game, "W8"))
    return game


def pick(game: ArboretumOracle, name: str) -> int:
    return 1 + len(game.players) + card(name)


def cell(game: ArboretumOracle, column: int, row: int) -> int:
    """The action that plants in a column and row of the frame."""
    players = len(game.players)
    return 1 + players + CARDS[players] + row * WIDTH[players] + column


def discard(game: ArboretumOracle, name: str) -> int:
    players = len(game.players)
    return 1 + players + CARDS[players] + WIDTH[players] ** 2 + card(name)


def play_turn(game: ArboretumOracle, first_draw: int = DECK, second_draw: int = DECK) -> None:
    """Draw as given, then plant the lowest card in the first legal cell and discard the next."""
    game.apply(first_draw)
    game.apply(second_draw)
    while game.phase in ("pick", "plant"):
        game.apply(game.legal()[0])
    game.apply(game.legal()[0])


def finished(*hands: str, arboretums: tuple[dict[Cell, int], ...] = ()) -> ArboretumOracle:
    """A finished game with these hands and arboretums, seat 0 first."""
    game = new_game(len(hands))
    game.phase = "over"
    game.deck = []
    for player, names in zip(game.players, hands, strict=True):
        player.hand = cards(names)
    for player, arboretum in zip(game.players, arboretums, strict=False):
        player.arboretum = arboretum
    return game


def best(species: int, *rows: str) -> tuple[int, list[int]]:
    """The best path of a species in an arboretum drawn as rows."""
    game = new_game()
    game.players[0].arboretum = layout(*rows)
    return game.best_path(0, species)


# Rules and setup


def test_by_default_two_play_without_seeded_discards_and_seat_0_begins() -> None:
    assert ArboretumRules() == ArboretumRules(players=2, seed_discards=False, first_player=0)


@pytest.mark.parametrize("players", [1, 5])
def test_fewer_than_two_and_more_than_four_players_are_refused(players: int) -> None:
    with pytest.raises(ValueError, match="players"):
        ArboretumRules(players)


@pytest.mark.parametrize("first_player", [-1, 2, "anyone"])
def test_a_first_player_is_a_seat_or_random(first_player: int | str) -> None:
    assert ArboretumRules(first_player="random").first_player == "random"
    assert ArboretumRules(first_player=1).first_player == 1
    with pytest.raises(ValueError, match="first_player"):
        ArboretumRules(first_player=first_player)


def test_a_starting_seat_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="starting seat"):
        new_game(first=2)


@pytest.mark.parametrize("deck", [range(47), range(64), [0, *range(47)]])
def test_a_deck_that_is_not_every_card_once_is_refused(deck: list[int]) -> None:
    with pytest.raises(ValueError, match="each of the 48 cards once"):
        ArboretumOracle(ArboretumRules(), deck, 0)


@pytest.mark.parametrize(
    ("players", "letters"), [(2, "JRCMOW"), (3, "JRCMOWBD"), (4, "JRCMOWBDTL")]
)
def test_six_eight_ten_species_of_eight_ranks_are_in_play(players: int, letters: str) -> None:
    game = new_game(players)
    dealt = game.deck + [number for player in game.players for number in player.hand]
    names = [f"{letter}{rank}" for letter in letters for rank in range(1, 9)]
    assert sorted(dealt) == [card(name) for name in names]
    assert len(game.rights()) == len(letters)


@pytest.mark.parametrize("first", [0, 1, 2])
def test_hands_of_seven_are_dealt_in_seat_order_whoever_starts(first: int) -> None:
    game = new_game(3, first=first)
    assert game.players[0].hand == list(range(7))
    assert game.players[1].hand == list(range(7, 14))
    assert game.players[2].hand == list(range(14, 21))
    assert game.deck == list(range(21, 64))


def test_piles_and_arboretums_begin_empty_and_nothing_is_known() -> None:
    for player in new_game().snapshot()["players"]:
        assert player["pile"] == []
        assert player["arboretum"] == []
        assert player["known"] == []


def test_seeded_discards_give_a_card_to_each_pile_but_the_starting_players() -> None:
    game = new_game(4, first=1, seed_discards=True)
    assert [player.pile for player in game.players] == [[28], [], [29], [30]]
    assert game.deck == list(range(31, 80))
    assert all(player.known == [] for player in game.players)


def test_a_seeded_discard_may_be_drawn_at_once() -> None:
    game = new_game(seed_discards=True)
    assert game.legal() == [DECK, 2]
    game.apply(2)
    assert game.players[0].known == [14]


def test_the_starting_seat_moves_first_and_the_turn_passes_to_the_left() -> None:
    game = new_game(3, first=1)
    movers = []
    for _ in range(4):
        movers.append(game.to_move)
        play_turn(game)
    assert movers == [1, 2, 0, 1]
    assert game.snapshot()["first"] == 1


# The turn


def test_a_turn_is_five_decisions_of_one_seat() -> None:
    game = new_game()
    decisions = []
    while game.to_move == 0:
        decisions.append(game.phase)
        game.apply(game.legal()[0])
    assert decisions == ["draw", "second draw", "pick", "plant", "discard"]
    assert game.phase == "draw"


def test_turns_counts_the_completed_turns_of_all_seats() -> None:
    game = new_game()
    for _ in range(4):
        game.apply(game.legal()[0])
    assert game.turns == 0
    game.apply(game.legal()[0])
    assert game.turns == 1
    play_turn(game)
    assert game.turns == 2


def test_the_hand_grows_to_nine_and_is_seven_again() -> None:
    game = new_game()
    sizes = []
    for _ in range(5):
        game.apply(game.legal()[0])
        sizes.append(len(game.players[0].hand))
    assert sizes == [8, 9, 9, 8, 7]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_action_number_discards_the_last_card(players: int) -> None:
    game = new_game(players)
    game.phase = "discard"
    game.players[0].hand = [CARDS[players] - 1]
    assert game.legal() == [ACTIONS[players] - 1]


@pytest.mark.parametrize("action", [-1, 1, 2, 3, 50, 423])
def test_an_illegal_action_is_refused_and_changes_nothing(action: int) -> None:
    game = new_game()
    before = copy.deepcopy(game.snapshot())
    with pytest.raises(ValueError, match=f"action {action} is not legal"):
        game.apply(action)
    assert game.snapshot() == before


def test_an_illegal_action_in_mid_turn_changes_nothing() -> None:
    game = to_plant(layout("J1"))
    before = copy.deepcopy(game.snapshot())
    for action in set(range(423)) - set(game.legal()):
        with pytest.raises(ValueError, match="not legal"):
            game.apply(action)
    assert game.snapshot() == before


# Drawing


def test_with_empty_piles_only_the_deck_can_be_drawn_from() -> None:
    game = new_game()
    assert game.legal() == [DECK]
    game.apply(DECK)
    assert game.legal() == [DECK]


def test_the_deck_gives_its_next_card_to_the_hand_and_nobody_learns_it() -> None:
    game = new_game()
    game.apply(DECK)
    assert game.players[0].hand == [0, 1, 2, 3, 4, 5, 6, 14]
    assert game.deck[0] == 15
    assert game.players[0].known == []


def test_the_first_card_is_in_hand_before_the_second_is_chosen() -> None:
    game = with_piles("", "W1")
    game.apply(2)
    assert (game.to_move, game.phase) == (0, "second draw")
    assert card("W1") in game.players[0].hand


def test_the_top_of_ones_own_pile_can_be_drawn() -> None:
    game = with_piles("W1 W2", "")
    assert game.legal() == [DECK, 1]
    game.apply(1)
    assert game.players[0].pile == cards("W1")
    assert game.players[0].hand[-1] == card("W2")


def test_the_top_of_any_other_players_pile_can_be_drawn() -> None:
    game = with_piles("", "", "W1 W2", "W3")
    assert game.legal() == [DECK, 3, 4]
    game.apply(3)
    assert game.players[2].pile == cards("W1")
    assert game.players[0].hand[-1] == card("W2")
    assert game.legal() == [DECK, 3, 4]


def test_both_cards_may_come_from_one_pile() -> None:
    game = with_piles("", "W1 W2 W3")
    game.apply(2)
    game.apply(2)
    assert game.players[0].hand[-2:] == cards("W3 W2")
    assert game.players[1].pile == cards("W1")


def test_a_pile_emptied_by_the_first_draw_is_illegal_for_the_second() -> None:
    game = with_piles("", "W1")
    game.apply(2)
    assert game.legal() == [DECK]


def test_the_second_draw_after_the_decks_last_card_comes_from_a_pile() -> None:
    game = with_piles("W2", "W1")
    game.deck = cards("W3")
    game.apply(DECK)
    assert game.phase == "second draw"
    assert game.legal() == [1, 2]


def test_the_decks_last_card_may_be_the_second_draw() -> None:
    game = with_piles("", "W1")
    game.deck = cards("W3")
    game.apply(2)
    game.apply(DECK)
    assert game.phase == "pick"
    assert game.deck == []


def test_cards_taken_from_any_pile_are_known_to_all() -> None:
    game = with_piles("W2", "W1")
    game.apply(2)
    game.apply(1)
    assert game.snapshot()["players"][0]["known"] == cards("W1 W2")


def test_a_known_card_stays_known_when_it_is_picked_and_not_once_planted() -> None:
    game = with_piles("", "W1")
    game.apply(2)
    game.apply(DECK)
    game.apply(pick(game, "W1"))
    assert game.players[0].known == cards("W1")
    game.apply(game.legal()[0])
    assert game.players[0].known == []


def test_a_known_card_stays_known_in_later_turns_and_not_once_discarded() -> None:
    game = with_piles("", "W1")
    play_turn(game, first_draw=2)
    play_turn(game)
    assert game.players[0].known == cards("W1")
    game.apply(DECK)
    game.apply(DECK)
    game.apply(game.legal()[0])
    game.apply(game.legal()[0])
    game.apply(discard(game, "W1"))
    assert game.players[0].known == []


# Picking


def test_any_card_in_hand_may_be_picked_also_those_just_drawn() -> None:
    game = new_game()
    game.apply(DECK)
    game.apply(DECK)
    hand = [0, 1, 2, 3, 4, 5, 6, 14, 15]
    assert game.legal() == [3 + number for number in hand]


def test_a_picked_card_stays_in_the_hand_until_it_is_planted() -> None:
    game = to_pick()
    game.apply(pick(game, "J5"))
    assert card("J5") in game.players[0].hand
    assert game.snapshot()["picked"] == card("J5")
    game.apply(game.legal()[0])
    assert card("J5") not in game.players[0].hand
    assert game.snapshot()["picked"] == NO_CARD == -1


# Planting


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_card_is_planted_at_0_0_in_column_and_row_1(players: int) -> None:
    game = to_plant({}, players)
    assert game.legal() == [cell(game, 1, 1)]
    game.apply(cell(game, 1, 1))
    assert game.players[0].arboretum == {(0, 0): card("W8")}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_frame_is_numbered_row_by_row_from_one_cell_before_the_arboretum(players: int) -> None:
    game = to_plant(layout("J1"), players)
    width = WIDTH[players]
    first_cell = 1 + players + CARDS[players]
    expected = [1, width, width + 2, 2 * width + 1]
    assert game.legal() == [first_cell + offset for offset in expected]


@pytest.mark.parametrize(
    ("column", "row", "planted_at"),
    [(1, 0, (0, -1)), (0, 1, (-1, 0)), (2, 1, (1, 0)), (1, 2, (0, 1))],
)
def test_a_card_may_be_planted_on_each_of_the_four_sides(
    column: int, row: int, planted_at: Cell
) -> None:
    game = to_plant(layout("J1"))
    game.apply(cell(game, column, row))
    assert game.players[0].arboretum == {(0, 0): card("J1"), planted_at: card("W8")}


def test_neither_a_diagonal_nor_a_taken_nor_a_distant_cell_is_legal() -> None:
    game = to_plant(layout("J1 J2"))
    legal = [(1, 0), (2, 0), (0, 1), (3, 1), (1, 2), (2, 2)]
    assert game.legal() == [cell(game, column, row) for column, row in legal]


def test_a_hole_inside_the_arboretum_can_be_planted() -> None:
    game = to_plant(layout("J1 J2 J3", "J4 -- J5", "J6 J7 J8"))
    game.apply(cell(game, 2, 2))
    assert game.players[0].arboretum[(1, 1)] == card("W8")


def test_the_frame_moves_with_negative_coordinates() -> None:
    game = to_plant({(0, 0): card("J1"), (-1, 0): card("J2"), (-1, -1): card("J3")})
    # Columns 0 to 3 are x = -2 to 1, rows 0 to 3 are y = -2 to 1.
    legal = [(1, 0), (0, 1), (2, 1), (0, 2), (3, 2), (1, 3), (2, 3)]
    assert game.legal() == [cell(game, column, row) for column, row in legal]
    game.apply(cell(game, 1, 0))
    assert game.players[0].arboretum[(-1, -2)] == card("W8")
    assert [card("W8"), -1, -2] in game.snapshot()["players"][0]["arboretum"]


@pytest.mark.parametrize(("players", "most_before"), [(2, 16), (3, 13), (4, 12)])
def test_the_longest_possible_row_and_column_fit_the_frame(players: int, most_before: int) -> None:
    # The card numbers do not matter for where the next card may be planted.
    game = to_plant({(x, 0): x for x in range(most_before)}, players)
    last = cell(game, WIDTH[players] - 1, 1)
    assert last in game.legal()
    game.apply(last)
    assert (most_before, 0) in game.players[0].arboretum
    game = to_plant({(0, -y): y for y in range(most_before)}, players)
    assert cell(game, 1, WIDTH[players] - 1) == game.legal()[-1]


def test_the_frame_is_that_of_the_seat_to_move() -> None:
    game = new_game()
    game.players[1].arboretum = layout("W1 W2 W3")
    game.apply(DECK)
    game.apply(DECK)
    game.apply(game.legal()[0])
    assert game.legal() == [cell(game, 1, 1)]


# Discarding


def test_a_card_is_discarded_face_up_on_top_of_ones_own_pile() -> None:
    game = to_plant({})
    game.players[0].pile = cards("R1")
    game.apply(game.legal()[0])
    assert game.legal() == [
        discard(game, name) for name in ("O1", "O2", "O3", "O4", "O5", "O6", "O7", "O8")
    ]
    game.apply(discard(game, "O3"))
    assert game.players[0].pile == cards("R1 O3")
    assert game.players[1].pile == []


@pytest.mark.parametrize("draw", [DECK, 1])
def test_a_card_just_drawn_may_be_discarded(draw: int) -> None:
    game = with_piles("W1", "")
    game.deck[0] = card("W1") if draw == DECK else card("W2")
    game.apply(draw)
    game.apply(DECK)
    game.apply(pick(game, "J1"))
    game.apply(game.legal()[0])
    game.apply(discard(game, "W1"))
    assert game.players[0].pile[-1] == card("W1")
    assert game.players[0].known == []


def test_every_seat_discards_on_its_own_pile() -> None:
    game = new_game(3)
    for _ in range(3):
        play_turn(game)
    # Each seat has planted its lowest card and discarded the next.
    assert [player.pile for player in game.players] == [[1], [8], [15]]


def test_the_discard_can_be_drawn_by_the_next_player() -> None:
    game = new_game()
    play_turn(game)
    assert game.legal() == [DECK, 1]
    discarded = game.players[0].pile[-1]
    game.apply(1)
    assert game.players[1].known == [discarded]


# The end of the game


def test_the_game_ends_after_the_discard_of_the_turn_that_drew_the_last_card() -> None:
    game = with_piles("", "W1")
    game.deck = cards("W3")
    game.apply(DECK)
    game.apply(2)
    game.apply(game.legal()[0])
    game.apply(game.legal()[0])
    assert (game.over, game.phase) == (False, "discard")
    game.apply(game.legal()[0])
    assert (game.over, game.phase) == (True, "over")


def test_nobody_gets_another_turn_when_the_deck_is_empty() -> None:
    game = new_game(3, first=2)
    game.deck = game.deck[:2]
    play_turn(game)
    assert game.over
    assert game.turns == 1


def test_a_card_left_in_the_deck_keeps_the_game_going() -> None:
    game = new_game()
    game.deck = game.deck[:3]
    play_turn(game)
    assert not game.over


def test_after_the_end_nothing_is_legal_and_to_move_is_the_seat_after_the_last() -> None:
    game = new_game(3, first=2)
    game.deck = game.deck[:2]
    play_turn(game)
    assert game.to_move == 0
    assert game.legal() == []
    with pytest.raises(ValueError, match="'over'"):
        game.apply(DECK)


def test_there_are_no_winners_before_the_end() -> None:
    assert new_game().winners == []


# The right to score


def test_the_right_belongs_to_the_highest_sum_of_ranks_not_to_the_most_cards() -> None:
    assert finished("J2 J3 J4", "J5 J6").rights()[J] == [1]
    assert finished("J2 J3 J7", "J5 J6").rights()[J] == [0]


def test_each_species_is_decided_by_itself() -> None:
    rights = finished("J7 R2 C4", "J3 R6 C4", "M1").rights()
    assert rights[J] == [0]
    assert rights[R] == [1]
    assert rights[M] == [2]


def test_all_tied_players_have_the_right() -> None:
    assert finished("J7", "J3 J4").rights()[J] == BOTH
    assert finished("J6", "J2 J4", "J5").rights()[J] == [0, 1]


def test_a_species_in_nobodys_hand_may_be_scored_by_everyone() -> None:
    assert finished("R1", "R2", "R3").rights()[J] == [0, 1, 2]


def test_only_the_hand_gives_the_right_not_the_arboretum_or_the_pile() -> None:
    game = finished("J2", "J1", arboretums=(layout("R1"), layout("J7")))
    game.players[1].pile = cards("J6")
    assert game.rights()[J] == [0]


def test_an_eight_counts_zero_if_another_player_holds_the_one() -> None:
    assert finished("J8", "J1").rights()[J] == [1]
    assert finished("J8", "R1", "J1").rights()[J] == [2]


def test_only_the_eight_itself_counts_zero_against_the_one() -> None:
    assert finished("J8 J2", "J1").rights()[J] == [0]
    assert finished("J8 J4", "J1 J3").rights()[J] == BOTH


def test_an_eight_that_counts_zero_is_not_a_tie_with_an_empty_hand() -> None:
    assert finished("J8", "R2", "J1").rights()[J] == [2]
    assert finished("J8", "J3", "J1").rights()[J] == [1]


def test_an_eight_counts_eight_with_ones_own_one() -> None:
    assert finished("J8 J1", "J7").rights()[J] == [0]
    assert finished("J8 J1", "J2 J7").rights()[J] == BOTH


def test_the_one_of_another_species_does_not_touch_an_eight() -> None:
    assert finished("J8", "R1 J7").rights()[J] == [0]


def test_the_one_outside_the_hands_does_not_touch_an_eight() -> None:
    game = finished("J8", "J7", arboretums=(layout("R1"), layout("J1")))
    assert game.rights()[J] == [0]
    game = finished("J8", "J7")
    game.players[1].pile = cards("J1")
    assert game.rights()[J] == [0]


def test_without_the_right_a_species_scores_nothing() -> None:
    trees = layout("J2 J3")
    assert finished("J4", "J5", arboretums=(trees, {})).points == [0, 0]
    assert finished("J6", "J5", arboretums=(trees, {})).points == [2, 0]


def test_tied_players_both_score() -> None:
    game = finished("J5", "J1 J4", arboretums=(layout("J2 J3"), layout("J6 J7")))
    assert game.points == [2, 2]


def test_a_players_points_are_the_sum_over_the_species_with_the_right() -> None:
    trees = layout("J2 J3", "R2 R3", "C2 C3")
    assert finished("J4 C4", "R4", arboretums=(trees, {})).points == [4, 0]


def test_before_the_end_points_count_every_species_as_if_one_had_the_right() -> None:
    game = finished("M1", "J4 R4", arboretums=(layout("J2 J3", "R2 R3"), layout("J6 J7")))
    assert game.points == [0, 2]
    game.phase = "draw"
    assert game.points == [4, 2]


# Paths


def test_a_single_card_is_no_path() -> None:
    assert best(J, "J1") == (0, [])
    assert best(J, "J8 R8") == (0, [])


def test_an_empty_arboretum_and_a_missing_species_have_no_path() -> None:
    assert best(J) == (0, [])
    assert best(J, "R1 R2") == (0, [])


def test_two_adjacent_cards_of_a_species_are_a_path_of_two_points() -> None:
    assert best(J, "J2 J3") == (2, cards("J2 J3"))


def test_a_path_may_skip_ranks() -> None:
    assert best(J, "J2 J7") == (2, cards("J2 J7"))


def test_a_path_runs_in_all_four_directions() -> None:
    assert best(J, "J3 J2") == (2, cards("J2 J3"))
    assert best(J, "J2", "J3") == (2, cards("J2 J3"))
    assert best(J, "J3", "J2") == (2, cards("J2 J3"))
    assert best(J, "J2 R3", "J5 R4")[1] == cards("J2 R3 R4 J5")


def test_a_path_does_not_run_diagonally_nor_over_a_gap() -> None:
    assert best(J, "J2 R1", "R8 J3") == (0, [])
    assert best(J, "J2 -- J3") == (0, [])


def test_a_path_rises_strictly() -> None:
    assert best(J, "J2 R2 J3") == (0, [])
    assert best(J, "J2 R3 J3") == (0, [])
    assert best(J, "J2 R6 J5") == (0, [])


def test_a_path_passes_over_other_species_and_counts_them() -> None:
    assert best(J, "J2 R3 C4 J5") == (4, cards("J2 R3 C4 J5"))


def test_a_path_begins_and_ends_with_its_species() -> None:
    assert best(J, "R2 J3 C4 J5 R6") == (3, cards("J3 C4 J5"))
    assert best(R, "R2 J3 C4 J5 R6") == (5, cards("R2 J3 C4 J5 R6"))
    assert best(C, "R2 J3 C4 J5 R6") == (0, [])


def test_the_longest_of_several_paths_scores() -> None:
    assert best(J, "J2 J5", "R3 C4") == (4, cards("J2 R3 C4 J5"))


def test_of_equally_good_paths_the_one_with_the_lowest_card_numbers_is_named() -> None:
    assert best(J, "J2 R3", "C3 J4") == (3, cards("J2 R3 J4"))
    assert best(J, "J2 C3", "R3 J4") == (3, cards("J2 R3 J4"))


def test_only_one_path_of_a_species_scores() -> None:
    assert best(J, "J2 J3 R1 J5 J6")[0] == 2


def test_a_card_may_serve_the_paths_of_several_species() -> None:
    game = finished("M1", "M2", arboretums=(layout("J2 R3 J4 R5"), {}))
    assert game.best_path(0, J) == (3, cards("J2 R3 J4"))
    assert game.best_path(0, R) == (3, cards("R3 J4 R5"))
    assert game.points == [6, 0]


def test_each_seat_has_the_paths_of_its_own_arboretum() -> None:
    game = finished("M1", "M2", arboretums=(layout("J2 J3"), layout("J4 J5 J6")))
    assert game.best_path(0, J) == (2, cards("J2 J3"))
    assert game.best_path(1, J) == (3, cards("J4 J5 J6"))


def test_a_path_runs_through_negative_coordinates() -> None:
    game = new_game()
    game.players[0].arboretum = {(-1, -1): card("J2"), (-1, 0): card("R3"), (0, 0): card("J4")}
    assert game.best_path(0, J) == (3, cards("J2 R3 J4"))


# Points of a path


def test_four_cards_of_one_species_count_double() -> None:
    assert best(J, "J2 J3 J4 J5")[0] == 8
    assert best(J, "J2 J3 J4 J5 J6")[0] == 10


def test_three_cards_of_one_species_do_not_count_double() -> None:
    assert best(J, "J2 J3 J4")[0] == 3


def test_four_cards_of_mixed_species_do_not_count_double() -> None:
    assert best(J, "J2 J3 R4 J5")[0] == 4


def test_beginning_with_a_one_is_worth_one_more() -> None:
    assert best(J, "J1 J3")[0] == 3
    assert best(J, "J1 R3 J4")[0] == 4


def test_ending_with_an_eight_is_worth_two_more() -> None:
    assert best(J, "J3 J8")[0] == 4
    assert best(J, "J3 R4 J8")[0] == 5


def test_a_one_and_an_eight_are_worth_three_more() -> None:
    assert best(J, "J1 J8")[0] == 5


def test_the_one_and_the_eight_are_not_doubled() -> None:
    assert best(J, "J1 J2 J3 J4")[0] == 9
    assert best(J, "J5 J6 J7 J8")[0] == 10
    assert best(J, "J1 J3 J6 J8")[0] == 11


def test_the_longest_path_of_one_species_is_worth_nineteen() -> None:
    assert best(J, "J1 J2 J3 J4", "J8 J7 J6 J5")[0] == 19


def test_a_shorter_path_of_one_species_beats_a_longer_mixed_one() -> None:
    rows = ("J2 R3 C4 M5", "J3 -- -- O6", "J4 J5 -- J7")
    assert best(J, *rows) == (8, cards("J2 J3 J4 J5"))


def test_a_long_mixed_path_with_both_ends_beats_a_path_of_one_species() -> None:
    # J1 J2 J3 J4 is worth 9; the way round to the J8 has 8 cards of two species, worth 11.
    rows = ("J1 J2 J3 J4", "J8 R7 R6 R5")
    assert best(J, *rows) == (11, cards("J1 J2 J3 J4 R5 R6 R7 J8"))


def test_a_path_of_one_species_may_be_the_best_although_it_could_go_on() -> None:
    # Going on over R6 to J7 adds two cards and loses the doubling.
    assert best(J, "J2 J3 J4 J5 R6 J7") == (8, cards("J2 J3 J4 J5"))


def test_beginning_later_may_keep_the_doubling() -> None:
    assert best(J, "J1 R2 J3 J4 J5 J6") == (8, cards("J3 J4 J5 J6"))


# Winning


def test_most_points_win() -> None:
    game = finished("M1", "M2", arboretums=(layout("J2 J3"), layout("R2 R3 R4")))
    assert game.points == [2, 3]
    assert game.winners == [1]


def test_more_points_win_against_more_species() -> None:
    game = finished("M1", "M2", arboretums=(layout("J2 R3"), layout("C2 C3")))
    assert game.points == [0, 2]
    assert game.winners == [1]


def test_on_a_tie_the_most_different_species_in_the_arboretum_win() -> None:
    game = finished("M1", "M2", arboretums=(layout("J2 J3 O1"), layout("R2 R3")))
    assert game.points == [2, 2]
    assert game.winners == [0]


def test_the_tie_break_counts_species_not_cards() -> None:
    game = finished("M1", "M2", arboretums=(layout("J4 J7 J5 J6"), layout("R2 R3 C7")))
    assert game.points == [2, 2]
    assert game.winners == [1]


def test_a_tie_in_points_and_species_is_a_shared_win() -> None:
    trees = (layout("J2 J3"), layout("R2 R3"), layout("C2"))
    assert finished("M1", "M2", "M3", arboretums=trees).winners == [0, 1]


def test_a_game_without_points_is_won_by_species_too() -> None:
    game = finished("M1", "M2", arboretums=(layout("J2 R1"), layout("C2")))
    assert game.points == [0, 0]
    assert game.winners == [0]


# Visible state


def test_a_snapshot_lists_hands_sorted_piles_from_the_bottom_and_trees_by_card() -> None:
    game = with_piles("W5 W2", "")
    game.players[0].hand = cards("R1 J1")
    game.players[0].known = cards("R1 J1")
    game.players[0].arboretum = {(0, 0): card("C2"), (-1, 0): card("C1")}
    assert game.snapshot()["players"][0] == {
        "hand": cards("J1 R1"),
        "known": cards("J1 R1"),
        "pile": cards("W5 W2"),
        "arboretum": [[card("C1"), -1, 0], [card("C2"), 0, 0]],
    }


def test_a_snapshot_is_not_touched_by_later_actions() -> None:
    game = new_game()
    before = game.snapshot()
    kept = copy.deepcopy(before)
    play_turn(game)
    assert before == kept


# Whole games

SHORTEST_AND_LONGEST = {2: (17, 33), 3: (22, 42), 4: (26, 51)}
SHORTEST_WHEN_SEEDED = {2: 17, 3: 21, 4: 25}
MOST_PLANTED = {2: 17, 3: 14, 4: 13}


def random_deal(rng: random.Random, players: int, seed_discards: bool) -> ArboretumOracle:
    deck = rng.sample(range(CARDS[players]), CARDS[players])
    rules = ArboretumRules(players, seed_discards, "random")
    return ArboretumOracle(rules, deck, rng.randrange(players))


def check_every_card_is_somewhere_once(game: ArboretumOracle) -> None:
    places = list(game.deck)
    for player in game.players:
        places += player.hand + player.pile + list(player.arboretum.values())
        assert set(player.known) <= set(player.hand)
    assert sorted(places) == list(range(CARDS[len(game.players)]))


def play_at_random(rng: random.Random, game: ArboretumOracle) -> None:
    """Play to the end, drawing from the deck with a probability chosen for the whole game."""
    draws_from_deck = rng.random()
    while not game.over:
        legal = game.legal()
        assert legal == sorted(set(legal))
        if legal[0] == DECK and rng.random() < draws_from_deck:
            game.apply(DECK)
        else:
            game.apply(rng.choice(legal))
        check_every_card_is_somewhere_once(game)


def check_random_games(players: int, seed_discards: bool, count: int) -> None:
    rng = random.Random(f"{players} {seed_discards}")
    shortest, longest = SHORTEST_AND_LONGEST[players]
    if seed_discards:
        shortest = SHORTEST_WHEN_SEEDED[players]
    for _ in range(count):
        game = random_deal(rng, players, seed_discards)
        play_at_random(rng, game)
        assert shortest <= game.turns <= longest
        planted = [len(player.arboretum) for player in game.players]
        assert sum(planted) == game.turns
        assert max(planted) <= MOST_PLANTED[players]
        assert [len(player.hand) for player in game.players] == [7] * players
        assert game.winners


@pytest.mark.parametrize("seed_discards", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_card_is_somewhere_once_and_every_game_ends(
    players: int, seed_discards: bool
) -> None:
    check_random_games(players, seed_discards, count=20)


@pytest.mark.slow
@pytest.mark.parametrize("seed_discards", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_same_over_a_thousand_games(players: int, seed_discards: bool) -> None:
    check_random_games(players, seed_discards, count=1000)


@pytest.mark.parametrize("seed_discards", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_shortest_game_draws_only_from_the_deck(players: int, seed_discards: bool) -> None:
    game = new_game(players, seed_discards=seed_discards)
    while not game.over:
        game.apply(game.legal()[0])
    shortest = SHORTEST_WHEN_SEEDED if seed_discards else {2: 17, 3: 22, 4: 26}
    assert game.turns == shortest[players]


@pytest.mark.parametrize("seed_discards", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_longest_game_draws_from_the_deck_only_when_it_must(
    players: int, seed_discards: bool
) -> None:
    game = new_game(players, seed_discards=seed_discards)
    while not game.over:
        # The highest number is a pile, if there is a card on any.
        game.apply(game.legal()[-1])
    assert game.turns == SHORTEST_AND_LONGEST[players][1]
    assert max(len(player.arboretum) for player in game.players) == MOST_PLANTED[players]

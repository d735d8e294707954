"""Arboretum through the common API: several decisions in one text, records, skips and copies."""

import copy
import pickle

import pytest

import gemgrove as gg
from gemgrove import arboretum
from gemgrove.arboretum import Card, Move, free_cells
from tests.random_games import play_randomly


def picking(players: int = 2) -> arboretum.Game:
    """A new game after two draws."""
    game = gg.new("arboretum", players=players, seed=1)
    game.play("draw deck")
    game.play("draw deck")
    return game


def played_out(players: int = 2, seed: int = 1) -> arboretum.Game:
    return play_randomly(gg.new("arboretum", players=players, seed=seed), seed=seed)


# Several decisions in one text


def test_plant_picks_a_card_and_plants_it() -> None:
    game = picking()
    card = game.board.player.hand[0]
    assert game.is_legal(f"plant {card} 0 0")
    game.play(f"plant {card} 0 0")
    assert game.board.phase == "discard"
    assert game.board.player.arboretum == {(0, 0): card}
    assert [move.text for move in game.moves[2:]] == [f"pick {card}", "at 0 0"]


def test_what_plant_did_is_taken_back_in_two_steps() -> None:
    game = picking()
    before = game.copy()
    card = game.board.player.hand[0]
    game.play(f"plant {card} 0 0")
    assert game.undo().text == "at 0 0"
    assert game.undo().text == f"pick {card}"
    assert game == before


@pytest.mark.parametrize("cell", ["1 0", "-30 4"])
def test_nothing_is_picked_where_it_cannot_be_planted(cell: str) -> None:
    game = picking()
    before = game.position(), game.actions
    card = game.board.player.hand[0]
    assert not game.is_legal(f"plant {card} {cell}")
    with pytest.raises(gg.IllegalMove) as caught:
        game.play(f"plant {card} {cell}")
    assert str(caught.value) == (
        f"at {cell} is not legal: The first card of an arboretum goes to 0 0."
    )
    assert (game.position(), game.actions) == before


def test_a_card_that_is_not_there_cannot_be_planted() -> None:
    game = picking()
    card = next(card for card in map(Card.of, range(48)) if card not in game.board.player.hand)
    assert not game.is_legal(f"plant {card} 0 0")
    with pytest.raises(gg.IllegalMove, match=rf"^pick {card} is not legal: {card} is not in"):
        game.play(f"plant {card} 0 0")


def test_a_text_that_names_no_move_is_an_error_and_not_illegal() -> None:
    game = picking()
    for ask in (game.play, game.is_legal):
        with pytest.raises(gg.NotationError, match=r"^'plant M5': two numbers are needed"):
            ask("plant M5")


def test_several_moves_are_played_all_or_none() -> None:
    game = gg.new("arboretum", players=2, seed=1)
    before = game.copy()
    with pytest.raises(gg.IllegalMove, match=r"^draw 2 is not legal"):
        game.play_all(["draw deck", "draw 2"])
    assert game == before
    assert game.actions == []
    game.play_all([0, "draw deck"])
    assert game.actions == [0, 0]


# Records


def test_a_record_stores_single_decisions() -> None:
    game = picking()
    card = game.board.player.hand[0]
    game.play(f"plant {card} 0 0")
    record = game.record()
    assert record.moves == ("draw deck", "draw deck", f"pick {card}", "at 0 0")
    assert record.replay() == game


def test_a_record_with_two_decisions_in_one_text_is_refused() -> None:
    game = picking()
    card = game.board.player.hand[0]
    text = game.record().to_json().replace('"draw deck"\n', f'"draw deck", "plant {card} 0 0"\n')
    with pytest.raises(gg.RecordError, match=r"^Move 3 of the record, 'plant .* names 2 moves"):
        gg.Record.from_json(text).replay()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_is_saved_and_replayed_through_json(players: int) -> None:
    game = played_out(players)
    record = gg.Record.from_json(game.record().to_json())
    record.verify()
    replayed = record.replay()
    assert replayed == game
    assert replayed.moves == game.moves


def test_a_game_from_a_position_is_recorded_with_it() -> None:
    game = gg.from_position(picking().position())
    game.play(game.legal_actions()[0])
    record = gg.Record.from_json(game.record().to_json())
    assert record.deal is None
    record.verify()


def test_a_game_survives_copying_and_pickling() -> None:
    game = picking(3)
    for twin in (game.copy(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin == game
        assert twin.actions == game.actions
        assert twin.key() == game.key()


# Skips


def test_there_are_no_skipped_turns() -> None:
    game = gg.new("arboretum", players=2, seed=1)
    with pytest.raises(gg.IllegalMove, match=r"^Arboretum has no skipped turns\.$"):
        game.skip()
    assert game.actions == []


def test_after_the_end_a_skip_says_that_the_game_is_over() -> None:
    with pytest.raises(gg.IllegalMove, match=r"^The game is over\.$"):
        played_out().skip()


def test_a_record_with_a_skip_is_refused() -> None:
    text = picking().record().to_json().replace('"draw deck"\n', '"skip"\n')
    with pytest.raises(gg.RecordError, match=r"^Move 2 of the record, 'skip': .*no command"):
        gg.Record.from_json(text).replay()


# Ends


@pytest.mark.parametrize(("players", "least", "most"), [(2, 17, 33), (3, 22, 42), (4, 26, 51)])
def test_the_number_of_turns_is_within_its_bounds(players: int, least: int, most: int) -> None:
    for seed in range(20):
        game = played_out(players, seed)
        assert least <= game.board.turns <= most
        assert (game.ending, game.truncated) == ("finished", False)


@pytest.mark.parametrize(("players", "least"), [(2, 17), (3, 22), (4, 26)])
def test_drawing_from_the_deck_only_makes_the_shortest_game(players: int, least: int) -> None:
    game = gg.new("arboretum", players=players, seed=1)
    while not game.over:
        game.play(game.legal_actions()[0])
    assert game.board.turns == least


@pytest.mark.parametrize(("players", "most"), [(2, 33), (3, 42), (4, 51)])
def test_drawing_from_piles_wherever_possible_makes_the_longest_game(
    players: int, most: int
) -> None:
    game = gg.new("arboretum", players=players, seed=1)
    while not game.over:
        drawing = game.board.phase in ("draw", "second draw")
        game.play(game.legal_actions()[-1 if drawing else 0])
    assert game.board.turns == most


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("corner", [0, -1])
def test_a_row_of_all_cards_is_never_clipped(players: int, corner: int) -> None:
    game = gg.new("arboretum", players=players, seed=1)
    while not game.over:
        moves = game.legal_moves()
        if game.board.phase == "plant":
            row = [(x, y) for x, y in free_cells(game.board.player.arboretum) if y == 0]
            assert len(row) == min(2, 1 + len(game.board.player.arboretum))
            game.play(Move("plant", cell=row[corner]))
        else:
            drawing = game.board.phase in ("draw", "second draw")
            game.play(moves[-1 if drawing else 0])
    longest = max(len(player.arboretum) for player in game.board.players)
    assert longest == {2: 17, 3: 14, 4: 13}[players]

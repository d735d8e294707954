"""The observation vector: its index table and its entries."""

from typing import Any

import pytest

import gemgrove as gg
from gemgrove import _native, arboretum
from gemgrove.arboretum import species_in_play
from tests.observations import entries, positions

PHASES = ["draw", "second draw", "pick", "plant", "discard"]


def positions_of(players: int) -> list[arboretum.Game]:
    return positions("arboretum", players, games=4, share=0.1, rules="seeded:first_player=random")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_observer_comes_first_and_the_others_follow_in_turn(players: int) -> None:
    for game in positions_of(players):
        for seat in range(players):
            fields = game.variant.fields(game.view(seat))
            for place in range(players):
                owner = (seat + place) % players
                assert_player(game, seat, place, fields["players"][owner], owner)


def assert_player(
    game: arboretum.Game, seat: int, place: int, player: dict[str, Any], owner: int
) -> None:
    cards = range(8 * len(species_in_play(game.players)))
    assert entries(game, seat, "hand", place) == [card in player["hand"] for card in cards]
    assert entries(game, seat, "shown", place) == [card in player["shown"] for card in cards]
    assert entries(game, seat, "hidden", place) == [player["hidden"]]
    pile = player["pile"][::-1]
    depths = [pile.index(card) + 1 if card in pile else 0 for card in cards]
    assert entries(game, seat, "pile", place) == depths
    assert entries(game, seat, "paths", place) == _native.arboretum.path_points(game, owner)
    left, low, width = _native.arboretum.frame(game, owner)
    cells = [0] * (width * width)
    for card, x, y in player["arboretum"]:
        cells[(y - low) * width + x - left] = card + 1
    assert entries(game, seat, "arboretum", place) == cells


@pytest.mark.parametrize("players", [2, 3, 4])
def test_phase_turn_deck_and_unseen_cards_stand_as_on_the_board(players: int) -> None:
    for game in positions_of(players):
        for seat in range(players):
            board = game.view(seat).board
            playing = not game.over
            assert entries(game, seat, "phase") == [board.phase == phase for phase in PHASES]
            turn = (board.to_move - seat) % players
            assert entries(game, seat, "to_move") == [playing and i == turn for i in range(players)]
            first = (board.first - seat) % players
            assert entries(game, seat, "starts") == [i == first for i in range(players)]
            assert entries(game, seat, "turns") == [board.turns]
            assert entries(game, seat, "deck") == [len(board.deck)]
            hidden = len(board.deck) + sum(player.hidden for player in board.players)
            assert sum(entries(game, seat, "unseen")) == hidden


def test_only_the_player_who_picked_sees_the_picked_card() -> None:
    game = gg.new("arboretum", players=2, seed=1)
    for move in ("draw deck", "draw deck"):
        game.play(move)
    card = game.board.player.hand[3]
    game.play(f"pick {card}")
    assert [i for i, flag in enumerate(entries(game, 0, "picked")) if flag] == [card.number]
    for seat in (1, None):
        assert not any(entries(game, seat, "picked"))


@pytest.mark.parametrize(("players", "actions"), [(2, 423), (3, 357), (4, 361)])
def test_the_number_of_actions_depends_on_the_players(players: int, actions: int) -> None:
    assert gg.new("arboretum", players=players).variant.native.action_count == actions

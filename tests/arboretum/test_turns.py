"""Complete turns: all are legal, none is missing, and each is played completely or not at all."""

import random
from typing import Any

import pytest

import gemgrove as gg
from gemgrove import arboretum
from gemgrove.arboretum import Card, Move, Turn, play_turn, turns


def picking(players: int, seed: int, rounds: int) -> arboretum.Game:
    """A game after two draws, some rounds in."""
    game = gg.new("arboretum", players=players, seed=seed)
    rng = random.Random(seed)
    while game.board.turns < rounds * players or game.board.phase != "pick":
        game.play(rng.choice(game.legal_actions()))
    return game


def moves(game: arboretum.Game) -> list[Move]:
    return [move for move in game.legal_moves() if isinstance(move, Move)]


def test_the_first_turn_has_72_ways_to_end() -> None:
    game = picking(2, 1, 0)
    assert len(turns(game)) == 9 * 1 * 8
    assert {turn.placement for turn in turns(game)} == {(0, 0)}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rounds", [0, 1, 4])
def test_the_turns_are_those_that_three_decisions_make(players: int, rounds: int) -> None:
    game = picking(players, 7, rounds)
    found: list[tuple[Any, ...]] = []
    for pick in moves(game):
        game.play(pick)
        for plant in moves(game):
            game.play(plant)
            found += [(pick.card, plant.cell, last.card) for last in moves(game)]
            game.undo()
        game.undo()
    assert sorted(turns(game)) == sorted(found)
    assert game.perft(3) == len(found)


def test_a_view_has_the_turns_of_its_own_seat() -> None:
    game = picking(3, 1, 2)
    assert turns(game.view(game.to_move)) == turns(game)
    for other in (None, (game.to_move + 1) % 3):
        assert turns(game.view(other)) == []


def test_there_are_turns_only_after_the_two_draws() -> None:
    game = gg.new("arboretum", players=2, seed=1)
    rng = random.Random(1)
    while not game.over:
        assert bool(turns(game)) == (game.board.phase == "pick")
        game.play(rng.choice(game.legal_actions()))
    assert turns(game) == []


def test_a_turn_is_played_as_three_decisions() -> None:
    game = picking(2, 1, 2)
    turn = turns(game)[37]
    seat, decisions = game.to_move, len(game.actions)
    play_turn(game, turn)
    assert [move.text for move in game.moves[decisions:]] == [
        f"pick {turn.play_card}",
        f"at {turn.placement[0]} {turn.placement[1]}",
        f"discard {turn.discard_card}",
    ]
    player = game.board.players[seat]
    assert player.arboretum[turn.placement] == turn.play_card
    assert player.pile[-1] == turn.discard_card
    assert game.to_move != seat


def test_a_turn_has_the_form_that_other_engines_know() -> None:
    turn = Turn(play_card=Card("J", 3), placement=(1, 0), discard_card=Card("W", 7))
    assert turn == (("J", 3), (1, 0), ("W", 7))
    assert turn._fields == ("play_card", "placement", "discard_card")


def test_the_rank_of_a_turns_cards_is_also_their_value() -> None:
    game = picking(2, 1, 2)
    assert all(turn.play_card.value == turn.play_card.rank for turn in turns(game))


def test_plain_tuples_are_a_turn_too() -> None:
    game = picking(2, 1, 2)
    card, cell, other = turns(game)[5]
    play_turn(game, ((card.species, card.rank), cell, (other.species, other.rank)))  # type: ignore[arg-type]
    assert game.board.phase == "draw"


def test_a_turn_of_which_one_part_is_not_legal_is_not_played_at_all() -> None:
    game = picking(2, 1, 2)
    before = game.position(), game.actions
    card, cell, other = turns(game)[0]
    missing = next(c for c in map(Card.of, range(48)) if c not in game.board.player.hand)
    for turn, reason in (
        (Turn(card, cell, card), f"discard {card} is not legal: {card} is not in your hand."),
        (Turn(card, (9, 9), other), "at 9 9 is not legal: No card of yours stands next to 9 9."),
        (Turn(missing, cell, other), f"pick {missing} is not legal: {missing} is not in"),
    ):
        with pytest.raises(gg.IllegalMove) as caught:
            play_turn(game, turn)
        assert str(caught.value).startswith(reason)
        assert (game.position(), game.actions) == before

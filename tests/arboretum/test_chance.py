"""The chance nodes of Arboretum: the outcomes, and the seats that see them."""

import random

import pytest

import gemgrove as gg
from gemgrove import arboretum
from gemgrove.chance import Draw, Effect
from tests.draws import RecordedGame, any_action, chance_of, dealt, decks, record_game

RULES = ["official", "seeded", "seeded:first_player=random"]
HAND = 7


def recorded() -> RecordedGame:
    return record_game(gg.new("arboretum", players=3, seed=1))


@pytest.mark.parametrize("rules", RULES)
def test_the_deal_draws_hands_in_secret_and_all_else_in_public(rules: str) -> None:
    chance = chance_of("arboretum", rules)
    draws = dealt(gg.new("arboretum", rules=rules, players=3, seed=5))
    seats = [chance.deal(draws[:number]).seat for number in range(len(draws))]
    starts = 1 if "random" in rules else 0
    piles = 2 if "seeded" in rules else 0
    hands = [seat for seat in range(3) for _ in range(HAND)]
    assert seats == [None] * starts + hands + [None] * piles


def test_a_hand_can_get_any_card_that_is_left() -> None:
    assert chance_of("arboretum").deal([3, 50]) == Draw(
        [n for n in range(64) if n not in (3, 50)], 0
    )


def test_outcomes_are_cards_then_seats() -> None:
    chance = chance_of("arboretum", "official:first_player=random", players=2)
    names = [chance.text(outcome) for outcome in range(chance.outcome_count)]
    assert names[28] == "M5"
    assert names[-2:] == ["p1 starts", "p2 starts"]
    assert len(set(names)) == len(names) == 48 + 2
    assert chance_of("arboretum", players=2).outcome_count == 48


def test_a_card_from_the_deck_is_seen_by_its_owner_alone_and_one_from_a_pile_is_no_draw() -> None:
    kinds = set()
    for game, action, effect in recorded().effects:
        if game.board.phase in ("draw", "second draw"):
            kinds.add((action == 0, effect.draw is not None))
            assert effect.draw is None or effect.draw.seat == game.to_move
    assert kinds == {(True, True), (False, False)}


def test_a_pick_is_secret_until_the_card_is_planted() -> None:
    for game, _, effect in recorded().effects:
        board = game.board
        assert effect.secret == (board.phase == "pick")
        assert effect.shows == (board.picked.number if board.phase == "plant" else None)
        if board.phase == "discard":
            assert effect == Effect()


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_longest_game_is_as_long_as_the_bounds(rules: str, players: int) -> None:
    def slow(game: arboretum.Game, rng: random.Random) -> int:
        """Draw one card of each turn from the deck and the other from a pile."""
        if game.board.phase == "second draw":
            return game.legal_actions()[-1]
        if game.board.phase == "draw":
            pile = len(decks(game)[0]) == 1 and len(game.legal_actions()) > 1
            return game.legal_actions()[-1 if pile else 0]
        return any_action(game, rng)

    game = gg.new("arboretum", rules=rules, players=players, seed=players)
    one = record_game(game, choose=slow)
    chance = chance_of("arboretum", rules, players)
    shown = sum(effect.shows is not None for _, _, effect in one.effects)
    assert (len(one.drawn), shown) == (chance.most_draws, chance.most_shown)
    assert len(one.game.actions) == chance.most_decisions


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_another_player_picked_in_secret_what_the_sample_says(seat: int) -> None:
    changed = 0
    for turns in range(9):
        game = record_game(gg.new("arboretum", players=3, seed=4), decisions=5 * turns + 3).game
        sample = game.view(seat).sample(turns)
        retelling = chance_of("arboretum").retold(game, sample, seat, random.Random(turns))
        assert str(game.move(retelling.actions[-1])) == f"pick {sample.board.picked}"
        assert retelling.actions[:-1] == game.actions[:-1]
        changed += retelling.actions != game.actions
    assert changed >= 3

"""The chance nodes of Splendor: the outcomes, and the seats that see them."""

import random

import pytest

import gemgrove as gg
from gemgrove import splendor
from gemgrove.chance import Draw, Effect
from tests.draws import RecordedGame, any_action, chance_of, dealt, record_game

RULES = ["official", "official:payment=choose", "arena", "core", "escrow"]
CARDS = 90


def often_blind(game: splendor.Game, rng: random.Random) -> int:
    """Often buy a reserved card or reserve from a deck, if that is legal."""
    wanted = [action for action in game.legal_actions() if action in (42, 43, 44, 57, 58, 59)]
    return rng.choice(wanted) if wanted and rng.random() < 0.5 else any_action(game, rng)


def recorded(rules: str, seed: int) -> RecordedGame:
    """A three-player game with many cards that only their owner knows."""
    return record_game(gg.new("splendor", rules=rules, players=3, seed=seed), choose=often_blind)


def test_a_place_of_the_market_can_get_any_card_of_its_row_that_is_left() -> None:
    assert chance_of("splendor").deal([3, 5]) == Draw(
        [card for card in range(40) if card not in (3, 5)]
    )


def test_outcomes_are_cards_then_nobles_then_seats() -> None:
    chance = chance_of("splendor", "official:first_player=random", players=2)
    names = [chance.text(outcome) for outcome in range(chance.outcome_count)]
    assert names[0] == "card 0"
    assert names[CARDS : CARDS + 2] == ["noble 0", "noble 1"]
    assert names[-2:] == ["p1 starts", "p2 starts"]
    assert len(set(names)) == len(names) == CARDS + 10 + 2


def test_the_starting_seat_is_drawn_only_if_the_rules_leave_it_to_chance() -> None:
    assert chance_of("splendor").outcome_count == CARDS + 10
    assert (
        chance_of("splendor", "official:first_player=random").deal_size
        == chance_of("splendor").deal_size + 1
    )


def test_a_card_reserved_from_a_deck_is_seen_by_its_owner_alone() -> None:
    game = gg.new("splendor", players=2, seed=3)
    effect = game.variant.chance().effect(game, 42, dealt(game))
    assert effect.draw is not None
    assert effect.draw.seat == 0
    assert not effect.secret


def test_a_blind_card_is_shown_when_it_is_bought_and_no_other_is() -> None:
    shown = 0
    for seed in range(8):
        for game, action, effect in recorded("official", seed).effects:
            if effect.shows is not None:
                place = game.board.players[game.to_move].reserved[action - 57]
                assert place.blind
                assert place.card is not None
                assert effect.shows == place.card.id
                shown += 1
            elif action in (57, 58, 59):
                assert not game.board.players[game.to_move].reserved[action - 57].blind
    assert shown > 5


def test_the_market_is_refilled_after_the_last_payment_not_before() -> None:
    phases = set()
    for seed in range(4):
        for game, _, effect in recorded("official:payment=choose", seed).effects:
            if effect.draw is not None:
                phases.add(game.board.phase)
            elif game.board.phase == "pay":
                phases.add("nothing yet")
    assert phases == {"play", "pay", "nothing yet"}


def test_a_row_without_a_deck_is_not_refilled() -> None:
    emptied = gg.from_position(
        "splendor official:players=2 move=p1:play first=p1 turns=0 passes=0 bank=4,4,4,4,4,5 "
        "market=0,1,2,3/40,41,42,43/70,71,72,73 decks=-/"
        f"{','.join(map(str, range(44, 70)))}/{','.join(map(str, range(74, 90)))} nobles=0,1,2 "
        f"p1=0,0,0,0,0,0;bought={','.join(map(str, range(4, 40)))} p2=0,0,0,0,0,0"
    )
    gone = [*range(44), 70, 71, 72, 73]
    assert emptied.variant.chance().effect(emptied, 30, gone) == Effect()


@pytest.mark.parametrize("rules", RULES)
def test_no_game_is_longer_than_the_bounds(rules: str) -> None:
    for limit in (1, 3, 200):
        spec = f"{rules},turn_limit={limit}" if ":" in rules else f"{rules}:turn_limit={limit}"
        one = recorded(spec, limit)
        chance = chance_of("splendor", spec)
        assert len(one.game.actions) <= chance.most_decisions
        assert len(one.drawn) <= chance.most_draws
        assert sum(effect.shows is not None for _, _, effect in one.effects) <= chance.most_shown


def test_the_bound_counts_returns_payments_and_chosen_nobles_where_the_rules_have_them() -> None:
    turns = 200 * 2
    assert chance_of("splendor", "core", 2).most_decisions == turns
    assert chance_of("splendor", "core:over_limit=return", 2).most_decisions == turns * (1 + 3)
    assert chance_of("splendor", "official", 2).most_decisions == turns * (1 + 3) + 2
    assert (
        chance_of("splendor", "official:payment=choose", 2).most_decisions
        == turns * (1 + 3) + 2 + 90 * 10
    )

"""Hidden information never reaches a seat, and varies in its samples.

Non-interference: redraw everything a seat cannot see, and every byte it receives is the same.
"""

import pickle
import random
from collections import Counter

import pytest

import gemgrove as gg
from gemgrove import agents, splendor
from tests.noninterference import received, refusal, with_history

VARIANTS = ["official", "official:payment=choose", "arena", "escrow"]
SEATS = [None, 0, 1, 2]


def played(rules: str, seed: int, decisions: int) -> splendor.Game:
    """A three-player game in progress, with many blind reserves."""
    game = gg.new("splendor", rules=rules, players=3, seed=seed)
    rng = random.Random(seed)
    while not game.over and decisions:
        moves = game.legal_moves()
        blind = [move for move in moves if move.text.endswith("deck")]
        game.play(rng.choice(blind if blind and rng.random() < 0.3 else moves))
        decisions -= 1
    return game


def hidden_part(game: splendor.Game, seat: int | None) -> object:
    """The decks' order and the other seats' blind reserves."""
    fields = game.variant.fields(game)
    reserves = [
        entry
        for other, player in enumerate(fields["players"])
        for entry in player["reserved"]
        if other != seat and entry[1]
    ]
    return fields["decks"], reserves


@pytest.mark.parametrize("rules", VARIANTS)
@pytest.mark.parametrize("seat", SEATS)
def test_redrawing_what_a_seat_cannot_see_changes_nothing_it_receives(
    rules: str, seat: int | None
) -> None:
    changed = 0
    for seed in range(12):
        game = played(rules, seed, decisions=seed * 9)
        twin = with_history(game.view(seat).sample(seed), game.actions)
        changed += hidden_part(twin, seat) != hidden_part(game, seat)
        assert received(twin, seat) == received(game, seat)
    assert changed >= 10, "the redrawn games must differ where the seat cannot see"


def test_a_view_contains_neither_the_deal_nor_a_hidden_card() -> None:
    game = played("official", 5, 40)
    view = game.view(0)
    assert not hasattr(view, "deal")
    fields = view.variant.fields(view)
    assert all(card < -1 for deck in fields["decks"] for card in deck)
    for other in (1, 2):
        assert all(number < -1 for number, blind in fields["players"][other]["reserved"] if blind)
    assert game.deal is not None
    assert game.deal.id.encode() not in pickle.dumps(view)


def test_errors_of_an_illegal_move_do_not_depend_on_hidden_cards() -> None:
    for seed in range(6):
        game = played("official", seed, 35)
        if game.over:
            continue
        seat = game.to_move
        sample = game.view(seat).sample(seed)
        for action in range(72):
            if not game.is_legal(action):
                assert refusal(game, action) == refusal(sample, action)


@pytest.mark.parametrize("seat", SEATS)
def test_a_sample_agrees_with_its_view_and_plays_to_the_end(seat: int | None) -> None:
    for seed in range(8):
        game = played("official", seed, decisions=seed * 9)
        view = game.view(seat)
        sample = view.sample(seed)
        fields = sample.variant.fields(sample)
        cards = [card for deck in fields["decks"] for card in deck]
        cards += [card for row in fields["market"] for card in row if card >= 0]
        for player in fields["players"]:
            cards += player["bought"]
            cards += [card for card, _ in player["reserved"]]
        assert sorted(cards) == list(range(90))
        agents.play_out(sample, [agents.make("random", seed=seed)] * 3)
        assert sample.over


def test_samples_vary_and_every_unseen_card_is_as_likely_on_top() -> None:
    game = played("official", 1, 30)
    view = game.view(0)
    rng = random.Random(1)
    tops = Counter(view.variant.fields(view.sample(rng))["decks"][0][0] for _ in range(20_000))
    unseen = [
        card.id
        for card in view.variant.cards.cards
        if card.tier == 1 and view.observe()[-90 + card.id]
    ]
    assert sorted(tops) == unseen
    expected = 20_000 / len(unseen)
    assert all(abs(count - expected) < 6 * expected**0.5 for count in tops.values())


def test_a_blind_reserve_varies_between_samples_and_stays_in_its_tier() -> None:
    game = gg.new("splendor", players=2, seed=9)
    game.play("r v deck")
    view = game.view(1)
    cards = {view.sample(seed).board.players[0].reserved[0].card for seed in range(300)}
    assert len(cards) == 16  # all of tier 3 but the four on the table
    assert {card and card.tier for card in cards} == {3}


def test_its_owner_knows_a_blind_reserve() -> None:
    game = gg.new("splendor", players=2, seed=9)
    game.play("r v deck")
    own = game.board.players[0].reserved[0].card
    assert game.view(0).board.players[0].reserved[0].card == own
    assert {game.view(0).sample(seed).board.players[0].reserved[0].card for seed in range(50)} == {
        own
    }


def test_a_face_up_reserve_is_known_to_all() -> None:
    game = gg.new("splendor", players=2, seed=9)
    card = game.board.market[0][3]
    game.play("r m 4")
    for seat in (None, 0, 1):
        assert game.view(seat).board.players[0].reserved[0].card == card

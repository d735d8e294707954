"""Hidden information never reaches a seat, and varies in its samples.

Non-interference: redraw everything a seat cannot see, and every byte it receives is the same.
"""

import pickle
import random
from collections import Counter

import pytest

import gemgrove as gg
from gemgrove import agents, arboretum
from gemgrove.arboretum import Card, Move
from tests.noninterference import received, refusal, with_history
from tests.random_games import play_randomly, random_positions

VARIANTS = ["official", "seeded", "official:first_player=random"]
SEATS = [None, 0, 1, 2]
PHASES = 5


def played(rules: str, seed: int, decisions: int) -> arboretum.Game:
    """A three-player game in progress."""
    game = gg.new("arboretum", rules=rules, players=3, seed=seed)
    return play_randomly(game, decisions, seed=seed)


def in_phase(phase: str, seed: int = 1) -> arboretum.Game:
    """A three-player game in this phase, some turns in."""
    games = random_positions(played("official", seed, 12 * PHASES))
    return next(game for game in games if game.board.phase == phase)


def hidden_part(game: arboretum.Game, seat: int | None) -> object:
    """The deck's order, the hidden cards in other hands, and another seat's picked card."""
    board = game.board
    hands = [
        set(player.hand) - set(player.shown)
        for other, player in enumerate(board.players)
        if other != seat
    ]
    picked = board.picked if board.to_move != seat else None
    return game.variant.fields(game)["deck"], hands, picked


def redrawn(game: arboretum.Game, seat: int | None, seed: int) -> arboretum.Game:
    """A game the seat cannot tell from this one, with the history that goes with it."""
    sample = game.view(seat).sample(seed)
    actions = game.actions
    if sample.board.picked is not None:
        pick = Move("pick", card=sample.board.picked)
        actions = [*actions[:-1], sample.variant.action(sample, pick)]
    return with_history(sample, actions)


@pytest.mark.parametrize("rules", VARIANTS)
@pytest.mark.parametrize("seat", SEATS)
def test_redrawing_what_a_seat_cannot_see_changes_nothing_it_receives(
    rules: str, seat: int | None
) -> None:
    changed = 0
    for seed in range(16):
        game = played(rules, seed, decisions=seed * 9)  # in each of the five phases
        twin = redrawn(game, seat, seed)
        changed += hidden_part(twin, seat) != hidden_part(game, seat)
        assert received(twin, seat) == received(game, seat)
    assert changed >= 14, "the redrawn games must differ where the seat cannot see"


def test_a_picked_card_is_seen_by_the_others_only_when_it_is_planted() -> None:
    game = in_phase("plant")
    card, mover = game.board.picked, game.to_move
    pick = game.actions[-1]
    assert game.view(mover).board.picked == card
    assert game.view(mover).actions == game.actions
    for seat in (None, *range(3)):
        if seat != mover:
            view = game.view(seat)
            assert view.board.picked is None
            assert view.actions == game.actions[:-1]
    game.play(game.legal_actions()[0])
    for seat in (None, *range(3)):
        assert game.view(seat).actions[-2] == pick


def test_picks_of_other_cards_look_the_same_to_the_others() -> None:
    game = in_phase("pick")
    twins = []
    for action in game.legal_actions():
        twin = game.copy()
        twin.play(action)
        twins.append(twin)
    for seat in (None, *range(3)):
        seen = [received(twin, seat) for twin in twins]
        if seat == game.to_move:
            assert len({parts[0] for parts in seen}) == len(twins)
        else:
            assert all(parts == seen[0] for parts in seen)


def test_a_view_contains_neither_the_deal_nor_a_hidden_card() -> None:
    game = played("official", 5, 40)
    view = game.view(0)
    assert not hasattr(view, "deal")
    fields = view.variant.fields(view)
    assert set(fields["deck"]) == {-2}
    for other in (1, 2):
        assert fields["players"][other]["hand"] == fields["players"][other]["shown"]
    assert game.deal is not None
    assert game.deal.id.encode() not in pickle.dumps(view)


def test_errors_of_an_illegal_move_do_not_depend_on_hidden_cards() -> None:
    for seed in range(10):
        game = played("official", seed, 30 + seed)
        sample = game.view(game.to_move).sample(seed)
        rng = random.Random(seed)
        for action in rng.sample(range(game.variant.native.action_count), 80):
            if not game.is_legal(action):
                assert refusal(game, action) == refusal(sample, action)


@pytest.mark.parametrize("seat", SEATS)
def test_a_sample_has_every_card_once_and_plays_to_the_end(seat: int | None) -> None:
    for seed in range(10):
        game = played("seeded", seed, decisions=seed * 9)
        view = game.view(seat)
        sample = view.sample(seed)
        fields = sample.variant.fields(sample)
        cards = list(fields["deck"])
        for player in fields["players"]:
            assert player["hidden"] == 0
            cards += player["hand"] + player["pile"]
            cards += [card for card, _, _ in player["arboretum"]]
        assert sorted(cards) == list(range(64))
        assert gg.from_position(sample.position()) == sample
        agents.play_out(sample, [agents.make("random", seed=seed)] * 3)
        assert sample.over


def test_samples_vary_and_every_unseen_card_is_as_likely_on_top() -> None:
    view = played("official", 1, 30).view(0)
    rng = random.Random(1)
    tops = Counter(view.variant.fields(view.sample(rng))["deck"][0] for _ in range(20_000))
    unseen = [card for card in range(64) if view.observe()[-64 + card]]
    assert sorted(tops) == unseen
    expected = 20_000 / len(unseen)
    assert all(abs(count - expected) < 6 * expected**0.5 for count in tops.values())


def test_every_unseen_card_is_as_likely_in_a_hand() -> None:
    view = played("official", 1, 30).view(0)
    rng = random.Random(2)
    samples = [view.sample(rng).board.players[1] for _ in range(10_000)]
    held = Counter(card for player in samples for card in player.hand)
    shown = view.board.players[1].shown
    assert all(held.pop(card) == len(samples) for card in shown)
    unseen = {Card.of(card) for card in range(64) if view.observe()[-64 + card]}
    assert set(held) == unseen
    expected = len(samples) * view.board.players[1].hidden / len(unseen)
    assert all(abs(count - expected) < 6 * expected**0.5 for count in held.values())


def test_a_card_taken_from_a_pile_is_known_to_all_until_it_leaves_the_hand() -> None:
    game = in_phase("draw")
    taker, source = game.to_move, (game.to_move - 1) % 3
    card = game.board.players[source].pile[-1]
    game.play(f"draw {source + 1}")
    for seat in (None, *range(3)):
        view = game.view(seat)
        assert card in view.board.players[taker].shown
        assert all(card in view.sample(s).board.players[taker].hand for s in range(40))
    game.play("draw deck")
    game.play(f"pick {card}")
    game.play(game.legal_actions()[0])
    assert card not in game.board.players[taker].shown
    assert card in game.view(None).board.players[taker].arboretum.values()


def test_a_card_drawn_from_the_deck_is_known_to_its_owner_alone() -> None:
    game = in_phase("draw")
    owner = game.to_move
    before = set(game.board.player.hand)
    game.play("draw deck")
    [card] = set(game.board.player.hand) - before
    for seat in (None, *range(3)):
        known = game.view(seat).board.players[owner].hand
        assert (card in known) == (seat == owner)


def test_its_owner_knows_the_whole_hand_and_it_never_varies() -> None:
    game = in_phase("pick")
    view = game.view(game.to_move)
    assert view.board.player.hand == game.board.player.hand
    assert {view.sample(seed).board.player.hand for seed in range(50)} == {game.board.player.hand}


def test_what_another_picked_varies_between_samples() -> None:
    game = in_phase("plant")
    other = (game.to_move + 1) % 3
    assert len({game.view(other).sample(seed).board.picked for seed in range(100)}) > 9
    own = game.view(game.to_move)
    assert {own.sample(seed).board.picked for seed in range(50)} == {game.board.picked}


def test_once_the_game_is_over_all_hands_are_seen() -> None:
    game = played("official", 1, 10**6)
    assert game.over
    for seat in SEATS:
        view = game.view(seat)
        assert view.board == game.board
        assert view.scores == game.scores
        assert view.winners == game.winners


def test_before_the_end_the_scores_do_not_depend_on_hands() -> None:
    for seed in range(10):
        game = played("official", seed, 60)
        for seat in SEATS:
            view = game.view(seat)
            assert view.scores == game.scores == view.sample(seed).scores

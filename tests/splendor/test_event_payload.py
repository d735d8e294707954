"""The events of a game are enough to follow it, and reveal nothing that may not be known."""

import random
from itertools import cycle

import pytest

import gemgrove as gg
from gemgrove import splendor
from gemgrove.splendor import PRESETS
from gemgrove.splendor.board import Escrow, escrow_on_table
from gemgrove.splendor.colors import TOKENS
from tests.following import (
    Decision,
    Plain,
    assert_hidden_cards_change_nothing,
    decided,
    follow,
    payload_for,
)
from tests.splendor.card_sets import small_set

RULES = [*PRESETS, "official:payment=choose", "official:nobles=all,first_player=random"]
CARD = {"points", "color", "cost", "id", "tier"}


def choose(game: splendor.Game, rng: random.Random) -> int:
    """Choose blind reserves and purchases more often than at random."""
    actions = game.legal_actions()
    wanted = [range(45, 60), range(42, 45), range(72)][rng.choice([0, 0, 1, 2])]
    return rng.choice([action for action in actions if action in wanted] or actions)


def update(view: Plain, told: Plain) -> None:
    """Update a client's view of Splendor with an event."""
    player = view["players"][told["seat"]]
    for color, count in told.get("tokens", {}).items():
        player["tokens"][color] += count
        view["bank"][color] -= count
    player["points"] = view["scores"][told["seat"]]
    if "bought" in told:
        card = told["bought"]["card"]
        player["bought"] = sorted([*player["bought"], card], key=lambda card: card["id"])
        player["bonuses"][card["color"]] += 1
        if told["bought"]["from"].startswith("r"):
            del player["reserved"][int(told["bought"]["from"][1]) - 1]
    if "reserved" in told:
        player["reserved"].append(told["reserved"]["card"])
    if "refilled" in told:
        row, slot = told["refilled"]["place"]
        view["market"]["mtv".index(row)][int(slot) - 1] = told["refilled"]["card"]
    for visit in told.get("nobles", []):
        view["nobles"][visit["place"] - 1] = None
        nobles = [*player["nobles"], visit["noble"]]
        player["nobles"] = sorted(nobles, key=lambda noble: noble["id"])
    if view["buying"] and view["buying"]["place"].startswith("r"):
        place = int(view["buying"]["place"][1]) - 1
        player["reserved"][place] = view["buying"]["card"] | {"blind": False}


@pytest.mark.parametrize(("rules", "players"), list(zip(RULES, cycle((2, 3, 4)))))
def test_a_client_that_follows_the_events_has_the_view_of_its_seat(
    rules: str, players: int
) -> None:
    game = gg.new("splendor", rules=rules, players=players, seed=players)
    met = {key for told, _ in follow(game, choose, players, update) for key in told}
    assert met >= {"tokens", "bought", "reserved", "refilled", "nobles"}


@pytest.mark.parametrize("rules", ["official", "official:payment=choose", "arena"])
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_redrawing_what_a_seat_cannot_see_changes_none_of_its_events(
    rules: str, seat: int | None
) -> None:
    def new(seed: int) -> splendor.Game:
        return gg.new("splendor", rules=rules, players=3, seed=seed)

    assert_hidden_cards_change_nothing(new, choose, range(20, 60), seat)


def test_a_blind_reserve_is_told_to_its_owner_alone() -> None:
    decision = decided(gg.new("splendor", seed=1), "r m deck")
    own = payload_for(decision, 0)
    assert own["revealed"] == [own["reserved"]["card"]["id"]]
    assert own["reserved"]["from"] == "m"
    for seat in (None, 1):
        told = payload_for(decision, seat)
        assert told["reserved"]["card"] == {"hidden": True, "tier": 1, "blind": True}
        assert told["revealed"] == []


def blind_purchase(rules: str) -> splendor.Game:
    """A game whose player to move can buy a card that was reserved blindly."""
    for seed in range(1, 200):
        game = gg.new("splendor", seed=seed, rules=rules)
        for move in ("r m deck", "p3 white blue green", "p3 white blue green", "p3 white blue red"):
            game.play(move)
        if game.is_legal("br 1"):
            return game
    raise AssertionError("no deal has a cheap card on top of its first deck")


@pytest.mark.parametrize("rules", ["official", "official:payment=choose"])
def test_a_blind_reserve_is_revealed_to_the_others_when_it_is_bought(rules: str) -> None:
    decision = decided(blind_purchase(rules), "br 1")
    card = decision[0].board.players[0].reserved[0].card
    assert card is not None
    assert [payload_for(decision, seat)["revealed"] for seat in (None, 0, 1)] == [
        [card.id],
        [],
        [card.id],
    ]


def test_the_card_that_comes_into_the_market_is_told_whole() -> None:
    told = payload_for(decided(gg.new("splendor", seed=1), "r t 3"), None)
    assert told["reserved"]["from"] == told["refilled"]["place"] == "t3"
    assert set(told["refilled"]["card"]) == CARD
    assert told["revealed"] == [told["refilled"]["card"]["id"]]


def test_where_the_deck_is_empty_the_place_stays_empty() -> None:
    game = gg.new("splendor", seed=1, cards=small_set())
    told = payload_for(decided(game, "r m 2"), None)
    assert told["refilled"] == {"place": "m2", "card": None}
    assert told["revealed"] == []


def test_what_was_paid_by_itself_is_told_gold_included() -> None:
    game = gg.new("splendor", seed=1, cards=small_set((2, 0, 0, 0, 0)))
    for move in ("p3 white blue red", "p3 blue green red", "r m 1", "p3 blue green red"):
        game.play(move)
    assert payload_for(decided(game, "b m 2"), 1)["tokens"] == {"white": -1, "gold": -1}


def test_a_noble_that_comes_unasked_is_told_with_its_place() -> None:
    cards = small_set(nobles=((1, 0, 0, 0, 0), *((9, 0, 0, 0, 0),) * 4))
    game = gg.new("splendor", seed=1, players=4, cards=cards)
    ids = [noble and noble.id for noble in game.board.nobles]
    told = payload_for(decided(game, "b m 1"), None)
    assert [visit["place"] for visit in told["nobles"]] == [ids.index(0) + 1]
    assert [visit["noble"]["points"] for visit in told["nobles"]] == [3]
    assert told["now"]["scores"] == [3, 0, 0, 0]


def test_a_turn_ended_by_hand_is_told_too() -> None:
    game = gg.new("splendor", seed=1)
    before = game.copy()
    game.skip()
    told = payload_for((before, -1, game), None)
    assert (told["move"], told["actions"], told["now"]["to_move"]) == ("skip", [-1], 1)


# Escrow


def held(decision: Decision) -> dict[str, int]:
    """The tokens in escrow after a decision, by color."""
    now = escrow_on_table(decision[2])
    return {c: n for c, n in zip(TOKENS, now.tokens, strict=True) if n} if now else {}


def test_tokens_just_taken_are_in_escrow_until_the_next_player_acts() -> None:
    game = gg.new("splendor", seed=1)
    assert escrow_on_table(game) is None
    assert held(decided(game, "p3 white blue red")) == {"white": 1, "blue": 1, "red": 1}
    assert escrow_on_table(game) == Escrow(0, (1, 1, 0, 1, 0, 0))
    game.play("p2 green")
    assert escrow_on_table(game) == Escrow(1, (0, 0, 2, 0, 0, 0))


def test_a_purchase_ends_the_escrow_of_the_player_before() -> None:
    game = gg.new("splendor", seed=1, cards=small_set())
    game.play("p2 green")
    game.play("b m 1")
    assert escrow_on_table(game) is None


def test_returned_tokens_leave_the_escrow_and_those_held_before_never_enter_it() -> None:
    game = gg.new("splendor", seed=1, players=4)
    for move in ("p3 white blue green", "p3 white blue green", "p3 white red black"):
        game.play(move)
        for _ in range(3):
            game.skip()
    assert held(decided(game, "p3 blue red black")) == {"blue": 1, "red": 1, "black": 1}
    assert held(decided(game, "return white")) == {"blue": 1, "red": 1, "black": 1}
    assert held(decided(game, "return blue")) == {"red": 1, "black": 1}
    assert game.to_move == 1


def test_the_gold_of_a_reserved_card_is_in_escrow_while_the_bank_has_any() -> None:
    game = gg.new("splendor", seed=1)
    for place in ("m 1", "m 2", "t 1", "t 2", "v 1"):
        assert held(decided(game, f"r {place}")) == {"gold": 1}
    assert held(decided(game, "r v 2")) == {}


def test_nothing_is_in_escrow_once_the_game_is_over() -> None:
    game = gg.new("splendor", seed=1, turn_limit=1)
    game.play("p2 red")
    game.play("p2 blue")
    assert game.over
    assert escrow_on_table(game) is None


@pytest.mark.parametrize("rules", ["official", "official:payment=choose", "core", "escrow"])
def test_the_escrow_is_what_was_taken_less_what_went_back_of_it(rules: str) -> None:
    game = gg.new("splendor", rules=rules, players=3, seed=8)
    counted = dict.fromkeys(TOKENS, 0)
    phase = "play"
    for number, (told, after) in enumerate(follow(game, choose, 8, update)):
        if number % 4 or after.over:  # one of the four audiences: spectators and three seats
            continue
        if phase == "play":
            counted = dict.fromkeys(TOKENS, 0)
        for color, count in told.get("tokens", {}).items():
            counted[color] = max(0, counted[color] + count)
        phase = told["now"]["phase"]
        expected = {"seat": told["seat"], "tokens": counted} if any(counted.values()) else None
        assert after.variant.table_extras(after) == {"escrow": expected}
        assert told["now"]["escrow"] == (None if phase == "play" else expected)

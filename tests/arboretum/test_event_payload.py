"""The events of a game are enough to follow it, and reveal nothing that may not be known."""

import random
from itertools import cycle

import pytest

import gemgrove as gg
from gemgrove import arboretum
from gemgrove.arboretum import Card
from tests.draws import any_action
from tests.following import (
    Plain,
    assert_hidden_cards_change_nothing,
    decided,
    follow,
    payload_for,
)

RULES = ["official", "seeded", "official:first_player=random"]
HIDDEN = {"hidden": True}


def choose(game: arboretum.Game, rng: random.Random) -> int:
    """Draw from the deck more often than at random, so that hands contain hidden cards."""
    deck = 0
    if rng.random() < 0.5 and deck in game.legal_actions():
        return deck
    return any_action(game, rng)


def place(card: Plain) -> tuple[bool, int]:
    """The sort key of a card in a view: by number, hidden cards last."""
    return "hidden" in card, 0 if "hidden" in card else Card.parse(card["id"]).number


def lose(hand: list[Plain], card: Plain) -> None:
    """Remove a card from a hand: a hidden one if the card was not known to be there."""
    known = [number for number, held in enumerate(hand) if held.get("id") == card["id"]]
    del hand[known[0] if known else -1]


def update(view: Plain, told: Plain) -> None:
    """Update a client's view of Arboretum with an event."""
    player = view["players"][told["seat"]]
    if "drawn" in told:
        pile = told["drawn"]["pile"]
        if pile is not None:
            view["players"][pile]["pile"].pop()
        player["hand"] = sorted([*player["hand"], told["drawn"]["card"]], key=place)
    if "planted" in told:
        lose(player["hand"], told["planted"])
        player["arboretum"] = sorted([*player["arboretum"], told["planted"]], key=place)
    if "discarded" in told:
        lose(player["hand"], told["discarded"])
        player["pile"].append(told["discarded"])
    for seat, hand in enumerate(told.get("hands", [])):
        view["players"][seat]["hand"] = hand


@pytest.mark.parametrize(("rules", "players"), list(zip(RULES, cycle((2, 3, 4)))))
def test_a_client_that_follows_the_events_has_the_view_of_its_seat(
    rules: str, players: int
) -> None:
    game = gg.new("arboretum", rules=rules, players=players, seed=players)
    met = {key for told, _ in follow(game, choose, players, update) for key in told}
    assert met >= {"drawn", "planted", "discarded", "hands"}


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_redrawing_what_a_seat_cannot_see_changes_none_of_its_events(
    rules: str, seat: int | None
) -> None:
    def new(seed: int) -> arboretum.Game:
        return gg.new("arboretum", rules=rules, players=3, seed=seed)

    assert_hidden_cards_change_nothing(new, choose, range(20, 60), seat)


def after_draws(first: str = "draw deck") -> arboretum.Game:
    """A game whose first player has drawn two cards."""
    game = gg.new("arboretum", players=3, seed=4, rules="seeded")
    game.play(first)
    game.play("draw deck")
    return game


def test_a_card_from_the_deck_is_told_to_who_drew_it_alone() -> None:
    decision = decided(gg.new("arboretum", players=3, seed=4), "draw deck")
    own = payload_for(decision, 0)
    assert own["revealed"] == [own["drawn"]["card"]["id"]]
    for seat in (None, 1, 2):
        told = payload_for(decision, seat)
        assert told["drawn"] == {"pile": None, "card": HIDDEN}
        assert told["revealed"] == []


def test_a_card_from_a_pile_is_told_to_all() -> None:
    game = gg.new("arboretum", players=3, seed=4, rules="seeded")
    card = game.board.players[2].pile[-1]
    decision = decided(game, "draw 3")
    for seat in (None, 0, 1, 2):
        drawn = payload_for(decision, seat)["drawn"]
        assert (drawn["pile"], drawn["card"]["id"], drawn["card"]["shown"]) == (2, str(card), True)


def test_a_picked_card_is_told_to_the_others_when_it_is_planted() -> None:
    game = after_draws()
    card = game.board.player.hand[0]
    pick = decided(game, f"pick {card}")
    plant = decided(game, "at 0 0")
    assert payload_for(pick, 0)["move"] == f"pick {card}"
    for seat in (None, 1, 2):
        told = payload_for(pick, seat)
        assert (told["move"], told["now"]["picked"], told["actions"]) == ("pick", HIDDEN, [])
        told = payload_for(plant, seat)
        assert (told["move"], told["planted"]["id"]) == ("at 0 0", str(card))
        assert (told["revealed"], told["actions"]) == ([str(card)], game.actions[-2:])


def test_picks_of_other_cards_are_told_alike_to_the_others() -> None:
    game = after_draws()
    for seat in (None, 0, 1, 2):
        forms = [
            str(payload_for(decided(game.copy(), action), seat)) for action in game.legal_actions()
        ]
        assert len(set(forms)) == (len(forms) if seat == 0 else 1)


def test_a_card_that_all_knew_is_not_revealed_when_it_is_discarded() -> None:
    game = after_draws("draw 3")
    known = game.board.player.shown[0]
    game.play(f"pick {next(card for card in game.board.player.hand if card != known)}")
    game.play("at 0 0")
    assert payload_for(decided(game, f"discard {known}"), 1)["revealed"] == []


def test_at_the_end_all_hands_are_told() -> None:
    game = gg.new("arboretum", players=3, seed=4)
    *_, (told, _) = follow(game, choose, 4, update)
    hands = [[str(card) for card in player.hand] for player in game.board.players]
    assert [[card["id"] for card in hand] for hand in told["hands"]] == hands
    assert told["now"]["winners"] == game.winners

"""Game states, players' views and saved games round-trip, and errors name the place."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import gemgrove as gg
from gemgrove import arboretum
from gemgrove.compat import arboretum_engine as compat
from gemgrove.compat.arboretum_engine import (
    Card,
    FormatError,
    last_move,
    read_saved_game,
    read_state,
    read_view,
    write_saved_game,
    write_state,
    write_view,
)
from tests.compat.arboretum_engine.samples import STATE_JSON, corrected_state

Change = Callable[[dict[str, Any]], object]


def positions(seed: int) -> Iterator[arboretum.Game]:
    """Every position of a random game except those between pick and plant."""
    game, chance = gg.new("arboretum", seed=seed), random.Random(seed)
    while True:
        if game.board.phase != "plant":
            yield game
        if game.over:
            return
        game.play(chance.choice(game.legal_actions()))


def finished(seed: int) -> arboretum.Game:
    *_, game = positions(seed)
    return game


def fields(position: Any) -> Any:
    return position.variant.fields(position)


@pytest.mark.parametrize("seed", range(5))
def test_a_state_that_was_written_is_read_as_the_same_position(seed: int) -> None:
    for game in positions(seed):
        imported = read_state(json.dumps(write_state(game)))
        assert imported.warnings == ()
        assert fields(imported.game) == fields(game)
        assert imported.game.legal_actions() == game.legal_actions()
        assert imported.previous == last_move(game)


@pytest.mark.parametrize("seed", range(5))
def test_a_view_that_was_written_is_read_as_the_same_view(seed: int) -> None:
    for game in positions(seed):
        for seat in range(2):
            view = game.view(seat)
            written = write_view(view, previous=last_move(game), opponent="greedy")
            imported = read_view(json.dumps(written), seat=seat)
            assert imported.warnings == ()
            assert imported.previous == last_move(game)
            assert imported.view.legal_actions() == view.legal_actions()
            again = write_view(imported.view, previous=imported.previous, opponent="greedy")
            assert again == written


@pytest.mark.parametrize("seed", range(5))
def test_a_saved_game_replays_to_the_same_end(seed: int) -> None:
    game = finished(seed)
    saved = write_saved_game(game, names=("Ann", "Ben"))
    imported = read_saved_game(json.dumps(saved))
    assert fields(imported.game) == fields(game)
    assert (imported.game.actions, imported.game.scores) == (game.actions, game.scores)
    assert imported.names == ("Ann", "Ben")
    assert imported.warnings == ()
    assert write_saved_game(imported.game, names=("Ann", "Ben")) == saved


def test_a_full_state_has_the_documents_fields_in_its_order() -> None:
    assert list(write_state(gg.new("arboretum", seed=1))) == list(json.loads(STATE_JSON))


def test_a_view_tells_no_card_that_its_player_may_not_know() -> None:
    for game in positions(3):
        view = game.view(0)
        shown = game.board.players[1].shown if not game.over else game.board.players[1].hand
        hand = write_view(view)["opponentHand"]
        assert [card for card in hand if card is not None] == [list(card) for card in shown]
        assert len(hand) == len(game.board.players[1].hand)


def test_known_cards_of_the_opponent_are_in_every_sample_of_a_view_that_was_read() -> None:
    game = gg.new("arboretum", seed=2)
    for move in ("draw deck", "draw deck"):
        game.play(move)
    hand = game.board.player.hand
    game.play(f"plant {hand[0]} 0 0")
    game.play(f"discard {hand[1]}")
    game.play("draw 1")
    message = write_view(game.view(0), previous=last_move(game))
    assert list(hand[1]) in message["opponentHand"]
    assert message["opponentHand"].count(None) == 7
    view = read_view(message).view
    for seed in range(5):
        assert hand[1] in view.sample(seed).board.players[1].hand


def test_the_card_picked_is_in_the_hand_until_it_is_planted() -> None:
    game = gg.new("arboretum", seed=2)
    game.play("draw deck")
    game.play("draw deck")
    before = write_state(game)
    game.play(game.legal_moves()[0])
    assert write_state(game) == before


def test_a_game_that_is_over_is_read_as_one() -> None:
    game = finished(1)
    imported = read_state(write_state(game)).game
    assert imported.over
    assert (imported.scores, imported.winners) == (game.scores, game.winners)
    assert read_view(write_view(game.view(1)), seat=1).view.over


def test_a_pile_before_the_first_turn_is_refused_by_its_name() -> None:
    values = write_state(gg.new("arboretum", seed=1))
    values["discardA"].append(values["deck"].pop())
    with pytest.raises(FormatError) as refusal:
        read_state(values)
    assert str(refusal.value) == (
        "discardA has 1 card; after 0 turns of that player it can have 0."
    )


def test_games_that_begin_with_cards_on_the_piles_are_not_for_that_engine() -> None:
    game = gg.new("arboretum", seed=1, seed_discards=True)
    with pytest.raises(ValueError, match="the engine begins with empty piles"):
        write_state(game)
    with pytest.raises(ValueError, match="the engine begins with empty piles"):
        write_saved_game(game)
    with pytest.raises(ValueError, match="the engine begins with empty piles"):
        write_view(game.view(0))


def test_other_games_are_not_for_that_engine() -> None:
    for game in (gg.new("splendor", seed=1), gg.new("arboretum", players=3, seed=1)):
        with pytest.raises(ValueError, match="the engine plays arboretum for 2 players"):
            write_state(game)
        with pytest.raises(ValueError, match="the engine plays arboretum for 2 players"):
            write_saved_game(game)
    with pytest.raises(ValueError, match="spectator"):
        write_view(gg.new("arboretum", seed=1).view(None))


def changed(values: dict[str, Any], change: Change) -> dict[str, Any]:
    change(values)
    return values


STATE_FAULTS: dict[str, tuple[Change, str]] = {
    "rank 9": (lambda s: s["handA"].__setitem__(2, ["C", 9]), r"handA\[2\]\[1\] is 9"),
    "a species not in play": (
        lambda s: s["playAreaA"]["1"].__setitem__("0", ["B", 6]),
        r'playAreaA\["1"\]\["0"\]\[0\] is \'B\'; the species in play are J, R, C, M, O, W',
    ),
    "a text for a rank": (lambda s: s["deck"].__setitem__(5, ["O", "4"]), r"deck\[5\]\[1\] is '4'"),
    "a text for a turn": (lambda s: s.update(turn="6"), "turn is '6'; it must be a whole number"),
    "a text for the subTurn": (lambda s: s.update(subTurn="0"), "subTurn is '0'"),
    "no such subTurn": (lambda s: s.update(subTurn=4), "subTurn is 4"),
    "true for a player": (lambda s: s.update(currentPlayer=True), "currentPlayer is True"),
    "a cell not adjacent": (
        lambda s: s["playAreaA"].update({"1": {}, "2": {"0": ["W", 6]}}),
        r'playAreaA\["2"\]\["0"\] is not adjacent',
    ),
    "a cell at a corner": (
        lambda s: s["playAreaB"].update({"-1": {"1": ["O", 8]}}),
        r'playAreaB\["-1"\]\["1"\] is not adjacent',
    ),
    "nothing where it begins": (
        lambda s: s["playAreaB"].update({"0": {}, "-2": {"0": ["J", 8]}}),
        r"playAreaB has no card at \(0, 0\)",
    ),
    "a key that is no number": (
        lambda s: s["playAreaA"].update({"x": {}}),
        r'playAreaA\["x"\]: the key is \'x\'',
    ),
    "a card twice": (
        lambda s: s["handA"].__setitem__(0, ["J", 2]),
        r"J2 appears twice: handA\[0\] and discardB\[0\]\. W2 is missing\.",
    ),
    "a card missing": (lambda s: s["deck"].pop(3), "There are 47 cards.*W1 is missing"),
    "a card too few": (lambda s: s["deck"].append(s["handA"].pop()), "handA has 6 cards.*have 7"),
    "a draw that was not made": (lambda s: s.update(subTurn=2), "handA has 7 cards.*have 9"),
    "plants of one player": (
        lambda s: s.update(deck=s["deck"] + [["J", 8], ["O", 8]], playAreaB={}),
        "playAreaA has 2 cards and playAreaB 0: the players plant in turns",
    ),
    "no hand": (lambda s: s.pop("handB"), "handB is missing"),
    "no deck": (lambda s: s.update(deck=None), "deck is None; it must be an array of cards"),
    "a text for the deck": (
        lambda s: s.update(deck="28"),
        "deck is '28'; it must be an array of cards, or the number of cards",
    ),
    "a text for a hand": (
        lambda s: s.update(handB="7"),
        "handB is '7'; it must be an array of cards, or the number of cards",
    ),
    "no such move before": (
        lambda s: s.update(previousTurn=7),
        "previousTurn is 7; a move is 0, 1 or 2 .* plant .* discard, and false if there was none",
    ),
    "a deck of too many": (lambda s: s.update(deck=49), "deck is 49; it must be a whole number"),
    "a hand of too many": (lambda s: s.update(handB=12), "handB is 12; it must be a whole number"),
    "a hand of too few": (lambda s: s.update(handB=6, deck=28), "handB has 6 cards"),
    "a pile too large": (
        lambda s: s["discardA"].extend(s["deck"].pop() for _ in range(4)),
        r"discardA has \d+ cards; after \d+ turns of that player it can have \d+",
    ),
    "a deck without end": (lambda s: s["deck"].extend([["J", 1]] * 1000), "deck has more than"),
    "a seen card that is none": (lambda s: s.update(seenA=["W9"]), r"seenA\[0\]\[1\] is 9"),
    "seen cards that are pairs": (lambda s: s.update(seenB=[["W", 1]]), r"seenB\[0\] is"),
    "an empty pile after a discard": (
        lambda s: s.update(discardB=[], deck=[*s["deck"], ["J", 2]]),
        "discardB is empty, but that player has just discarded a card",
    ),
}


@pytest.mark.parametrize("fault", STATE_FAULTS)
@pytest.mark.parametrize("strict", [True, False])
def test_a_state_with_a_fault_is_refused_with_its_place(fault: str, strict: bool) -> None:
    change, place = STATE_FAULTS[fault]
    with pytest.raises(FormatError, match=place) as refusal:
        read_state(changed(corrected_state(), change), strict=strict)
    assert str(refusal.value).endswith(".")


def test_a_copy_within_the_deck_becomes_the_missing_card() -> None:
    values = corrected_state()
    values["deck"][3] = values["deck"][0]
    imported = read_state(values, strict=False)
    assert write_state(imported.game)["deck"][3] == ["W", 1]
    assert imported.warnings[-1] == "In the deck, W1 took the place of R2."


def test_seen_cards_in_the_deck_are_a_warning() -> None:
    own = corrected_state() | {"seenA": json.loads(STATE_JSON)["seenA"] + ["W5", "W6", "W8"]}
    assert read_state(own).warnings == ("seenA has W8, still in the deck.",)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (STATE_JSON[:400], "not JSON"),
        ("", "not JSON"),
        (STATE_JSON.encode("utf-16"), "not UTF-8"),
        ("[" * 100_000, "nested too deeply"),
        ('{"deck": NaN}', "NaN is not a JSON number"),
        ('{"deck": 1, "deck": 2}', "the key 'deck' twice"),
        ("[]", "must be a JSON object"),
        (5, "must be a JSON object or its text"),
    ],
)
@pytest.mark.parametrize("read", [read_state, read_view, read_saved_game])
def test_anything_but_a_json_object_is_refused(read: Any, text: Any, why: str) -> None:
    with pytest.raises(FormatError, match=why):
        read(text)


def message() -> dict[str, Any]:
    return dict(write_view(read_state(corrected_state()).game.view(0)))


VIEW_FAULTS: dict[str, tuple[Change, str]] = {
    "a deck of cards": (lambda v: v.update(deck=[["R", 2]]), "deck is .*whole number from 0 to 48"),
    "a deck too small": (lambda v: v.update(deck=27), "add up to 34 cards, but 35"),
    "an own card unknown": (lambda v: v["hand"].__setitem__(3, None), r"hand\[3\] is None"),
    "a known card of rank 9": (
        lambda v: v["opponentHand"].__setitem__(6, ["W", 9]),
        r"opponentHand\[6\]\[1\] is 9",
    ),
    "a card twice": (
        lambda v: v["opponentHand"].__setitem__(6, ["C", 3]),
        r"C3 appears twice: discard\[0\] and opponentHand\[6\]",
    ),
    "eight cards": (lambda v: v["opponentHand"].append(None), "opponentHand has 8 cards"),
    "eighteen plants": (
        lambda v: v.update(playArea={"0": {str(y): ["J", 1] for y in range(18)}}),
        "playArea has 18 cards; that is more than a game allows",
    ),
    "a number for a truth": (lambda v: v.update(activeTurn=1), "activeTurn is 1"),
    "no turn told": (lambda v: v.pop("activeTurn"), "activeTurn is missing"),
    "no such previous turn": (
        lambda v: v.update(previousTurn={"move": 7}),
        r"previousTurn\.move is 7",
    ),
}


@pytest.mark.parametrize("fault", VIEW_FAULTS)
def test_a_view_with_a_fault_is_refused_with_its_place(fault: str) -> None:
    change, place = VIEW_FAULTS[fault]
    with pytest.raises(FormatError, match=place) as refusal:
        read_view(changed(message(), change))
    assert str(refusal.value).endswith(".")


def test_a_view_warns_of_a_turn_that_does_not_fit() -> None:
    assert read_view(message() | {"turn": 6}).warnings == (
        "turn is 6, but with 4 cards planted it fits turn 4.",
    )
    with pytest.raises(ValueError, match="no seat 2"):
        read_view(message(), seat=2)


def saved() -> dict[str, Any]:
    return write_saved_game(finished(4))


SAVED_FAULTS: dict[str, tuple[Change, str]] = {
    "an illegal move": (lambda g: g["moves"].__setitem__(0, ["J", 3]), r"moves\[0\]: discard J3"),
    "no move": (lambda g: g["moves"].__setitem__(7, "deck"), r"moves\[7\] is 'deck'; a move is"),
    "a cell not adjacent": (
        lambda g: g["moves"][2].update(coord=[5, 5]),
        r"moves\[2\]: at 5 5 is not legal",
    ),
    "half a plant": (lambda g: g["moves"][2].pop("coord"), r"moves\[2\]\.coord is missing"),
    "a card in the beginning": (
        lambda g: g["initialState"]["handA"].__setitem__(0, ["J", 9]),
        r"initialState: handA\[0\]\[1\] is 9",
    ),
    "no beginning": (lambda g: g.update(initialState=3), "initialState is 3"),
    "one player": (lambda g: g.update(players=["A"]), "players has 1 names"),
    "players by number": (lambda g: g.update(players=[1, 2]), r"players\[0\] is 1"),
    "no such winner": (lambda g: g.update(winner="nobody"), "winner is 'nobody'"),
    "a winner without a result": (lambda g: g["winner"].pop("result"), r"winner\.result is miss"),
    "a result of 3": (lambda g: g["winner"].update(result=3), r"winner\.result is 3; it must be"),
    "a score in words": (lambda g: g["winner"].update(scoreB="ten"), r"winner\.scoreB is 'ten'"),
    "moves after the end": (lambda g: g["moves"].append(0), r"moves\[\d+\]: draw deck is not"),
}


@pytest.mark.parametrize("fault", SAVED_FAULTS)
def test_a_saved_game_with_a_fault_is_refused_with_its_place(fault: str) -> None:
    change, place = SAVED_FAULTS[fault]
    with pytest.raises(FormatError, match=place):
        read_saved_game(changed(saved(), change))


def test_nothing_is_changed_in_what_is_read() -> None:
    values = json.loads(STATE_JSON)
    read_state(values, strict=False)
    assert values == json.loads(STATE_JSON)


def test_a_last_move_is_in_the_engines_form() -> None:
    game = gg.new("arboretum", seed=9)
    assert last_move(game) is None
    game.play("draw deck")
    assert (last_move(game), type(last_move(game))) == (0, int)
    game.play("draw deck")
    first, second = game.board.player.hand[:2]
    game.play(f"pick {first}")
    assert last_move(game) == 0
    game.play("at 0 0")
    assert last_move(game) == compat.Planted(Card(*first), (0, 0))
    game.play(f"discard {second}")
    assert last_move(game) == Card(*second)
    game.play("draw 1")
    assert last_move(game) == 2

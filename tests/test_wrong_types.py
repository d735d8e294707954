"""Values of the wrong type are refused with a sentence, never with a raw error."""

import random
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gemgrove as gg
from gemgrove import agents, arboretum, splendor

MOVES: dict[str, type[gg.Move]] = {"splendor": splendor.Move, "arboretum": arboretum.Move}
RULES: dict[str, Any] = {"splendor": splendor.Rules, "arboretum": arboretum.Rules}
GAME = gg.new("splendor", seed=1)


@pytest.fixture(params=gg.GAMES)
def name(request: pytest.FixtureRequest) -> str:
    game: str = request.param
    return game


@pytest.mark.parametrize("text", [None, b"pass", 7, ["pass"], 1.5])
def test_only_text_is_parsed_as_a_move(name: gg.GameName, text: Any) -> None:
    with pytest.raises(gg.NotationError, match=r"is not text\. Moves are written as .*\.$"):
        MOVES[name].parse(text)


@pytest.mark.parametrize("kind", [gg.Move, gg.Rules])
@pytest.mark.parametrize("text", [None, b"", "official", "pass"])
def test_moves_and_rules_are_parsed_by_the_class_of_a_game(kind: Any, text: Any) -> None:
    with pytest.raises(TypeError, match=r"^Each game has .* use its class, as in splendor\."):
        kind.parse(text)


@pytest.mark.parametrize("number", [71.0, 71.5, "71", None, True])
def test_the_action_of_a_move_is_a_whole_number(number: Any) -> None:
    assert splendor.Move("pass", 71) == splendor.Move.parse("pass")
    with pytest.raises(gg.NotationError, match=r"^There is no move with kind='pass', action="):
        splendor.Move("pass", number)


@pytest.mark.parametrize("rank", [1.0, True, np.True_, "1", None, [1]])
def test_the_rank_of_a_card_is_a_whole_number(rank: Any) -> None:
    assert arboretum.Card("M", 1).exists
    card = arboretum.Card("M", rank)
    assert not card.exists
    with pytest.raises(ValueError, match="is not a card; a card is a letter"):
        card.number  # noqa: B018
    with pytest.raises(gg.NotationError, match=r"^There is no move with kind='pick'"):
        arboretum.Move("pick", card=card)


@pytest.mark.parametrize("number", [None, 1.5, "1", [], -1, 80])
def test_a_number_that_is_no_cards_is_refused(number: Any) -> None:
    with pytest.raises(ValueError, match=r" is not a card's number; those are 0 to 79\.$"):
        arboretum.Card.of(number)


@pytest.mark.parametrize("color", [None, 1.0, 6, b"red", [], "pink gold"])
def test_a_color_has_a_name_and_a_number(color: Any) -> None:
    assert splendor.Color("red") is splendor.Color(3) is splendor.Color.RED
    with pytest.raises(ValueError, match=r" is not a valid Color$"):
        splendor.Color(color)


@pytest.mark.parametrize("text", [None, b"", 7])
def test_only_text_is_parsed_as_a_deal(text: Any) -> None:
    with pytest.raises(TypeError, match=r"^a deal's id is text such as XXXX-XXXX-XXXX-XXX, not "):
        gg.Deal.parse(text)


@pytest.mark.parametrize("spec", [None, b"", 7])
def test_only_text_is_parsed_as_rules(name: gg.GameName, spec: Any) -> None:
    with pytest.raises(TypeError, match=r"^A spec is text such as official:players=3, not "):
        RULES[name].parse(spec)


@pytest.mark.parametrize("options", [None, [], "players", 7])
def test_options_have_names(name: gg.GameName, options: Any) -> None:
    with pytest.raises(TypeError, match=r"^The options are .*; they must be values by name\.$"):
        RULES[name].from_dict(options)
    with pytest.raises(ValueError, match=r"^There are no rules .*; the presets are official, "):
        RULES[name].preset([options])


@pytest.mark.parametrize("text", [None, b"{}", 7])
def test_only_text_is_read_as_a_record(text: Any) -> None:
    with pytest.raises(TypeError, match=r"^A record in JSON is text, not "):
        gg.Record.from_json(text)


@pytest.mark.parametrize("text", [None, b"game", 7])
def test_a_sealed_deal_has_texts_and_a_secret_of_bytes(text: Any) -> None:
    with pytest.raises(TypeError, match=r"^the game's id is .*; it must be text$"):
        gg.SealedDeal.new(text)
    with pytest.raises(TypeError, match=r"^the game's id is .*; it must be text$"):
        gg.verify_sealed("", bytes(32), text)
    with pytest.raises(TypeError, match=r"^a commitment is text, not "):
        gg.verify_sealed(text, bytes(32), "game")
    for secret in (None, "0" * 32, [0] * 32):
        with pytest.raises(TypeError, match=r"^the secret must be bytes$"):
            gg.SealedDeal("game", secret)  # type: ignore[arg-type]


@pytest.mark.parametrize("moves", [None, 7, "p3 red white blue", b"\0"])
def test_several_moves_are_a_list(moves: Any) -> None:
    game = gg.new("splendor", seed=1)
    with pytest.raises(TypeError, match=r"^moves is .*; it must be a list of moves\.$"):
        game.play_all(moves)
    assert game.actions == []


@pytest.mark.parametrize("text", [None, b"red", 3])
def test_only_text_is_parsed_as_a_color(text: Any) -> None:
    with pytest.raises(TypeError, match=r"^a color is named by text, not by "):
        splendor.parse_color(text)


@pytest.mark.parametrize("text", [None, b"M5", 3])
def test_only_text_is_parsed_as_a_card(text: Any) -> None:
    with pytest.raises(TypeError, match=r"^A card is named by text such as M5, not by "):
        arboretum.Card.parse(text)


@pytest.mark.parametrize("action", ["pass", None, 1.0, True, False, np.True_, b"1"])
def test_only_a_number_means_a_move(name: gg.GameName, action: Any) -> None:
    game = gg.new(name, seed=1)
    for position in (game, game.view(0)):
        with pytest.raises(gg.NotationError, match=r"is not an action; actions are 0 to \d+\.$"):
            position.move(action)


def test_a_number_of_numpy_means_a_move(name: gg.GameName) -> None:
    game = gg.new(name, seed=1)
    action = game.legal_actions()[0]
    assert game.move(np.int64(action)) == game.move(action)


def test_rules_are_rules(name: gg.GameName) -> None:
    rules = gg.new(name, seed=1).rules
    assert isinstance(rules, gg.Rules)
    assert issubclass(type(rules), gg.Rules)
    assert not isinstance(gg.new(name, seed=1), gg.Rules)


@pytest.mark.parametrize("number", [72, 10**30, -1])
def test_a_number_that_is_no_action_is_not_legal(number: int) -> None:
    assert GAME.is_legal(number) is False
    assert GAME.is_legal(np.int64(min(number, 72))) is False


@pytest.mark.parametrize("move", [None, 1.5, "nonsense", True, b"pass"])
def test_what_names_no_move_is_neither_legal_nor_illegal(name: gg.GameName, move: Any) -> None:
    with pytest.raises(gg.NotationError):
        gg.new(name, seed=1).is_legal(move)


def test_a_position_tells_its_rules_and_takes_no_others() -> None:
    position = gg.new("splendor", seed=1).position()
    with pytest.raises(TypeError, match=r"^from_position\(\) has no keyword 'seed'; .*only cards"):
        gg.from_position(position, seed=1)
    with pytest.raises(TypeError, match=r"^from_position\(\) has no keyword 'turn_limit'; "):
        gg.from_position(position, turn_limit=7)
    with pytest.raises(TypeError, match=r"^from_position\(\) has no keyword 'cards'; .*nothing"):
        gg.from_position(gg.new("arboretum", seed=1).position(), cards=None)


@pytest.mark.parametrize(
    "names", [[1, 2], ["Ann", None], "ab", b"ab", 5, [b"Ann", "Bob"], {"Ann": 0, "Bob": 1}]
)
def test_players_have_texts_for_names(name: gg.GameName, names: Any) -> None:
    sentence = f"names is {names!r}; it must be a text for each seat."
    with pytest.raises(TypeError, match=f"^{re.escape(sentence)}$"):
        gg.new(name, seed=1).record(names=names)


TRUTHS: dict[str, Callable[[Any], Any]] = {
    "players": lambda truth: gg.new("splendor", players=truth),
    "seed": lambda truth: gg.new("splendor", seed=truth),
    "first player": lambda truth: gg.new("arboretum", first_player=truth),
    "turn limit": lambda truth: gg.new("splendor", turn_limit=truth),
    "seed of a deal": gg.Deal.from_seed,
    "value of a deal": lambda truth: gg.Deal("open", truth),
    "seat of a view": GAME.view,
    "seat of an observation": GAME.observe,
    "action": lambda truth: GAME.copy().play(truth),
    "legal action": GAME.is_legal,
    "action of a move": GAME.move,
    "depth": GAME.perft,
    "seed of a sample": GAME.view(0).sample,
    "seed of a bot": lambda truth: agents.make("greedy", seed=truth),
    "seed of chance": agents.RandomAgent,
    "seed of a search": lambda truth: agents.Search(seed=truth),
    "iterations": lambda truth: agents.Search(iterations=truth),
    "size": lambda truth: gg.batch("splendor", size=truth),
    "seed of a batch": lambda truth: gg.batch("splendor", size=1, seed=truth),
    "environment": lambda truth: gg.batch("splendor", size=2).game(truth),
    "number of a card": arboretum.Card.of,
    "rank of a card": lambda truth: arboretum.Card("M", truth).number,
    "number of a color": splendor.Color,
    "action of a new move": lambda truth: splendor.Move("take", truth, ("white", "blue", "red")),
    "id of a card": lambda truth: splendor.Card(truth, 1, splendor.Color.RED, 0, (1, 0, 0, 0, 0)),
    "id of a noble": lambda truth: splendor.Noble(truth, "Ann", 3, (3, 3, 3, 0, 0)),
    "tier": lambda truth: splendor.Card(0, truth, splendor.Color.RED, 0, (1, 0, 0, 0, 0)),
    "color": lambda truth: splendor.Card(0, 1, truth, 0, (1, 0, 0, 0, 0)),
}


@pytest.mark.parametrize("what", TRUTHS)
def test_true_is_never_a_number(what: str) -> None:
    with pytest.raises((TypeError, ValueError), match="True"):
        TRUTHS[what](True)


def test_seats_and_seeds_of_numpy_are_numbers() -> None:
    assert GAME.view(np.int8(1)) == GAME.view(1)  # type: ignore[arg-type]
    assert gg.new("splendor", seed=np.uint64(1)) == GAME  # type: ignore[call-overload]
    assert GAME.view(0).sample(np.int64(3)) == GAME.view(0).sample(3)  # type: ignore[arg-type]
    assert GAME.view(0).sample(random.Random(1)) == GAME.view(0).sample(random.Random(1))


@pytest.mark.parametrize("seat", [2, 4, -1, 10**30, -(10**30)])
def test_a_seat_that_is_not_there_is_named(seat: int) -> None:
    sentence = re.escape(f"There is no seat {seat}; this game has seats 0 to 1.")
    for look in (GAME.view, GAME.observe):
        with pytest.raises(ValueError, match=f"^{sentence}$"):
            look(seat)

"""The bot protocol's messages: written, read, and refused with a sentence."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gemgrove as gg
from gemgrove import protocol
from gemgrove.protocol import (
    BotHello,
    BotMove,
    End,
    Goodbye,
    Hello,
    NewGame,
    ProtocolError,
    YourTurn,
)
from gemgrove.splendor import CardSet
from tests.protocol.test_view_json import JSON, own_cards

GAME = gg.new("arboretum", players=3, seed=1)
GAME.play("draw deck")
VIEW = GAME.view(0)
TO_BOT = [
    Hello("gemgrove 1.0"),
    NewGame.of(VIEW, game_id="g", names=["a", "b", "ç"], time={"bank": 1.0, "increment": 0.0}),
    NewGame.of(VIEW, game_id="g", seed=7),
    YourTurn.of(VIEW, game_id="g", turn_id=3, since=0, clock={"remaining": 1.5, "increment": 0}),
    YourTurn.of(VIEW, game_id="g", turn_id=3, since=1),
    End.of(VIEW, game_id="g", since=0),
    End.of(VIEW, game_id="g", since=0, forfeit=(1, "crash")),
    Goodbye(),
]
FROM_BOT = [
    BotHello("a"),
    BotHello("a", "1", "Ada", ["splendor"]),
    BotMove("g", 3, 17),
    BotMove("g", 3, "draw deck", "hm", 0.25),
]


@pytest.mark.parametrize("message", TO_BOT)
def test_a_host_s_message_is_read_as_it_was_written(message: protocol.ToBot) -> None:
    read = protocol.read_from_host(protocol.write(message))
    assert read is not None
    assert protocol.write(read) == protocol.write(message)


@pytest.mark.parametrize("message", FROM_BOT)
def test_a_bot_s_message_is_read_as_it_was_written(message: protocol.FromBot) -> None:
    read = protocol.read_from_bot(protocol.write(message))
    assert protocol.write(read) == protocol.write(message)


@pytest.mark.parametrize("message", [*TO_BOT, *FROM_BOT])
def test_a_message_is_one_line_of_ascii(message: protocol.ToBot | protocol.FromBot) -> None:
    line = protocol.write(message)
    assert line.isascii()
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")


def test_own_cards_are_told_with_a_new_game() -> None:
    game = gg.new("splendor", seed=1, cards=own_cards())
    read = protocol.read_from_host(protocol.write(NewGame.of(game.view(0), game_id="g")))
    assert isinstance(read, NewGame)
    assert game.variant.from_dict(read.variant) == game.variant
    assert "cards" not in gg.new("splendor").variant.to_dict()
    assert game.variant.cards != CardSet.builtin()


@pytest.mark.parametrize("game", gg.GAMES)
def test_the_rules_and_data_of_a_game_hide_no_member_of_a_new_game(game: gg.GameName) -> None:
    message = NewGame.of(gg.new(game).view(0), game_id="g").to_dict()
    assert message["type"] == "new_game"
    assert not set(gg.new(game).variant.to_dict()) & set(protocol.NEW_GAME)
    assert set(message) == {*protocol.NEW_GAME, "rules"}


def test_a_turn_tells_the_legal_moves_as_numbers_and_in_notation() -> None:
    turn = YourTurn.of(VIEW, game_id="g", turn_id=1, since=0).to_dict()
    assert turn["legal"] == [
        {"action": action, "move": VIEW.move(action).text} for action in VIEW.legal_actions()
    ]
    assert turn["moves"] == [{"seat": 0, "move": "draw deck"}]


def test_even_a_long_game_fits_into_the_longest_line() -> None:
    game = gg.new("splendor", players=4, seed=1)
    while not game.over:
        game.play(game.legal_actions()[0])
    message = YourTurn.of(game.view(0), game_id="g", turn_id=1, since=0)
    assert len(protocol.write(message)) < protocol.LONGEST_TO_BOT / 4


def test_unknown_members_are_ignored_and_unknown_messages_are_none() -> None:
    line = b'{"type":"move","game_id":"g","turn_id":3,"action":1,"later":{"a":[1]}}'
    assert protocol.read_from_bot(line) == BotMove("g", 3, 1)
    assert protocol.read_from_host(b'{"type":"news","text":"hello"}') is None


def test_a_byte_order_mark_and_a_carriage_return_are_ignored() -> None:
    line = b'\xef\xbb\xbf{"type":"hello","protocol":1,"name":"a"}\r'
    assert protocol.read_from_bot(line) == BotHello("a")


def test_what_a_host_makes_of_any_seed_and_names_can_be_read() -> None:
    written = protocol.write(NewGame.of(VIEW, game_id="g", names=["x" * 500] * 3, seed=2**60))
    assert isinstance(protocol.read_from_host(written), NewGame)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"hello", "The line 'hello' is not JSON; on stdout there must be nothing but messages"),
        (b"\xff", r"The line b'\xff' is not UTF-8 text."),
        (b"[" * 50_000, "is not JSON"),
        (b'{"type":' + b"9" * 5000 + b"}", "is not JSON"),
        (b" " * 70_000, "The line has more than 65536 bytes."),
        (b"5", "message is 5; it must be an object."),
        (b"{}", "message.type is missing."),
        (b'{"type":"resign"}', "message.type is 'resign'; it must be one of hello, move."),
        (b'{"type":["move"]}', "message.type is ['move']; it must be one of hello, move."),
        (b'{"type":"hello"}', "message.protocol is missing."),
        (b'{"type":"hello","protocol":true}', "message.protocol is True; it must be 1, the"),
        (b'{"type":"hello","protocol":1,"name":" "}', "message.name is ' '; it must be a name."),
        (b'{"type":"hello","protocol":1,"name":5}', "message.name is 5; it must be a text of"),
        (
            b'{"type":"hello","protocol":1,"name":"a","games":"splendor"}',
            "message.games is 'splendor'; it must be a list.",
        ),
        (b'{"type":"move","game_id":"g","turn_id":1}', "this one has neither."),
        (b'{"type":"move","turn_id":1,"move":"pass","action":3}', "this one has both."),
        (b'{"type":"move","turn_id":1,"action":3}', "message.game_id is missing."),
        (b'{"type":"move","game_id":"g","action":3}', "message.turn_id is missing."),
        (
            b'{"type":"move","game_id":"g","turn_id":"1","action":3}',
            "message.turn_id is '1'; it must be a whole number from 0 to 9007199254740991.",
        ),
        (
            b'{"type":"move","game_id":"g","turn_id":1,"action":"3"}',
            "message.action is '3'; it must be a whole number",
        ),
        (
            b'{"type":"move","game_id":"g","turn_id":1,"move":"\\ud800"}',
            "it must be a text without lone surrogates",
        ),
        (
            b'{"type":"move","game_id":"g","turn_id":1,"action":true}',
            "message.action is True; it must be a whole number",
        ),
        (
            b'{"type":"move","game_id":"g","turn_id":1,"action":3,"value":NaN}',
            "message.value is nan; it must be a number.",
        ),
    ],
)
def test_what_is_wrong_with_a_message_is_said(line: bytes, sentence: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        protocol.read_from_bot(line)
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")


MEMBERS = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["hello", "new_game", "your_turn", "end", "goodbye", "move", "?"]),
        **dict.fromkeys(
            ("protocol", "name", "games", "game_id", "turn_id", "action", "move", "rules", "seat"),
            JSON,
        ),
        **dict.fromkeys(("view", "legal", "moves", "clock", "scores", "time", "encoding"), JSON),
    },
)


@settings(max_examples=100)
@given(st.binary(max_size=60) | st.builds(lambda data: json.dumps(data).encode(), MEMBERS | JSON))
def test_any_line_is_a_message_or_a_protocol_error(line: bytes) -> None:
    readers: list[Any] = [protocol.read_from_bot, protocol.read_from_host]
    for read in readers:
        try:
            read(line)
        except ProtocolError as error:
            sentence = str(error)
        else:
            sentence = "It is a message."
        assert sentence.endswith(".")

"""Records: saved, loaded, replayed, verified, and refused with a sentence if they are wrong."""

import dataclasses
import json
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gemgrove as gg
from gemgrove.record import FORMAT, VERSION
from gemgrove.splendor import Splendor
from tests.random_games import play_randomly
from tests.splendor.card_sets import TOO_EXPENSIVE, small_set, uniform_set

VARIANTS = [
    "official",
    "core",
    "arena",
    "duel",
    "escrow",
    "official:payment=choose,first_player=random",
]


def finished(rules: str = "official", *, seed: int = 1, **options: Any) -> gg.Game:
    """A short game, played to its end at random."""
    options = {"target_points": 4} | options
    return play_randomly(gg.new("splendor", rules=rules, seed=seed, **options), seed=seed)


VALID = json.loads(finished().record().to_json())


def damaged(change: Callable[[dict[str, Any]], object]) -> gg.Record:
    """The record of `VALID` after a change to its JSON."""
    values = json.loads(json.dumps(VALID))
    change(values)
    return gg.Record.from_json(json.dumps(values))


def complaint(act: Callable[[], object]) -> str:
    """The message of the `RecordError` that `act` raises."""
    with pytest.raises(gg.RecordError) as caught:
        act()
    sentence = str(caught.value)
    assert re.fullmatch(r"[A-Z][^\n]*[^.]\.", sentence), sentence
    return sentence


# Round trips


@pytest.mark.parametrize("rules", VARIANTS)
def test_a_record_replays_to_the_same_game_and_is_verified(rules: str) -> None:
    game = finished(rules)
    record = game.record()
    record.verify()
    again = record.replay()
    assert again == game
    assert (again.actions, again.deal) == (game.actions, game.deal)
    assert again.record() == record


@pytest.mark.parametrize("rules", VARIANTS)
def test_json_is_read_back_as_the_same_record(rules: str) -> None:
    record = finished(rules).record(names=None)
    assert gg.Record.from_json(record.to_json()) == record


def test_a_saved_record_is_loaded_as_it_was(tmp_path: Path) -> None:
    record = finished().record(names=["Ada", "Bo 薄 😀"])
    record.save(tmp_path / "game.json")
    assert gg.Record.load(tmp_path / "game.json") == record
    record.save(str(tmp_path / "game.json"))
    assert gg.Record.load(str(tmp_path / "game.json")) == record


def test_a_record_says_what_was_played_in_words_that_people_read() -> None:
    game = gg.new("splendor", seed=42)
    for move in ("p3 red white blue", "r m deck"):
        game.play(move)
    game.skip()
    record = game.record()
    assert game.deal is not None
    assert record.moves == ("p3 white blue red", "r m deck", "skip")
    assert record.deal == game.deal.id
    assert record.position is None
    assert record.result == gg.Result(None, (0, 0), ())
    assert record.encoding == {"action": 1, "observation": 2}


def test_a_record_of_an_unfinished_game_is_verified_too() -> None:
    game = gg.new("splendor", seed=42)
    game.record().verify()
    game.play("p3 red white blue")
    game.record().verify()


def begun_at_a_position() -> gg.Game:
    middle = finished()
    for _ in range(10):
        middle.undo()
    game = gg.from_position(middle.position())
    for _ in range(3):
        game.play(game.legal_actions()[0])
    return game


def test_a_game_begun_at_a_position_is_recorded_with_it() -> None:
    game = begun_at_a_position()
    record = gg.Record.from_json(game.record().to_json())
    assert record.deal is None
    assert record.position is not None
    assert len(record.moves) == 3
    record.verify()
    assert record.replay() == game


def test_cards_of_ones_own_are_in_the_record() -> None:
    game = finished(cards=uniform_set())
    record = gg.Record.from_json(game.record().to_json())
    record.verify()
    again = record.replay()
    assert again == game
    assert isinstance(again.variant, Splendor)
    assert again.variant.cards == uniform_set()
    assert again.variant.cards.name == "cheap"


def test_cards_of_ones_own_are_in_the_record_of_a_position_too() -> None:
    game = gg.new("splendor", seed=1, cards=uniform_set()).view(0).sample(1)
    game.play("p3 red white blue")
    record = gg.Record.from_json(game.record().to_json())
    assert record.replay() == game


def test_a_sealed_deal_that_was_opened_is_recorded_and_replayed() -> None:
    deal = gg.SealedDeal("a game", bytes(32)).deal()
    game = gg.new("splendor", deal=deal)
    game.play("p3 red white blue")
    record = gg.Record.from_json(game.record().to_json())
    assert record.deal == deal.id
    assert record.replay() == game


def test_every_ending_is_recorded() -> None:
    games = [finished(), finished(turn_limit=2), finished("core", cards=small_set(TOO_EXPENSIVE))]
    endings = ["finished", "turn limit", "dead end"]
    assert [game.record().result.ending for game in games] == endings
    for game in games:
        gg.Record.from_json(game.record().to_json()).verify()


def test_records_are_values() -> None:
    record = finished().record()
    assert hash(record) == hash(finished().record())
    assert pickle.loads(pickle.dumps(record)) == record


def test_names_are_kept_and_there_is_one_for_each_seat() -> None:
    game = finished()
    assert game.record(names=["Ada", "Bo"]).names == ("Ada", "Bo")
    assert game.record().names == ()
    for names in (["Ada"], ["Ada", "Bo", "Cy"], []):
        with pytest.raises(ValueError, match=rf"^There are {len(names)} names for 2 players\.$"):
            game.record(names=names)


# Files


def test_a_save_that_fails_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    record = finished().record()
    record.save(path)
    before = path.read_bytes()

    def fails(self: Path, target: Path) -> Path:
        raise OSError("the disk is full")

    monkeypatch.setattr(Path, "replace", fails)
    with pytest.raises(OSError, match="the disk is full"):
        finished(seed=2).record().save(path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_a_file_is_complete_before_it_takes_the_old_ones_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[gg.Record] = []
    replace = Path.replace

    def watched(self: Path, target: Path) -> Path:
        seen.append(gg.Record.load(self))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", watched)
    record = finished().record()
    record.save(tmp_path / "game.json")
    assert seen == [record]


def test_a_save_does_not_touch_a_file_of_a_similar_name(tmp_path: Path) -> None:
    other = tmp_path / "game.json.part"
    other.write_text("mine")
    finished().record().save(tmp_path / "game.json")
    assert other.read_text() == "mine"


def test_a_file_that_is_not_there_is_the_systems_own_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        gg.Record.load(tmp_path / "none.json")


def test_a_file_of_other_bytes_is_not_a_record(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"\xff\xfe\x00")
    assert complaint(lambda: gg.Record.load(path)).endswith("it is not UTF-8 text.")


def test_a_file_that_an_editor_gave_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    record = finished().record()
    path = tmp_path / "game.json"
    path.write_text(record.to_json(), encoding="utf-8-sig")
    assert gg.Record.load(path) == record


# JSON that is not a record


@pytest.mark.parametrize("text", ["", "{", "nonsense", "\ud800", "[" * 100_000, "9" * 5000])
def test_invalid_json_is_not_a_record(text: str) -> None:
    assert complaint(lambda: gg.Record.from_json(text)).startswith("The record is not JSON: ")


@pytest.mark.parametrize("text", ["null", "5", "[]", "{}", '"record"', '{"format": "other"}'])
def test_other_json_is_not_a_record(text: str) -> None:
    sentence = 'This is not a record: it has no "format": "gemgrove record".'
    assert complaint(lambda: gg.Record.from_json(text)) == sentence


@pytest.mark.parametrize("version", [0, 2, "1", None, True, 1.0, [1]])
def test_a_record_of_another_version_is_refused(version: Any) -> None:
    assert complaint(lambda: damaged(lambda values: values.update(version=version))) == (
        f"The record's version is {version!r}; this program reads version 1."
    )


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("game", "the name of a game"),
        ("variant", "an object"),
        ("encoding", "an object"),
        ("moves", "a list of texts"),
        ("result", "an object"),
        ("names", "a list of texts"),
    ],
)
@pytest.mark.parametrize("value", [None, 5, True])
def test_a_field_that_is_missing_or_of_the_wrong_type_is_named(
    name: str, what: str, value: Any
) -> None:
    sentence = f"The record's {name} is {value!r}; it must be {what}."
    assert complaint(lambda: damaged(lambda values: values.update({name: value}))) == sentence
    if value is None:
        assert complaint(lambda: damaged(lambda values: values.pop(name))) == sentence


@pytest.mark.parametrize("name", ["moves", "names"])
def test_a_list_of_texts_holds_only_texts(name: str) -> None:
    assert complaint(lambda: damaged(lambda values: values.update({name: ["x", 1]}))) == (
        f"The record's {name} must all be texts."
    )


@pytest.mark.parametrize(
    "start",
    [
        {"deal": None, "position": None},
        {"position": "splendor official x"},
    ],
)
def test_a_record_has_a_deal_or_a_position_and_not_both(start: dict[str, Any]) -> None:
    assert complaint(lambda: damaged(lambda values: values.update(start))) == (
        "A record has a deal or a position, and not both."
    )


def test_the_deal_and_the_position_are_texts() -> None:
    assert complaint(lambda: damaged(lambda values: values.update(deal=5))) == (
        "The record's deal is 5; it must be a deal's id or null."
    )
    assert complaint(lambda: damaged(lambda values: values.update(deal=None, position=5))) == (
        "The record's position is 5; it must be a position or null."
    )


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"ending": 5}, "The result's ending is 5; it must be a text or null."),
        ({"ending": []}, "The result's ending is []; it must be a text or null."),
        ({"scores": None}, "The result's scores is None; it must be a list of numbers."),
        ({"scores": {}}, "The result's scores is {}; it must be a list of numbers."),
        ({"scores": "12"}, "The result's scores is '12'; it must be a list of numbers."),
        ({"scores": [1, "2"]}, "The result's scores is [1, '2']; it must be a list of numbers."),
        ({"winners": [True]}, "The result's winners is [True]; it must be a list of numbers."),
        ({"winners": 0}, "The result's winners is 0; it must be a list of numbers."),
    ],
    ids=str,
)
def test_a_result_of_the_wrong_types_is_refused(change: dict[str, Any], sentence: str) -> None:
    assert complaint(lambda: damaged(lambda values: values["result"].update(change))) == sentence


# Records that do not replay


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"action": 2}, "version 2 of the encoding 'action'; this program has version 1."),
        (
            {"observation": 0},
            "version 0 of the encoding 'observation'; this program has version 2.",
        ),
        ({"style": 1}, "version 1 of the encoding 'style'; this program has version None."),
    ],
    ids=str,
)
def test_a_record_of_another_encoding_is_refused(change: dict[str, int], sentence: str) -> None:
    record = damaged(lambda values: values["encoding"].update(change))
    assert complaint(record.replay) == f"The record was made with {sentence}"


def test_a_record_that_names_no_encoding_is_refused() -> None:
    record = damaged(lambda values: values.update(encoding={}))
    assert complaint(record.replay) == (
        "The record was made with version None of the encoding 'action'; this program has "
        "version 1."
    )


@pytest.mark.parametrize("version", [True, 1.0, "1", None])
def test_an_encoding_is_named_by_a_number(version: Any) -> None:
    assert complaint(lambda: damaged(lambda values: values["encoding"].update(action=version))) == (
        "The versions in the record's encoding must be numbers."
    )


def test_a_record_of_an_unknown_game_is_refused() -> None:
    record = damaged(lambda values: values.update(game="chess"))
    assert complaint(record.replay).startswith("The record is of a game 'chess'; the games are ")


@pytest.mark.parametrize(
    ("variant", "words"),
    [
        ({}, "rules is None; it must hold the options by name."),
        ({"rules": []}, "rules is []; it must hold the options by name."),
        ({"rules": {"players": 7}}, "players is 7; it must be a number, 2 to 4."),
        ({"rules": {"pace": 7}}, "The rules have no option 'pace'; they have players, "),
        ({"rules": {"nobles": []}}, "nobles is []; it can be choose, first, all."),
        ({"rules": {}, "cards": None}, "cards is None; it must hold a name and two texts in CSV."),
        ({"rules": {}, "cards": []}, "cards is []; it must hold a name and two texts in CSV."),
        ({"rules": {}, "cards": {"name": "x", "cards": 1, "nobles": ""}}, "it must hold a name"),
        ({"rules": {}, "cards": {"name": "x", "cards": "", "nobles": ""}}, "the file is empty"),
    ],
    ids=str,
)
def test_rules_that_cannot_be_read_are_refused(variant: dict[str, Any], words: str) -> None:
    record = damaged(lambda values: values.update(variant=variant))
    sentence = complaint(record.replay)
    assert sentence.startswith("The record's rules cannot be read: ")
    assert words in sentence


@pytest.mark.parametrize(
    "start",
    [
        {"deal": "ABCD"},
        {"deal": "sealed:00"},
        {"deal": None, "position": ""},
        {"deal": None, "position": "splendor official x"},
        {"deal": None, "position": gg.new("splendor", players=3, seed=1).position()},
    ],
    ids=lambda start: str(start)[:40],
)
def test_a_beginning_that_cannot_be_read_is_refused(start: dict[str, Any]) -> None:
    record = damaged(lambda values: values.update(start))
    assert complaint(record.replay).startswith("The record's beginning cannot be read: ")


def test_names_that_do_not_fit_the_players_are_refused() -> None:
    record = damaged(lambda values: values.update(names=["Ada", "Bo", "Cy"]))
    assert complaint(record.replay) == "The record has 3 names for 2 players."


def test_an_illegal_move_in_the_middle_is_named_with_its_number() -> None:
    record = damaged(lambda values: values["moves"].insert(4, "pass"))
    assert complaint(record.replay) == (
        "Move 5 of the record, 'pass': pass is not legal: You may pass only when there is no "
        "other move."
    )


def test_a_text_that_is_no_move_is_named_with_its_number() -> None:
    record = damaged(lambda values: values["moves"].__setitem__(0, "e4"))
    assert complaint(record.replay).startswith("Move 1 of the record, 'e4': 'e4': there is no ")


@pytest.mark.parametrize("text", ["pass", "skip"])
def test_a_move_after_the_end_is_refused(text: str) -> None:
    record = damaged(lambda values: values["moves"].append(text))
    number = len(VALID["moves"]) + 1
    assert complaint(record.replay).startswith(f"Move {number} of the record, {text!r}: ")


def test_a_move_left_out_is_found_at_the_latest_at_the_end() -> None:
    for number in range(len(VALID["moves"])):
        record = damaged(lambda values, n=number: values["moves"].pop(n))  # type: ignore[misc]
        complaint(record.verify)


@pytest.mark.parametrize(
    "change",
    [{"scores": [0, 99]}, {"winners": [0, 1]}, {"ending": None}, {"ending": "dead end"}],
    ids=str,
)
def test_a_wrong_result_is_found_by_verifying_and_not_by_replaying(change: dict[str, Any]) -> None:
    record = damaged(lambda values: values["result"].update(change))
    record.replay()
    sentence = complaint(record.verify)
    assert sentence.startswith("The record says ")
    assert f", but its moves lead to {finished().record().result}." in sentence


def test_a_wrong_result_is_told_in_words() -> None:
    values = {"ending": None, "scores": [1, 2], "winners": []}
    record = damaged(lambda whole: whole.update(result=values))
    assert complaint(record.verify).startswith(
        "The record says not finished (scores: 1, 2; winning seats: none), but its moves lead to "
        "'finished' (scores: "
    )


def test_a_record_made_by_hand_is_checked_like_one_that_was_read() -> None:
    record = finished().record()
    assert "not both" in complaint(
        lambda: gg.Record(
            record.game, record.variant, record.encoding, None, None, (), record.result
        )
    )


# Arbitrary input

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=8)
    | st.sampled_from(["pass", "skip", "p3 red white blue", "ABCD-EFGH-JKMN-PQR", "splendor"])
)
ANYTHING = SCALARS | st.lists(SCALARS, max_size=3) | st.dictionaries(st.text(max_size=4), SCALARS)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to every part of a JSON value."""
    inner: list[Any] = []
    if isinstance(value, dict):
        inner = list(value)
    elif isinstance(value, list):
        inner = list(range(len(value)))
    return [path, *(more for key in inner for more in places(value[key], (*path, key)))]


WITH_POSITION = json.loads(begun_at_a_position().record().to_json())
WITH_CARDS = json.loads(gg.new("splendor", seed=1, cards=uniform_set()).record().to_json())
PLACES = [
    (json.dumps(values), path)
    for values in (VALID, WITH_POSITION, WITH_CARDS)
    for path in places(values)
    if path
]


def record_or_sentence(text: str) -> gg.Record | str:
    """Read and verify a record; return it, or the message of its `RecordError`."""
    try:
        record = gg.Record.from_json(text)
        record.verify()
    except gg.RecordError as error:
        return str(error)
    return record


def assert_record_or_sentence(text: str) -> None:
    result = record_or_sentence(text)
    if isinstance(result, gg.Record):
        assert gg.Record.from_json(result.to_json()) == result
    else:
        assert result.endswith(".")
        assert "\n" not in result


@settings(max_examples=400)
@given(st.sampled_from(PLACES), ANYTHING)
def test_a_record_with_any_part_replaced_is_a_record_or_a_record_error(
    place: tuple[str, tuple[Any, ...]], value: Any
) -> None:
    values: Any = json.loads(place[0])
    inner = values
    for key in place[1][:-1]:
        inner = inner[key]
    inner[place[1][-1]] = value
    assert_record_or_sentence(json.dumps(values))


@given(st.data())
def test_a_record_with_characters_replaced_is_a_record_or_a_record_error(
    data: st.DataObject,
) -> None:
    text = json.dumps(data.draw(st.sampled_from([VALID, WITH_POSITION, WITH_CARDS])))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 6)))
        text = text[:start] + data.draw(st.text(max_size=3)) + text[end:]
    assert_record_or_sentence(text)


@given(ANYTHING)
def test_any_json_is_a_record_or_a_record_error(value: Any) -> None:
    assert_record_or_sentence(json.dumps(value))
    assert_record_or_sentence(json.dumps({"format": FORMAT, "version": VERSION, "game": value}))


def test_a_position_of_other_rules_than_the_records_is_refused() -> None:
    record = gg.from_position(gg.new("splendor", seed=1).position()).record()
    assert record.position is not None
    _, _, rest = record.position.split(" ", 2)
    for head in ("splendor duel:players=2", "chess official:players=2"):
        with pytest.raises(gg.RecordError, match=r"its position is one of "):
            dataclasses.replace(record, position=f"{head} {rest}").verify()

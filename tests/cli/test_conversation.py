"""A conversation without a terminal: what is typed, what is shown, told and refused."""

from collections.abc import Mapping
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove.agents import Agent, Forfeit, make
from gemgrove.cli.conversation import COMMANDS, Conversation, Line, Seating
from gemgrove.telling import face_of


def conversation(
    game: gg.Game, bots: Mapping[int, Agent] | None = None, **options: object
) -> Conversation:
    """Seat 0 is a person, and so is every seat without a bot."""
    seated = {1: make("greedy")} if bots is None else bots
    persons = [seat for seat in range(game.players) if seat not in seated]
    names = ["Ada", "Grace", "Mary", "Joan"][: game.players]
    for seat in seated:
        names[seat] = f"bot {seat}"
    if len(persons) == 1:
        names[persons[0]] = "you"
    specs = tuple("human" if seat in persons else "greedy" for seat in range(game.players))
    seating = Seating(tuple(names), specs, seated)
    return Conversation(game, seating, face=face_of(game.name), **options)  # type: ignore[arg-type]


def splendor(**options: object) -> Conversation:
    return conversation(gg.new("splendor", seed=1), **options)  # type: ignore[arg-type]


def texts(lines: list[Line], kind: str) -> list[str]:
    return [line.text for line in lines if line.kind == kind]


def refusal(lines: list[Line]) -> str:
    [line] = lines
    assert line.kind == "refusal"
    return line.text


def let_bots_play(talk: Conversation) -> list[Line]:
    lines = []
    while talk.waits_for == "bot":
        thought = talk.thought()
        lines += talk.played(thought, thought.choose())
    return lines


def test_the_table_is_shown_once_for_every_position() -> None:
    talk = splendor()
    assert [line.kind for line in talk.situation()] == ["table"]
    assert talk.situation() == []
    assert texts(talk.submit("p2 red"), "told") == ["You take two red."]
    let_bots_play(talk)
    assert [line.kind for line in talk.situation()] == ["table", "told"]


def test_what_a_bot_did_is_told_at_once_or_below_the_next_table() -> None:
    later, at_once = splendor(), splendor(tell_at_once=True)
    for talk in (later, at_once):
        talk.situation()
        talk.submit("p2 red")
    assert let_bots_play(later) == []
    told = let_bots_play(at_once)
    assert texts(told, "told") == texts(later.situation(), "told") != []
    assert texts(at_once.situation(), "told") == []


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("  P3   RED white\tBlue ", "p3 red white blue"),
        ("p3 r w blu", "p3 red white blue"),
        ("p3 red, white, blue", "p3 red white blue"),
        ("R mines 4", "r m 4"),
        ("r 1 4", "r m 4"),
    ],
)
def test_case_spaces_and_shorter_words_do_not_matter(typed: str, meant: str) -> None:
    talk, other = splendor(), splendor()
    assert talk.submit(typed) == other.submit(meant)
    assert talk.game == other.game


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("p4 red", "Possible are p3 red white blue; p2 red or p2 red blue; p1 red."),
        ("b x 2", "there is no row 'x'; rows are m, t and v."),
        ("b t 9", "'9' is no place; places are 1 to 4."),
        ("br 9", "'9' is no place; places are 1 to 3."),
        ("p3 red purple blue", "'purple' is not a color here; possible: white, blue, green, red,"),
        ("by t 2", "Perhaps you mean b t 2."),
        ("hlep", "Perhaps you mean help."),
        ("h", "h could be hint or help."),
        ("p3 red red blue", "p3 takes three different colors."),
        ("castle", "Moves are written as p3 red white blue;"),
        ("hint please", "Nothing follows hint."),
        ("save", "Save needs the name of a file: save game.json"),
        ("load", "Load needs the name of a file: load game.json"),
        ("load /no/such/file", "/no/such/file: No such file or directory."),
        ("b t 1", "you lack"),
        ("br 1", "You have 0 reserved cards."),
        ("\x1b[31m", "'\\x1b[31m'"),
    ],
)
def test_what_is_mistyped_gets_a_sentence_that_helps_and_costs_nothing(
    typed: str, sentence: str
) -> None:
    talk = splendor()
    talk.situation()
    before = talk.game.copy()
    assert sentence in refusal(talk.submit(typed))
    assert talk.game == before
    assert talk.situation() == []
    assert talk.prompt == "move> "


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_in_the_help_and_may_be_shortened(name: str) -> None:
    [answer] = splendor().submit("help")
    assert f"\n  {name}" in answer.text
    if len(name) > 2:
        short, long = splendor(), splendor()
        assert short.submit(name[:2]) == long.submit(name)


def test_nothing_typed_is_nothing_done() -> None:
    talk = splendor()
    talk.situation()
    assert talk.submit("   ") == []
    assert talk.situation() == []


def test_a_hint_is_a_legal_move_and_says_whose_it_is() -> None:
    talk = splendor()
    [line] = talk.submit("hint")
    who, _, move = line.text.partition(" would play: ")
    assert who == "The search mcts"
    assert talk.game.is_legal(move.partition(" (")[0])
    assert talk.submit("hint") == [line]


def test_the_rules_and_the_moves_are_listed() -> None:
    talk = splendor()
    assert "Most points win" in talk.submit("rules")[0].text
    listed = talk.submit("moves")
    assert texts(listed, "heading") == ["take", "reserve"]
    assert texts(listed, "entries")[0].split("\n")[0] == "p3 white blue green"


@pytest.mark.parametrize("game", gg.game.GAMES)
def test_help_and_rules_fit_the_screen(game: str) -> None:
    talk = conversation(gg.new(game, seed=1))
    for command in ("help", "rules"):
        [answer] = talk.submit(command)
        assert 5 < answer.text.count("\n") < 40
        assert max(map(len, answer.text.splitlines())) < 80


def test_where_an_argument_is_enough_a_command_is_still_read_as_one() -> None:
    talk = conversation(gg.new("arboretum", seed=3))
    assert "Write it as draw deck or draw 2." in refusal(talk.submit("draw"))
    assert "Write it as plant M5 1 0." in refusal(talk.submit("plant"))
    assert talk.submit("mov") == talk.submit("moves")
    assert texts(talk.submit("de"), "told") == ["You draw R5 from the deck."]


# Taking back


def test_undo_takes_back_what_bots_answered_if_no_card_was_seen() -> None:
    talk = splendor()
    before = talk.game.copy()
    talk.submit("p3 red white blue")
    let_bots_play(talk)
    assert len(talk.game.actions) == 2
    assert texts(talk.submit("undo"), "answer")
    assert talk.game == before
    assert [line.kind for line in talk.situation()] == ["table"]


def test_undo_is_refused_where_a_card_was_turned_up() -> None:
    talk = splendor()
    talk.submit("r m 1")
    let_bots_play(talk)
    before = talk.game.copy()
    assert "A new card was seen since then" in refusal(talk.submit("undo"))
    assert talk.game == before


def test_undo_is_refused_where_a_card_was_drawn_unseen() -> None:
    talk = conversation(gg.new("arboretum", seed=3))
    talk.submit("draw deck")
    assert "A new card was seen since then" in refusal(talk.submit("undo"))


def test_what_only_a_bot_has_seen_can_be_taken_back() -> None:
    talk = conversation(gg.new("arboretum", seed=3))
    for line in ("deck", "deck", "plant C7 0 0"):
        talk.submit(line)
    assert texts(talk.submit("undo"), "answer")
    assert talk.game.board.phase == "plant"


def test_a_turn_that_was_ended_by_hand_can_be_taken_back() -> None:
    game = gg.new("splendor", seed=1)
    talk = conversation(game)
    talk.submit("p2 red")
    game.skip()
    assert texts(talk.submit("undo"), "answer")
    assert talk.game.actions == []


def test_there_is_nothing_to_take_back_at_the_beginning() -> None:
    assert refusal(splendor().submit("undo")) == "There is nothing of yours to take back."


def test_nothing_is_taken_back_while_a_bot_thinks() -> None:
    talk = splendor()
    talk.submit("p2 red")
    assert refusal(talk.submit("undo")) == "First bot 1 moves; then undo."
    assert "It is not your turn" in refusal(talk.submit("p2 blue"))
    assert "nothing for you to decide" in refusal(talk.submit("moves"))
    assert "nothing for you to decide" in refusal(talk.submit("hint"))


def test_a_thought_about_another_position_is_ignored() -> None:
    talk = splendor()
    talk.submit("p2 red")
    thought = talk.thought()
    choice = thought.choose()
    talk.played(thought, choice)
    before = talk.game.copy()
    assert talk.played(thought, choice) == []
    assert talk.game == before


def test_a_bot_that_chooses_what_is_not_legal_forfeits() -> None:
    class Wrong:
        def choose(self, _: gg.View) -> str:
            return "noble 1"

    talk = splendor(bots={1: Wrong()})
    talk.submit("p2 red")
    thought = talk.thought()
    with pytest.raises(Forfeit, match="Nobles come by themselves"):
        talk.played(thought, thought.choose())


# Saving, loading, leaving


def test_a_saved_game_is_loaded_where_it_stood(tmp_path: Path) -> None:
    file = tmp_path / "a game.json"
    talk = splendor()
    talk.submit("p3 red white blue")
    let_bots_play(talk)
    assert talk.submit(f"save {file}")[0].text == f"Saved: {file}"
    saved = talk.game.copy()
    talk.submit("p2 green")
    let_bots_play(talk)
    assert talk.submit(f"LOAD {file}")[0].text == f"Loaded: {file}"
    assert talk.game == saved
    assert [line.kind for line in talk.situation()] == ["table"]


def test_a_game_that_does_not_fit_is_not_loaded(tmp_path: Path) -> None:
    talk = splendor()
    three, over = tmp_path / "three.json", tmp_path / "over.json"
    gg.new("splendor", players=3, seed=1).record().save(three)
    assert "gemgrove play --load" in refusal(talk.submit(f"load {three}"))
    game = gg.new("splendor", seed=1, turn_limit=1)
    game.play("p2 red")
    game.play("p2 blue")
    game.record().save(over)
    assert "is over" in refusal(talk.submit(f"load {over}"))
    (tmp_path / "letter.txt").write_text("Dear Ada")
    assert "not JSON" in refusal(talk.submit(f"load {tmp_path}/letter.txt"))
    assert talk.game == gg.new("splendor", seed=1)


def test_quitting_is_asked_for_and_says_what_is_saved(tmp_path: Path) -> None:
    talk = splendor()
    talk.submit("q")
    assert talk.prompt == "Quit? The game is not saved. y/n/s (save)> "
    assert (talk.asking, talk.candidates()) == (True, [])
    talk.submit("n")
    assert not talk.asking
    talk.submit(f"save {tmp_path}/game.json")
    talk.submit("quit")
    assert talk.prompt == "Quit? The game is saved. y/n> "
    talk.submit("")
    talk.submit("exit")
    talk.submit("y")
    assert (talk.left, talk.done, talk.waits_for) == (True, True, "nobody")
    assert talk.farewell()[0].text == "You have left the game."


def test_who_quits_can_save_in_the_same_line(tmp_path: Path) -> None:
    talk = splendor()
    talk.submit("q")
    talk.submit("s")
    assert talk.prompt == "Save as which file> "
    assert "not saved" in refusal(talk.submit(""))
    assert not talk.done
    talk.submit(f"s {tmp_path}/game.json")
    assert talk.left
    assert gg.Record.load(tmp_path / "game.json").names == ("human", "greedy")


def test_where_a_file_is_planned_nobody_is_asked_for_one(tmp_path: Path) -> None:
    talk = splendor(save=tmp_path / "game.json")
    talk.submit("q")
    assert talk.prompt == f"Quit? The game will be saved: {tmp_path}/game.json. y/n> "


# Bots only


def test_without_persons_the_spectators_view_is_told() -> None:
    talk = splendor(bots={0: make("random", seed=2), 1: make("random", seed=3)}, tell_at_once=True)
    assert talk.seat is None
    told = []
    while not talk.done:
        assert talk.waits_for == "bot"
        thought = talk.thought()
        told += texts(talk.played(thought, thought.choose()), "told")
    assert any("top card" in sentence for sentence in told)
    assert refusal(splendor(bots={0: make("greedy"), 1: make("greedy")}).submit("p2 red")) == (
        "Only bots play here."
    )
    kinds = [line.kind for line in talk.farewell()]
    assert kinds[:2] == ["table", "heading"]

"""A session without a terminal: its input, output and refusals."""

from collections.abc import Mapping
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove.agents import Agent, Forfeit, make, play_out
from gemgrove.cli.seats import Seating
from gemgrove.cli.session import COMMANDS, GameSession, Message, result
from gemgrove.game import variant_class


def new_session(
    game: gg.Game, bots: Mapping[int, Agent] | None = None, **options: object
) -> GameSession:
    """A session in which seat 0 and every other seat without a bot is a person."""
    seated = {1: make("greedy")} if bots is None else bots
    humans = [seat for seat in range(game.players) if seat not in seated]
    names = ["Ada", "Grace", "Mary", "Joan"][: game.players]
    for seat in seated:
        names[seat] = f"bot {seat}"
    if len(humans) == 1:
        names[humans[0]] = "you"
    specs = tuple("human" if seat in humans else "greedy" for seat in range(game.players))
    seating = Seating(tuple(names), specs, seated)
    return GameSession(game, seating, presenter=game.variant.presenter(), **options)  # type: ignore[arg-type]


def splendor(**options: object) -> GameSession:
    return new_session(gg.new("splendor", seed=1), **options)  # type: ignore[arg-type]


def texts(lines: list[Message], kind: str) -> list[str]:
    return [line.text for line in lines if line.kind == kind]


def refusal(lines: list[Message]) -> str:
    [line] = lines
    assert line.kind == "refusal"
    return line.text


def let_bots_play(session: GameSession) -> list[Message]:
    lines = []
    while session.waits_for == "bot":
        turn = session.bot_turn()
        lines += session.play_bot(turn, turn.choose())
    return lines


def test_the_table_is_shown_once_for_every_position() -> None:
    session = splendor()
    assert [line.kind for line in session.situation()] == ["table"]
    assert session.situation() == []
    assert texts(session.submit("p2 red"), "event") == ["You take two red."]
    let_bots_play(session)
    assert [line.kind for line in session.situation()] == ["table", "event"]


def test_a_bots_move_is_reported_at_once_or_below_the_next_table() -> None:
    later, at_once = splendor(), splendor(report_bots=True)
    for session in (later, at_once):
        session.situation()
        session.submit("p2 red")
    assert let_bots_play(later) == []
    told = let_bots_play(at_once)
    assert texts(told, "event") == texts(later.situation(), "event") != []
    assert texts(at_once.situation(), "event") == []


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
    session, other = splendor(), splendor()
    assert session.submit(typed) == other.submit(meant)
    assert session.game == other.game


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("p4 red", "Possible commands are p3 red white blue; p2 red or p2 red blue; p1 red."),
        ("b x 2", "there is no row 'x'; rows are m, t and v."),
        ("b t 9", "'9' is not a place; places are 1 to 4."),
        ("br 9", "'9' is not a place; places are 1 to 3."),
        ("p3 red purple blue", "'purple' is not a color here; possible: white, blue, green, red,"),
        ("by t 2", "Perhaps you mean b t 2."),
        ("hlep", "Did you mean help?"),
        ("h", "h could be hint or help."),
        ("p3 red red blue", "p3 takes three different colors."),
        ("castle", "Moves are written as p3 red white blue;"),
        ("hint please", "hint takes no argument."),
        ("save", "Save needs the name of a file: save game.json"),
        ("load", "Load needs the name of a file: load game.json"),
        ("load /no/such/file", "/no/such/file: No such file or directory."),
        ("b t 1", "you lack"),
        ("br 1", "You have 0 reserved cards."),
        ("\x1b[31m", "'\\x1b[31m'"),
    ],
)
def test_a_misspelled_line_gets_a_helpful_sentence_and_costs_nothing(
    typed: str, sentence: str
) -> None:
    session = splendor()
    session.situation()
    before = session.game.copy()
    assert sentence in refusal(session.submit(typed))
    assert session.game == before
    assert session.situation() == []
    assert session.prompt == "move> "


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_in_the_help_and_may_be_shortened(name: str) -> None:
    [answer] = splendor().submit("help")
    assert f"\n  {name}" in answer.text
    if len(name) > 2:
        short, long = splendor(), splendor()
        assert short.submit(name[:2]) == long.submit(name)


def test_a_person_cannot_skip_a_turn() -> None:
    session = splendor()
    assert refusal(session.submit("skip")).startswith(
        "skip is not legal: A turn is skipped only by"
    )
    assert session.game.actions == []


def test_nothing_typed_is_nothing_done() -> None:
    session = splendor()
    session.situation()
    assert session.submit("   ") == []
    assert session.situation() == []


def test_a_hint_is_a_legal_move_and_says_whose_it_is() -> None:
    session = splendor()
    [line] = session.submit("hint")
    who, _, move = line.text.partition(" would play: ")
    assert who == "The bot champion"
    assert session.game.is_legal(move.partition(" (")[0])
    assert session.submit("hint") == [line]


def test_the_rules_and_the_moves_are_listed() -> None:
    session = splendor()
    assert "Most points win" in session.submit("rules")[0].text
    listed = session.submit("moves")
    assert texts(listed, "heading") == ["take", "reserve"]
    assert texts(listed, "entries")[0].split("\n")[0] == "p3 white blue green"


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        *(("splendor", rules) for rules in (*gg.splendor.PRESETS, "official:payment=choose")),
        *(("arboretum", rules) for rules in gg.arboretum.PRESETS),
    ],
)
def test_help_and_rules_fit_the_screen(game: gg.GameName, rules: str) -> None:
    session = new_session(gg.new(game, rules=rules, seed=1))
    for command in ("help", "rules"):
        [answer] = session.submit(command)
        assert 5 < answer.text.count("\n") < 40
        assert max(map(len, answer.text.splitlines())) < 80


@pytest.mark.parametrize(
    ("rules", "there", "missing"),
    [
        ("official", ["r m deck", "return red", "p1 red", "noble 2"], ["pay gold", "this turn"]),
        ("official:payment=choose", ["pay gold"], []),
        ("duel", ["r m 4", "return red"], ["r m deck", "pay gold"]),
        ("core", ["r m 4"], ["r m deck", "return red", "p1 red", "noble 2"]),
        ("escrow", ["return a token you took this turn"], ["pay gold"]),
    ],
)
def test_help_lists_the_moves_that_the_rules_have(
    rules: str, there: list[str], missing: list[str]
) -> None:
    [answer] = new_session(gg.new("splendor", rules=rules, seed=1)).submit("help")
    assert all(text in answer.text for text in there)
    assert not any(text in answer.text for text in missing)


def test_the_short_rules_say_which_tokens_go_back() -> None:
    for preset, said in {
        "official": "any tokens you like",
        "escrow": "took this turn only",
    }.items():
        [answer] = new_session(gg.new("splendor", rules=preset, seed=1)).submit("rules")
        assert said in answer.text


@pytest.mark.parametrize(
    ("rules", "named"),
    [
        ("official", ""),
        ("escrow:players=3", "escrow"),
        ("duel:target_points=10", "duel:target_points=10"),
    ],
)
def test_rules_that_are_not_the_usual_ones_are_named_at_the_beginning_and_the_end(
    rules: str, named: str
) -> None:
    session = new_session(gg.new("splendor", rules=rules, deal="ABCD-EFGH-JKMN-PQR"))
    [greeting] = session.greeting()
    assert f"{f' by the rules {named}' if named else ''}. Type ? for help" in greeting.text
    assert ("by the rules" in greeting.text) == bool(named)
    again = session.farewell()[-1].text
    option = f"--rules {named} " if named else ""
    assert again == f"To play the same cards again: {option}--deal ABCD-EFGH-JKMN-PQR"


def test_a_command_is_understood_where_an_argument_alone_is_enough() -> None:
    session = new_session(gg.new("arboretum", seed=3))
    assert "Write it as draw deck or draw 2." in refusal(session.submit("draw"))
    assert "Write it as plant M5 1 0." in refusal(session.submit("plant"))
    assert session.submit("mov") == session.submit("moves")
    assert texts(session.submit("de"), "event") == ["You draw R5 from the deck."]


# Undo


def test_undo_takes_back_what_bots_answered_if_no_card_was_seen() -> None:
    session = splendor()
    before = session.game.copy()
    session.submit("p3 red white blue")
    let_bots_play(session)
    assert len(session.game.actions) == 2
    assert texts(session.submit("undo"), "answer")
    assert session.game == before
    assert [line.kind for line in session.situation()] == ["table"]


def test_undo_is_refused_where_a_card_was_turned_up() -> None:
    session = splendor()
    session.submit("r m 1")
    let_bots_play(session)
    before = session.game.copy()
    assert "A new card was seen since then" in refusal(session.submit("undo"))
    assert session.game == before


def test_undo_is_refused_where_a_card_was_drawn_unseen() -> None:
    session = new_session(gg.new("arboretum", seed=3))
    session.submit("draw deck")
    assert "A new card was seen since then" in refusal(session.submit("undo"))


def test_a_card_that_only_a_bot_has_seen_does_not_prevent_undo() -> None:
    session = new_session(gg.new("arboretum", seed=3))
    for line in ("deck", "deck", "plant C7 0 0"):
        session.submit(line)
    assert texts(session.submit("undo"), "answer")
    assert session.game.board.phase == "plant"


def test_a_turn_that_was_ended_by_hand_can_be_taken_back() -> None:
    game = gg.new("splendor", seed=1)
    session = new_session(game)
    session.submit("p2 red")
    game.skip()
    assert texts(session.submit("undo"), "answer")
    assert session.game.actions == []


def test_there_is_nothing_to_take_back_at_the_beginning() -> None:
    assert refusal(splendor().submit("undo")) == "You have no decision to take back."


def test_nothing_is_taken_back_while_a_bot_thinks() -> None:
    session = splendor()
    session.submit("p2 red")
    assert refusal(session.submit("undo")) == "Wait until bot 1 has moved; then undo."
    assert "It is not your turn" in refusal(session.submit("p2 blue"))
    assert "nothing for you to decide" in refusal(session.submit("moves"))
    assert "nothing for you to decide" in refusal(session.submit("hint"))


def test_a_thought_about_another_position_is_ignored() -> None:
    session = splendor()
    session.submit("p2 red")
    turn = session.bot_turn()
    choice = turn.choose()
    session.play_bot(turn, choice)
    before = session.game.copy()
    assert session.play_bot(turn, choice) == []
    assert session.game == before


def test_a_bot_that_chooses_what_is_not_legal_forfeits() -> None:
    class Wrong:
        def choose(self, _: gg.View) -> str:
            return "noble 1"

    session = splendor(bots={1: Wrong()})
    session.submit("p2 red")
    turn = session.bot_turn()
    with pytest.raises(Forfeit, match="Nobles come by themselves"):
        session.play_bot(turn, turn.choose())


# Saving, loading, leaving


def test_a_saved_game_is_loaded_where_it_stood(tmp_path: Path) -> None:
    file = tmp_path / "a game.json"
    session = splendor()
    session.submit("p3 red white blue")
    let_bots_play(session)
    assert session.submit(f"save {file}")[0].text == f"Saved: {file}"
    saved = session.game.copy()
    session.submit("p2 green")
    let_bots_play(session)
    assert session.submit(f"LOAD {file}")[0].text == f"Loaded: {file}"
    assert session.game == saved
    assert [line.kind for line in session.situation()] == ["table"]


def test_a_game_that_does_not_fit_is_not_loaded(tmp_path: Path) -> None:
    session = splendor()
    three, over = tmp_path / "three.json", tmp_path / "over.json"
    gg.new("splendor", players=3, seed=1).record().save(three)
    assert "gemgrove play --load" in refusal(session.submit(f"load {three}"))
    game = gg.new("splendor", seed=1, turn_limit=1)
    game.play("p2 red")
    game.play("p2 blue")
    game.record().save(over)
    assert "is over" in refusal(session.submit(f"load {over}"))
    (tmp_path / "letter.txt").write_text("Dear Ada")
    assert "not JSON" in refusal(session.submit(f"load {tmp_path}/letter.txt"))
    assert session.game == gg.new("splendor", seed=1)


def test_quitting_is_asked_for_and_says_what_is_saved(tmp_path: Path) -> None:
    session = splendor()
    session.submit("q")
    assert session.prompt == "Quit? The game is not saved. y/n/s (save)> "
    assert (session.in_dialog, session.completions()) == (True, [])
    session.submit("n")
    assert not session.in_dialog
    session.submit(f"save {tmp_path}/game.json")
    session.submit("quit")
    assert session.prompt == "Quit? The game is saved. y/n> "
    session.submit("")
    session.submit("exit")
    session.submit("y")
    assert (session.left, session.done, session.waits_for) == (True, True, "nobody")
    assert session.farewell()[0].text == "You have left the game."


def test_quitting_and_saving_fit_in_one_line(tmp_path: Path) -> None:
    session = splendor()
    session.submit("q")
    session.submit("s")
    assert session.prompt == "Save to which file> "
    assert "Not saved" in refusal(session.submit(""))
    assert not session.done
    session.submit(f"s {tmp_path}/game.json")
    assert session.left
    assert gg.Record.load(tmp_path / "game.json").names == ("human", "greedy")


def test_with_a_planned_file_nobody_is_asked_for_one(tmp_path: Path) -> None:
    session = splendor(save=tmp_path / "game.json")
    session.submit("q")
    assert session.prompt == f"Quit? The game will be saved: {tmp_path}/game.json. y/n> "


# Bots only


def test_without_people_the_spectators_view_is_reported() -> None:
    session = splendor(
        bots={0: make("random", seed=2), 1: make("random", seed=3)}, report_bots=True
    )
    assert session.seat is None
    told = []
    while not session.done:
        assert session.waits_for == "bot"
        turn = session.bot_turn()
        told += texts(session.play_bot(turn, turn.choose()), "event")
    assert any("top card" in sentence for sentence in told)
    assert refusal(splendor(bots={0: make("greedy"), 1: make("greedy")}).submit("p2 red")) == (
        "Only bots play here."
    )
    kinds = [line.kind for line in session.farewell()]
    assert kinds[:2] == ["table", "heading"]


@pytest.mark.parametrize("game", gg.GAMES)
def test_the_standing_at_the_end_has_the_places_of_the_game(game: gg.GameName) -> None:
    names = ["Ada", "Grace", "Mary", "Joan"]
    shared = 0
    for seed in range(20):
        over = play_out(gg.new(game, players=4, seed=seed), [make("greedy")] * 4)
        told = result(variant_class(game).presenter(), over, names)[-1].text.splitlines()
        shown = [(words[0], words[1]) for words in map(str.split, told)]
        assert sorted(shown) == sorted(
            (f"{place}.", name) for place, name in zip(over.places, names, strict=True)
        )
        assert [place for place, _ in shown] == [f"{place}." for place in sorted(over.places)]
        shared += len(set(over.places)) < 4
    assert shared or game == "splendor", "no place is shared"

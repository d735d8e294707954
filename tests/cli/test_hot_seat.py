"""Several persons at one terminal: nobody finds a hand of another."""

import random
import re
from collections.abc import Iterator

import pytest

import gemgrove as gg
from gemgrove.agents import Agent, make
from gemgrove.cli.conversation import Conversation, Line, Seating
from gemgrove.telling import face_of
from tests.cli.terminal import Terminal

NAMES = ("Ada", "Grace", "Mary")
CLEAR = b"\x1b[H\x1b[2J\x1b[3J"
CARD = re.compile(r"\b[JRCMOWBDTL][1-8]\b")
ROUNDS = 4
HINTS = 17  # they take a while, so not at every decision


def hot_seat(
    game: gg.Game, bots: dict[int, Agent] | None = None, *, at_once: bool = False
) -> Conversation:
    names = tuple(
        f"bot {seat}" if seat in (bots or {}) else NAMES[seat] for seat in range(game.players)
    )
    seating = Seating(names, names, bots or {})
    return Conversation(game, seating, face=face_of(game.name), tell_at_once=at_once)


def test_who_plays_is_said_where_it_is_not_wiped_away_at_once() -> None:
    talk = hot_seat(gg.new("arboretum", seed=1))
    assert talk.greeting() == []
    cover, greeting = talk.situation()
    assert cover.kind == "cover"
    assert "Ada and Grace play. Type ? for help" in greeting.text
    talk.submit("")
    assert "for help" not in text_of(talk.situation())


def test_who_looks_and_is_to_move_is_told_what_to_type() -> None:
    talk = hot_seat(gg.new("arboretum", seed=1))
    assert "Type: draw" not in talk.face.table(talk.view, talk.names, color=False)
    talk.submit("")
    assert "Ada draws the first of two cards. Type: draw deck" in text_of(talk.situation())


def text_of(lines: list[Line]) -> str:
    return "\n".join(line.text for line in lines)


def secrets(game: gg.Game, seat: int) -> set[str]:
    """The cards in other hands that a seat may not know."""
    known = {str(card) for player in game.view(seat).board.players for card in player.hand}
    held = {str(card) for player in game.board.players for card in player.hand}
    return held - known


def played_by_chance(
    talk: Conversation, rng: random.Random, decisions: int
) -> Iterator[tuple[int, str]]:
    """Who looks and what is shown from one hand-over to the next; everybody plays by chance."""
    looking, shown = None, ""
    for number in range(decisions):
        if talk.done:
            break
        lines = talk.situation()
        if talk.covered:
            if looking is not None:
                yield looking, shown
            shown = ""
            talk.submit("")
            continue
        looking = talk.seat
        shown += text_of(lines)
        for command in ("moves", "board", *["hint"] * (number % HINTS == 0)):
            shown += text_of(talk.submit(command))
        assert talk.candidates()
        shown += text_of(talk.submit(rng.choice(talk.game.view(talk.seat).legal_moves()).text))
        if talk.asking and not talk.covered:
            talk.submit("")


def test_where_nothing_is_hidden_nobody_is_asked_to_look_away() -> None:
    talk = hot_seat(gg.new("splendor", seed=1))
    for name, move in zip(("Ada", "Grace", "Ada"), ("p2 red", "r m 1", "p2 blue"), strict=True):
        assert talk.situation()[0].kind == "table"
        assert talk.prompt == f"{name}: move> "
        assert f"{name} " in text_of(talk.submit(move))
    assert not talk.covered


def test_a_card_reserved_unseen_is_read_hidden_and_found_again() -> None:
    talk = hot_seat(gg.new("splendor", seed=3))
    told = text_of(talk.submit("r m deck"))
    assert re.search(r"Ada reserves the top card of the mines deck, . \w+.* and takes gold\.", told)
    assert talk.prompt.startswith("Press Enter when you have read this")
    assert talk.situation() == []
    talk.submit("")
    assert talk.covered
    assert talk.situation() == [Line("cover")]
    assert talk.prompt == "Grace's turn. Press Enter when only Grace looks. "
    assert "first press Enter" in text_of(talk.submit("board"))
    assert "face down" in text_of([Line("table", str(talk.view))])
    talk.submit("")
    shown = text_of(talk.situation())
    assert "face down" in shown
    assert "Ada reserves the top card of the mines deck and takes gold." in shown
    talk.submit("p2 red")
    assert talk.covered  # for now Ada's card will be seen
    talk.submit("")
    assert "face down" not in text_of(talk.situation())


def test_one_can_quit_while_the_table_is_covered() -> None:
    talk = hot_seat(gg.new("arboretum", seed=3))
    assert talk.covered
    talk.submit("q")
    assert talk.prompt.startswith("Quit?")
    talk.submit("n")
    assert talk.covered
    talk.submit("q")
    talk.submit("y")
    assert not CARD.search(text_of(talk.farewell()))


def test_undo_goes_back_to_the_last_person_and_covers_the_table() -> None:
    talk = hot_seat(gg.new("splendor", seed=3))
    for line in ("r m deck", "", ""):
        talk.submit(line)
    talk.submit("p3 red white blue")
    talk.submit("")
    assert talk.seat == 0
    assert "Back to Grace's last decision." in text_of(talk.submit("undo"))
    assert talk.covered
    assert talk.seat is None


@pytest.mark.parametrize("at_once", [False, True])
def test_news_reach_everybody_who_did_not_look(at_once: bool) -> None:
    game = gg.new("splendor", players=3, seed=3)
    talk = hot_seat(game, {1: make("greedy")}, at_once=at_once)
    talk.situation()
    told = talk.submit("p2 red")
    thought = talk.thought()
    told += talk.played(thought, thought.choose())
    news = [line for line in talk.situation() if line.kind == "told"]
    # What is told at once stays where the next person reads, and need not be said again.
    first, second = told if at_once else news
    assert first.text == "Ada takes two red."
    assert second.text.startswith("bot 1 ")
    assert not (at_once and news)
    assert talk.prompt == "Mary: move> "


@pytest.mark.parametrize("players", [2, 3])
def test_no_card_of_another_hand_is_shown_between_two_hand_overs(players: int) -> None:
    talk = hot_seat(gg.new("arboretum", players=players, seed=players))
    compared = 0
    for looked, shown in played_by_chance(talk, random.Random(7), 45 * players):
        found = set(CARD.findall(shown))
        assert found
        assert not found & secrets(talk.game, looked)
        compared += 1
    assert compared > 10


def test_at_a_terminal_the_screen_is_cleared_and_no_card_of_another_hand_is_written() -> None:
    arguments = ("arboretum", "--vs", "human", "--names", "Ada,Grace", "--seed", "3", "--lines")
    game = gg.new("arboretum", seed=3)
    with Terminal("play", *arguments) as terminal:
        start = terminal.until_prompt()
        assert start.endswith("Ada's turn. Press Enter when only Ada looks. ")
        for _ in range(ROUNDS):
            looking = game.to_move
            hidden = secrets(game, looking)
            from_here = len(terminal.raw)
            answer = terminal.ask("")
            typed = []
            while game.to_move == looking:
                move = game.legal_moves()[0].text
                game.play(move)
                typed.append(move)
                terminal.ask("moves")
                answer = terminal.ask(move)
            written = terminal.raw[from_here:]
            shown, cleared, covered = written.rpartition(CLEAR)
            assert cleared
            assert not set(CARD.findall(shown.decode())) & hidden
            assert not CARD.search(covered.decode())
            assert answer.endswith(f"Press Enter when only {NAMES[game.to_move]} looks. ")
            # The arrow keys find nothing of what the other has typed.
            terminal.press(b"\x1b[A\x1b[A\x1b[A")
            echoed = terminal.ask("board")
            assert not any(move in echoed for move in typed)
            assert "first press Enter" in echoed

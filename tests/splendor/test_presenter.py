"""The texts of the terminal: natural, and without hidden information."""

import random
from collections.abc import Iterator

import pytest

import gemgrove as gg
from gemgrove import splendor
from gemgrove.agents import make, play_out
from gemgrove.cli.console import in_columns
from gemgrove.presenter import Presenter
from gemgrove.splendor.presenter import SplendorPresenter
from tests.cli.screens import screen_of

PRESENTER = SplendorPresenter()
NAMES = ["you", "greedy"]
FIRST = "p3 white blue green"


def told(game: splendor.Game, move: str, *, seat: int | None = 0) -> list[str]:
    """The sentences about a move for a seat."""
    before = game.view(seat)
    game.play(move)
    made = before.move(game.actions[-1])
    return PRESENTER.narrate(before, made, game.view(seat), NAMES)


def test_moves_are_told_in_words() -> None:
    game = gg.new("splendor", seed=1)
    assert told(game, "p3 red white blue") == ["You take white, blue and red."]
    assert told(game, "p2 green") == ["greedy takes two green."]
    assert told(game, "r m 2") == ["You reserve ■ red (1 pt) from mines 2 and take gold."]
    assert told(game, "r v 1") == ["greedy reserves ■ red (5 pts) from vendors 1 and takes gold."]


def over_the_limit(rules: str) -> gg.Game:
    """A game whose player has eleven tokens, two of them taken this turn."""
    game = gg.new("splendor", rules=rules, seed=1, first_player=0)
    for move in ("p3 white green red", "p3 white green red", "p3 white green red", "p2 black"):
        game.play(move)
        if game.to_move:
            game.skip()
    assert game.board.phase == "return"
    return game


@pytest.mark.parametrize(
    ("rules", "signs", "words"),
    [
        ("official", "Taken this turn: 2♠.", "Taken this turn: 2 black."),
        (
            "escrow",
            "Only tokens taken this turn may go back: 2♠.",
            "Only tokens taken this turn may go back: 2 black.",
        ),
    ],
)
def test_a_player_who_returns_tokens_is_told_which_were_taken_this_turn(
    rules: str, signs: str, words: str
) -> None:
    game = over_the_limit(rules)
    note = "You hold 11 tokens: 3◇ 3▼ 3■ 2♠. 1 must go back."
    assert PRESENTER.step(game.view(0)).note == f"{note} {signs}"
    plain = PRESENTER.in_words()
    assert plain.step(game.view(0)).note.endswith(f"1 must go back. {words}")
    assert plain.accessible_text(game.view(1), ["Ada", "you"])[-2:] == [
        "Ada must return 1 token.",
        words,
    ]
    assert PRESENTER.render(game.view(1), ["Ada", "you"], color=False).endswith(
        f"▶ Ada holds 11 tokens: 1 must go back to the bank.\n  {signs}"
    )


def test_a_purchase_is_told_with_what_was_paid() -> None:
    game = gg.new("splendor", seed=1)
    for move in ("p2 white", "p2 blue", "p2 red", "p2 green"):
        game.play(move)
    assert told(game, "b m 4") == ["You buy ■ red from mines 4 for 2◇ 2■."]


def test_a_blind_reserve_is_named_to_its_owner_only() -> None:
    game = gg.new("splendor", seed=1)
    other = game.copy()
    assert told(game, "r m deck", seat=1) == [
        "You reserve the top card of the mines deck and take gold."
    ]
    (own,) = told(other, "r m deck", seat=0)
    card = other.board.players[0].reserved[0].card
    assert card is not None
    assert f"deck, {('◇', '●', '▼', '■', '♠')[card.color]} " in own


def test_nobles_and_the_last_round_are_told() -> None:
    heard = set()
    for seed in range(30):
        game = gg.new("splendor", seed=seed)
        rng = random.Random(seed)
        while not game.over:
            moves = [move.text for move in game.legal_moves()]
            buys = [move for move in moves if move.startswith("b")]
            for sentence in told(game, rng.choice(buys or moves))[1:]:
                heard.add(sentence.split(" ", 2)[2] if "visits" not in sentence else "visit")
    assert heard == {"visit", "are reached: this is the last round."}


def positions(rules: str, seed: int) -> Iterator[splendor.Game]:
    """Positions of a game with many blind reserves in which seat 0 is to move."""
    game = gg.new("splendor", seed=seed, rules=rules)
    rng = random.Random(seed)
    while not game.over:
        if game.to_move == 0:
            yield game.copy()
        moves = [move.text for move in game.legal_moves()]
        blind = [move for move in moves if move.endswith("deck")]
        buys = [move for move in moves if move.startswith("b")]
        game.play(rng.choice((blind if rng.random() < 0.3 else buys) or moves))


@pytest.mark.parametrize("rules", ["official", "official:payment=choose"])
def test_what_a_person_cannot_know_changes_nothing_on_the_screen(rules: str) -> None:
    moves = ["b v 1", "br 1", "p2 red", "noble 1"]
    typed = ["moves", "hint", "?", "board", *moves, "undo"]
    rng = random.Random(5)
    compared = 0
    for game in list(positions(rules, 3))[::2]:
        view = game.view(0)
        # A legal move would reveal a hidden card, or let the bot use one.
        if {*moves} & {move.text for move in view.legal_moves()}:
            continue
        screens = [screen_of(view.sample(rng), PRESENTER, typed) for _ in range(2)]
        assert screens[0] == screens[1]
        compared += 1
    assert compared > 5


def test_listed_moves_are_the_legal_ones() -> None:
    for game in positions("official", 8):
        view = game.view(0)
        moves = view.legal_moves()
        listed = [
            entry.split("  ")[0]
            for _, group in PRESENTER.group_moves(view, moves)
            for entry in group
        ]
        assert sorted(listed) == sorted(move.text for move in moves)


def test_every_legal_move_can_be_described() -> None:
    for game in positions("official:payment=choose", 2):
        view = game.view(0)
        for move in view.legal_moves():
            assert PRESENTER.describe(view, move)


def test_the_plain_presenter_serves_a_game_without_its_own() -> None:
    presenter = Presenter()
    game = gg.new("splendor", seed=1)
    before = game.view(0)
    game.play("p2 red")
    move = before.move(game.actions[-1])
    assert presenter.narrate(before, move, game.view(0), NAMES) == ["You played p2 red."]
    assert presenter.table(before, ["you", "player 2"], color=False) == str(before)
    assert presenter.group_moves(before, before.legal_moves())[0][1][0] == "p3 white blue green"
    assert presenter.step(before).prompt
    over = play_out(game, [make("greedy")] * 2)
    assert presenter.standings(over, NAMES)[0].startswith(NAMES[over.winners[0]])
    said = presenter.in_words().table(before, NAMES, color=True).splitlines()
    assert said[:4] == ["You: 0 points.", "greedy: 0 points.", "It is your move.", f"Move: {FIRST}"]


def test_columns_are_as_wide_as_the_screen() -> None:
    lines = in_columns([f"p3 white {number}" for number in range(20)])
    assert len(lines) == 4
    assert max(map(len, lines)) <= 80

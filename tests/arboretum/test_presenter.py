"""The texts of the terminal: natural, and without hidden information."""

import random
import re
from collections.abc import Iterator

import pytest

import gemgrove as gg
from gemgrove import arboretum
from gemgrove.arboretum.board import free_cells
from gemgrove.arboretum.presenter import ArboretumPresenter
from gemgrove.arboretum.scoresheet import score_sheet
from gemgrove.game import variant_class
from gemgrove.text_layout import WIDTH, width
from tests.cli.screens import screen_of
from tests.random_games import play_randomly, random_positions

PRESENTER = ArboretumPresenter()
NAMES = ["you", "greedy"]
CARD = re.compile(r"\b[JRCMOWBDTL][1-8]\b")


def told(game: arboretum.Game, move: gg.Move | str, *, seat: int | None = 0) -> list[str]:
    """The sentences about a move for a seat."""
    before = game.view(seat)
    game.play(move)
    made = before.variant.move(before, game.actions[-1])
    return PRESENTER.narrate(before, made, game.view(seat), NAMES)


def positions(seed: int, players: int = 2) -> Iterator[arboretum.Game]:
    """The positions of a random game before its end."""
    game = gg.new("arboretum", players=players, seed=seed)
    return (each.copy() for each in random_positions(game, seed) if not each.over)


def test_the_game_has_a_presenter_of_its_own() -> None:
    assert isinstance(variant_class("arboretum").presenter(), ArboretumPresenter)


def test_a_turn_is_told_in_words() -> None:
    game = gg.new("arboretum", seed=3)
    assert told(game, "draw deck") == ["You draw R5 from the deck."]
    assert told(game, "draw deck") == ["You draw C6 from the deck."]
    assert told(game, "pick C6") == []
    assert told(game, "at 0 0") == ["You plant C6 at 0 0."]
    assert told(game, "discard J2") == ["You discard J2."]
    assert told(game, "draw 1") == ["greedy draws J2 from your pile."]
    assert told(game, "draw deck") == ["greedy draws from the deck."]


def test_piles_are_told_by_their_owner() -> None:
    whose = {
        (0, 0): "your own",
        (0, 1): "greedy's",
        (1, 0): "your",
        (1, 1): "their own",
    }
    seen = set()
    for game in positions(2):
        for owner in (0, 1):
            if f"draw {owner + 1}" in texts(game):
                seat, card = game.to_move, game.board.players[owner].pile[-1]
                start = ("You draw", "greedy draws")[seat]
                (sentence,) = told(game.copy(), f"draw {owner + 1}")
                assert sentence == f"{start} {card} from {whose[seat, owner]} pile."
                seen.add((seat, owner))
    assert seen == whose.keys()


def test_a_planted_card_is_told_with_the_paths_it_makes() -> None:
    game = gg.new("arboretum", seed=3)
    for move in ("draw deck", "draw deck", "plant C6 0 0", "discard J2"):
        game.play(move)
    for _ in range(5):
        game.play(game.legal_moves()[0])
    game.play_all(["draw deck", "draw deck", "pick C7"])
    assert told(game, "at 1 0") == ["You plant C7 at 1 0: the cassia path is worth 2."]


def test_several_paths_at_once_are_all_told() -> None:
    sentences = [
        sentence
        for seed in range(5)
        for game in positions(seed)
        if game.board.phase == "plant" and game.board.turns > 14
        for move in game.legal_moves()
        for sentence in told(game.copy(), move)
    ]
    found = [sentence for sentence in sentences if sentence.count(" path ") > 1]
    assert found
    pattern = (
        r"\w+ plants? \w\d at -?\d+ -?\d+: the [a-z ]+ path is worth \d+(, the .* path \d+)+\."
    )
    assert all(re.fullmatch(pattern, sentence) for sentence in found)


def test_the_end_of_the_deck_is_told_once() -> None:
    for players in (2, 3, 4):
        game = gg.new("arboretum", players=players, seed=players)
        names = [f"bot {seat}" for seat in range(players)]
        heard = []
        while not game.over:
            before = game.view(None)
            game.play(game.legal_actions()[0])
            move = before.move(game.actions[-1])
            heard += PRESENTER.narrate(before, move, game.view(None), names)
        assert heard.count("The deck is empty: the game ends after this turn.") == 1


@pytest.mark.parametrize("seat", [0, None])
def test_what_others_draw_and_pick_is_not_told(seat: int | None) -> None:
    rng = random.Random(1)
    compared = {"draw": 0, "pick": 0}
    for game in positions(11):
        if game.to_move == 0 or game.board.phase not in ("draw", "second draw", "pick"):
            continue
        view = game.view(seat)
        for _ in range(3):
            one, two = view.sample(rng), view.sample(rng)
            if game.board.phase == "pick":
                moves = [rng.choice(one.legal_moves()), rng.choice(two.legal_moves())]
            elif game.board.deck:
                moves = [game.variant.parse("draw deck")] * 2
            else:
                continue
            heard = [
                told(each, move, seat=seat) for each, move in zip((one, two), moves, strict=True)
            ]
            assert heard[0] == heard[1]
            assert not CARD.search(" ".join(heard[0]))
            noted = [
                PRESENTER.notation(move, each.view(seat))
                for each, move in zip((one, two), moves, strict=True)
            ]
            assert noted[0] == noted[1] in ("draw deck", "pick")
            compared["pick" if game.board.phase == "pick" else "draw"] += 1
    assert min(compared.values()) > 20


def test_ones_own_pick_is_noted() -> None:
    game = next(game for game in positions(1) if game.board.phase == "pick")
    move = game.legal_moves()[0]
    game.play(move)
    assert PRESENTER.notation(move, game.view(0)) == move.text
    assert PRESENTER.notation(move, game.view(1)) == "pick"
    assert PRESENTER.notation(move, game) == move.text


def test_what_a_person_cannot_know_changes_nothing_on_the_screen() -> None:
    # None of these is ever legal: a legal move would show a hidden card, or let the bot use one.
    illegal = ["draw 4", "pick B1", "at 16 16", "discard B1", "plant B1 0 0"]
    typed = ["moves", "hint", "?", "board", *illegal, "undo"]
    rng = random.Random(5)
    phases = set()
    # A turn has five decisions, so every fourth position covers each kind in turn.
    for game in [game for game in positions(3) if game.to_move == 0][::4]:
        view = game.view(0)
        text = screen_of(view.sample(rng), PRESENTER, typed)
        assert text == screen_of(view.sample(rng), PRESENTER, typed)
        assert text.count("not legal") == len(illegal)
        assert max(map(width, text.splitlines())) <= WIDTH
        phases.add(game.board.phase)
    assert phases == {"draw", "second draw", "pick", "plant", "discard"}


def test_the_argument_alone_is_enough_at_every_step() -> None:
    for game in positions(4):
        view = game.view(game.to_move)
        step = PRESENTER.step(view)
        for move in view.legal_moves():
            command, argument = move.text.split(" ", 1)
            assert command == step.prefix
            with pytest.raises(gg.NotationError):
                game.variant.parse_all(argument)


def test_the_first_decision_of_a_turn_shows_the_table_and_the_others_a_note() -> None:
    for game in positions(5):
        step = PRESENTER.step(game.view(game.to_move))
        assert (step.note == "") == (game.board.phase == "draw")
        if game.board.phase in ("pick", "discard"):
            assert CARD.findall(step.note) == [move.text[-2:] for move in game.legal_moves()]
        if game.board.phase == "plant" and game.board.turns >= 2:
            free = free_cells(game.board.player.arboretum)
            assert len(re.findall(r"\+(?!:)", step.note)) == len(free)
            assert step.prompt == f"plant {game.board.picked} at (x y)> "


def test_a_note_is_colored_if_wanted() -> None:
    for game in positions(5):
        step = PRESENTER.step(game.view(game.to_move), color=True)
        assert ("\x1b" in step.note) == (game.board.phase != "draw")
        assert "\x1b" not in step.prompt


def test_listed_moves_are_the_legal_ones_and_all_can_be_described() -> None:
    for game in positions(8, players=3):
        view = game.view(game.to_move)
        moves = view.legal_moves()
        groups = PRESENTER.group_moves(view, moves)
        assert len(groups) == 1
        assert [entry.split("  ")[0] for entry in groups[0][1]] == [move.text for move in moves]
        assert all(PRESENTER.describe(view, move) for move in moves)


def test_a_pile_is_described_with_its_owner_and_its_top() -> None:
    game = next(game for game in positions(2) if {"draw 1", "draw 2"} <= texts(game))
    own, other = game.to_move, 1 - game.to_move
    tops = [player.pile[-1] for player in game.board.players]

    def described(seat: int) -> str:
        return PRESENTER.describe(game, game.variant.parse(f"draw {seat + 1}"))

    assert described(own) == f"draw {tops[own]} from your own pile"
    assert described(other) == f"draw {tops[other]} from player {other + 1}'s pile"


def texts(game: arboretum.Game) -> set[str]:
    return {move.text for move in game.legal_moves()}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_end_is_told_with_the_score_sheet_and_a_standing(players: int) -> None:
    names = ["you", "Ada", "Ben", "Cleo"][:players]
    game = play_randomly(gg.new("arboretum", players=players, seed=1))
    assert PRESENTER.score_breakdown(game, names) == str(score_sheet(game, names))
    lines = PRESENTER.standings(game, names)
    assert lines[0].split()[0] in [names[seat] for seat in game.winners]
    points = [int(line.split()[1]) for line in lines]
    assert points == sorted(game.scores, reverse=True)
    assert PRESENTER.ending(game) == f"The game is over after {game.board.turns} turns."

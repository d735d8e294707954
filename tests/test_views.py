"""Views as values: their contents, their one-line text, and games that agree with them."""

import random
from collections.abc import Iterator
from itertools import cycle

import pytest

import gemgrove as gg
from gemgrove import arboretum, splendor

RULES = [
    *(("splendor", preset) for preset in splendor.PRESETS),
    ("splendor", "official:payment=choose"),
    ("splendor", "official:first_player=random"),
    *(("arboretum", preset) for preset in arboretum.PRESETS),
    ("arboretum", "official:first_player=random"),
]
KINDS = [
    *((name, rules, players) for (name, rules), players in zip(RULES, cycle((3, 4, 2)))),
    *((name, "official", players) for name in gg.GAMES for players in (2, 4)),
]


def positions(name: gg.GameName, rules: str, players: int, seed: int = 1) -> Iterator[gg.Game]:
    """Every position of a random game; the same `Game` each time."""
    rng = random.Random(seed)
    game = gg.new(name, rules=rules, players=players, seed=seed)
    yield game
    while not game.over:
        actions = game.legal_actions()
        game.play(rng.choice(actions[-8:] if rng.random() < 0.5 else actions))
        yield game


@pytest.mark.parametrize(("name", "rules", "players"), KINDS)
def test_a_sample_shows_each_seat_what_its_view_shows(
    name: gg.GameName, rules: str, players: int
) -> None:
    rng = random.Random(7)
    for game in positions(name, rules, players):
        for seat in (None, *range(players)):
            view = game.view(seat)
            again = view.sample(rng).view(seat)
            assert again == view
            assert hash(again) == hash(view)
            assert again.position() == view.position()
            assert again.board == view.board
            assert again.legal_actions() == view.legal_actions()


@pytest.mark.parametrize(("name", "rules", "players"), KINDS)
def test_views_of_other_seats_and_other_positions_differ(
    name: gg.GameName, rules: str, players: int
) -> None:
    before: set[gg.View] = set()
    for number, game in enumerate(positions(name, rules, players)):
        seats = (None, *range(players))
        before |= {game.view(seat) for seat in seats}
        # A picked card is hidden from the others, who still see that one was picked.
        assert len(before) == (number + 1) * len(seats)


@pytest.mark.parametrize(("name", "rules", "players"), KINDS)
def test_the_moves_of_a_view_are_those_played(name: gg.GameName, rules: str, players: int) -> None:
    played: list[gg.Move] = []
    for game in positions(name, rules, players):
        played += [game.moves[-1]] if game.actions else []
        for seat in (None, *range(players)):
            told = game.view(seat).moves
            secret = name == "arboretum" and game.board.phase == "plant" and seat != game.to_move
            assert told == (played[:-1] if secret else played)


def test_a_sample_has_no_history() -> None:
    game = gg.new("splendor", seed=1)
    game.play("p3 red white blue")
    view = game.view(0)
    assert view.sample(1).actions == view.sample(1).view(0).actions == []
    assert view.sample(1).moves == []
    assert len(view.moves) == 1


def test_a_view_of_splendor_in_one_line() -> None:
    game = gg.new("splendor", seed=1)
    game.play("r m deck")
    hidden = game.view(1).position()
    assert hidden.startswith("splendor official:players=2 view=p2 move=p2:play first=p1 turns=1 ")
    assert " decks=?x35/?x26/?x16 " in hidden
    assert ";reserved=?1*" in hidden
    known = game.board.players[0].reserved[0].card
    assert known is not None
    assert f";reserved={known.id}*" in game.view(0).position()
    assert " view=- " in game.view(None).position()


def test_a_view_of_arboretum_in_one_line() -> None:
    game = gg.new("arboretum", seed=1)
    assert game.view(0).position().startswith("arboretum official:players=2 view=p1 move=p1:draw ")
    assert game.view(0).position().endswith(" p2=?x7")
    assert game.view(None).position().endswith(" p1=?x7 p2=?x7")


@pytest.mark.parametrize("name", gg.GAMES)
def test_what_a_view_shows_is_no_full_position(name: gg.GameName) -> None:
    game = gg.new(name, seed=1)
    for seat in (0, None):
        with pytest.raises(gg.PositionError, match=r"^This is what a view shows, .*View\.sample"):
            gg.from_position(game.view(seat).position())

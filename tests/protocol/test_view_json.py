"""Views as plain values: they round-trip, and nonsense is refused with a sentence."""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gemgrove as gg
from gemgrove.game import variant_class
from gemgrove.splendor import COLORS, Card, CardSet, Noble
from gemgrove.view_json import view_from_dict, view_to_dict

VARIANTS = [
    ("splendor", "official", 2),
    ("splendor", "official:payment=choose,first_player=random", 3),
    ("splendor", "core", 4),
    ("splendor", "arena", 2),
    ("splendor", "duel", 3),
    ("splendor", "escrow", 4),
    ("arboretum", "official", 2),
    ("arboretum", "seeded:first_player=random", 3),
]


def own_cards() -> CardSet:
    """A card set in another order and with other costs, and with named nobles."""
    cards = CardSet.builtin().cards[::-1]
    return CardSet(
        tuple(Card(n, c.tier, c.color, c.points, c.cost[::-1]) for n, c in enumerate(cards)),
        tuple(
            Noble(n, f"Noble № {n}", 4, noble.requirement)
            for n, noble in enumerate(CardSet.builtin().nobles)
        ),
    )


def positions(game: gg.Game, seed: int) -> Iterator[gg.Game]:
    """Some positions of a random game: the first, the last and some in between."""
    rng = random.Random(seed)
    yield game
    while not game.over:
        blind = [move for move in game.legal_moves() if move.text.endswith("deck")]
        game.play(
            rng.choice(blind) if blind and rng.random() < 0.1 else rng.choice(game.legal_moves())
        )
        if game.over or rng.random() < 0.1:
            yield game


def views(game: gg.Game) -> list[gg.View]:
    return [game.view(seat) for seat in (None, *range(game.players))]


def sent(view: gg.View) -> Any:
    """A view as its reader receives it."""
    return json.loads(json.dumps(view_to_dict(view)))


@pytest.mark.parametrize(("name", "rules", "players"), VARIANTS)
def test_a_view_is_read_as_it_was_written(name: gg.GameName, rules: str, players: int) -> None:
    for game in positions(gg.new(name, rules=rules, players=players, seed=players), players):
        for view in views(game):
            assert view_from_dict(view.variant, sent(view)) == view


def test_a_view_of_own_cards_is_read_as_it_was_written() -> None:
    for game in positions(gg.new("splendor", seed=3, cards=own_cards()), 3):
        for view in views(game):
            assert view_from_dict(view.variant, sent(view)) == view


@pytest.mark.parametrize(("name", "rules", "players"), VARIANTS)
def test_the_history_tells_each_move_and_who_made_it(
    name: gg.GameName, rules: str, players: int
) -> None:
    game = gg.new(name, rules=rules, players=players, seed=5)
    rng = random.Random(5)
    made = []
    while not game.over:
        action = rng.choice(game.legal_actions())
        made.append((game.to_move, game.move(action)))
        game.play(action)
        if rng.random() < 0.05 or game.over:
            for view in views(game):
                told = list(view.variant.history(view))
                assert told == made[: len(told)]
                assert len(told) == len(view.actions)


def test_a_history_that_begins_with_a_planted_card_tells_where() -> None:
    start = gg.new("arboretum", seed=2)
    rng = random.Random(2)
    while len(start.actions) < 28:
        start.play(rng.choice(start.legal_actions()))
    assert start.board.phase == "plant"
    for action in start.legal_actions():
        game = gg.from_position(start.position())
        move = game.move(action)
        game.play(action)
        view = game.view(0)
        assert [told for _, told in view.variant.history(view)] == [move]


def test_a_skipped_turn_is_told() -> None:
    game = gg.new("splendor", seed=1)
    game.play("p3 red white blue")
    game.skip()
    game.play("r m 1")
    view = game.view(0)
    assert view_from_dict(view.variant, sent(view)) == view
    told = [(seat, move.text) for seat, move in view.variant.history(view)]
    assert told == [(0, "p3 white blue red"), (1, "skip"), (0, "r m 1")]


def test_a_view_of_splendor_speaks_for_itself() -> None:
    game = gg.new("splendor", seed=1)
    game.play("r v deck")
    told = view_to_dict(game.view(1))
    assert told["bank"] == {"white": 4, "blue": 4, "green": 4, "red": 4, "black": 4, "gold": 4}
    assert told["decks"] == [36, 26, 15]
    assert told["players"][0]["reserved"] == [{"hidden": True, "tier": 3, "blind": True}]
    card = game.board.market[1][0]
    assert card is not None
    assert told["market"][1][0] == {
        "id": card.id,
        "tier": 2,
        "color": COLORS[card.color],
        "points": card.points,
        "cost": dict(zip(COLORS, card.cost, strict=True)),
    }


def test_a_view_of_arboretum_speaks_for_itself() -> None:
    game = gg.new("arboretum", rules="seeded", seed=1)
    top = game.board.players[1].pile[-1]
    game.play("draw 2")
    told = view_to_dict(game.view(1))
    hand = told["players"][0]["hand"]
    assert hand[0]["id"] == str(top)
    assert hand[0]["shown"] is True
    assert hand[1:] == [{"hidden": True}] * 7
    assert told["deck"] == 48 - 15
    assert all(card["shown"] is False for card in told["players"][1]["hand"])


# Reading what is not a view


MIDDLE = {
    name: next(
        game for game in positions(gg.new(name, players=3, seed=4), 4) if len(game.actions) > 40
    )
    for name in gg.GAMES
}


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to everything inside a plain value."""
    members: Any = ()
    if isinstance(value, dict):
        members = value.items()
    elif isinstance(value, list):
        members = enumerate(value)
    for key, member in members:
        yield (*path, key)
        yield from places(member, (*path, key))


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The data with another value in one place; Ellipsis removes it."""
    data = copy.deepcopy(data)
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    if value is ...:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return data


def refused_or_read(view: gg.View, data: Any) -> bool:
    """Return True if data is refused with a sentence, or read as a view that writes it again."""
    try:
        read = view_from_dict(view.variant, data)
    except gg.PositionError as error:
        return str(error).endswith(".")
    return json.dumps(view_to_dict(read)) == json.dumps(data)


@pytest.mark.parametrize("name", gg.GAMES)
def test_another_value_in_any_place_is_refused_or_makes_another_view(name: gg.GameName) -> None:
    view = MIDDLE[name].view(0)
    data = sent(view)
    rng = random.Random(1)
    replacements: list[Any] = [..., None, -1, 10**30, 1.5, "x", [], {}, True, [None], {"id": {}}]
    for path in places(data):
        for value in rng.sample(replacements, 2):
            assert refused_or_read(view, changed(data, path, value))


@pytest.mark.parametrize("name", gg.GAMES)
def test_what_follows_from_the_rest_must_agree_with_it(name: gg.GameName) -> None:
    view = MIDDLE[name].view(0)
    data = changed(sent(view), ("scores", 0), view.scores[0] + 1)
    with pytest.raises(gg.PositionError, match=r"^view.scores\[0\] is \d+; the rest .* makes it"):
        view_from_dict(view.variant, data)


@pytest.mark.parametrize("name", gg.GAMES)
def test_a_view_of_another_seat_is_refused(name: gg.GameName) -> None:
    game = gg.new(name, seed=1)
    if name == "splendor":
        game.play("r m deck")
    view = game.view(0)
    with pytest.raises(gg.PositionError, match=r"would see|reserved.*hidden is missing"):
        view_from_dict(view.variant, sent(view) | {"seat": 1})


def test_members_that_nobody_knows_are_ignored() -> None:
    view = MIDDLE["splendor"].view(1)
    data = sent(view) | {"weather": "fine"}
    data["players"][0]["mood"] = ["good"]
    assert view_from_dict(view.variant, data) == view


def test_a_view_of_another_game_is_refused() -> None:
    view = MIDDLE["splendor"].view(1)
    variant = variant_class("arboretum").create("official", players=3, options={})
    with pytest.raises(gg.PositionError, match=r"^view.game is 'splendor'; it must be .*arboretum"):
        view_from_dict(variant, sent(view))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)


@settings(max_examples=60)
@given(st.sampled_from(gg.GAMES), JSON, st.data())
def test_garbage_is_refused_with_a_sentence(
    name: gg.GameName, garbage: Any, chance: st.DataObject
) -> None:
    view = MIDDLE[name].view(0)
    data = sent(view)
    path = chance.draw(st.sampled_from(list(places(data))))
    assert refused_or_read(view, garbage)
    assert refused_or_read(view, changed(data, path, garbage))

"""An action has a reason, which can be put into words, if and only if it is not legal."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

import gemgrove as gg
from gemgrove import _native, arboretum, splendor
from gemgrove.arboretum import illegal_moves as arboretum_words
from gemgrove.splendor import CardSet
from gemgrove.splendor import illegal_moves as splendor_words
from gemgrove.splendor.moves import Move
from tests.random_games import play_randomly, random_positions
from tests.splendor.card_sets import RED, WHITE, small_set
from tests.splendor.test_illegal_moves import VARIANTS

BUY_RESERVED = Move.parse("br 1").action
KINDS = [
    *product(["splendor"], splendor.PRESETS, [2, 3, 4]),
    *(("splendor", rules, None) for rules in VARIANTS if ":" in rules),
    *product(["arboretum"], arboretum.PRESETS, [2, 3, 4]),
]
"""All presets for all numbers of players, and options that no preset has."""


def reasons(game: gg.Game) -> Iterator[tuple[int, Any, list[int]]]:
    """Play at random to the end; yield each illegal action of each position with its reason."""
    for position in random_positions(game):
        for action, legal in enumerate(position.mask()):
            reason = position.variant.core.reason(position, action)
            assert (reason is None) == legal
            if reason is not None:
                yield action, *reason


def words(game: gg.Game, code: Any, arguments: list[int]) -> str:
    if isinstance(game.variant, splendor.Splendor):
        return splendor_words.sentence(game.variant.cards, code, arguments)
    return arboretum_words.sentence(code, arguments)


@pytest.mark.parametrize(("name", "rules", "players"), KINDS)
def test_the_text_of_an_illegal_move_is_refused_with_its_reason(
    name: gg.GameName, rules: str, players: int | None
) -> None:
    game: gg.Game = gg.new(name, rules=rules, players=players, seed=5)
    for number, (action, code, arguments) in enumerate(reasons(game)):
        if number % 17 == 0:
            text, before = game.move(action).text, game.actions
            with pytest.raises(gg.IllegalMove) as caught:
                game.play(text)
            assert str(caught.value) == f"{text} is not legal: {words(game, code, arguments)}."
            assert game.actions == before


def test_every_reason_of_splendor_occurs_and_has_words() -> None:
    codes = {_native.splendor.ReasonCode.CARD_HIDDEN}  # a game hides no card from the seat to move
    quick = small_set((1, 0, 1, 0, 0), points=1, nobles=(WHITE, WHITE, WHITE, WHITE, RED))
    for rules, cards in product(VARIANTS, (CardSet.builtin(), quick)):
        game = gg.new("splendor", rules=rules, seed=2, cards=cards)
        for _, code, arguments in reasons(game):
            assert words(game, code, arguments)
            codes.add(code)
    assert codes == set(_native.splendor.ReasonCode)


def test_every_reason_of_arboretum_occurs_and_has_words() -> None:
    codes = set()
    for players in (2, 3, 4):
        game = gg.new("arboretum", rules="seeded", players=players, seed=players)
        for _, code, arguments in reasons(game):
            assert words(game, code, arguments)
            codes.add(code)
    assert codes == set(_native.arboretum.ReasonCode)


def test_a_card_that_is_not_known_is_not_described() -> None:
    game = gg.new("splendor", seed=1)
    game.play("r m deck")
    game.skip()
    reason = _native.splendor.reason(game._seen_by(1), BUY_RESERVED)
    assert reason == (_native.splendor.ReasonCode.CARD_HIDDEN, [0, 1])
    assert splendor_words.sentence(CardSet.builtin(), *reason) == (
        "The card at reserved card 1 is not known"
    )


@pytest.mark.parametrize("name", gg.GAMES)
def test_only_the_seat_to_move_is_given_reasons_until_the_end(name: gg.GameName) -> None:
    game: gg.Game = gg.new(name, seed=1)
    core = game.variant.core
    assert core.reason(game.view(0), 0) is None
    with pytest.raises(ValueError, match=r"^This seat has nothing to decide now\.$"):
        core.reason(game.view(1), 0)
    play_randomly(game)
    assert core.reason(game.view(1), 0) == (core.ReasonCode.GAME_OVER, [])


@pytest.mark.parametrize("name", gg.GAMES)
@pytest.mark.parametrize("action", [-1, 1000])
def test_a_number_that_is_no_action_has_no_reason(name: gg.GameName, action: int) -> None:
    game: gg.Game = gg.new(name, seed=1)
    with pytest.raises(ValueError, match=rf"^action is {action}; it can be 0 to "):
        game.variant.core.reason(game, action)

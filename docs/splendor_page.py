"""The page of Splendor."""

from collections.abc import Iterator

import gemgrove as gg
from docs import game_page
from gemgrove import splendor
from gemgrove.splendor.rewards import token_efficiency

EXAMPLE_SEED = 269
EXAMPLE_MOVES = [
    "p3 blue green red",
    "p3 blue green red",
    "p3 blue green red",
    "p3 green red black",
    "b m 1",
    "r t 4",
    "b m 3",
    "p3 green red black",
    "p3 white blue green",
    "b m 2",
    "b m 2",
]
"""A game in which the first player's cards make the later ones cheaper."""


def page() -> Iterator[str]:
    yield from game_page.opening(
        "Splendor",
        "Two to four players buy cards with tokens; bought cards make later ones cheaper.",
    )
    yield from game_page.usage("splendor")
    yield ""
    yield "The module `splendor_game` has the same game with moves as tuples and states as"
    yield "dictionaries: [splendor-game.md](splendor-game.md)."
    yield from game_page.rules_table(splendor.Rules, splendor.PRESETS)
    yield from actions()
    yield from game_page.observation_tables("splendor")
    yield from game_page.environments("splendor")
    yield from game_page.reward_table("splendor")
    yield "`game.scores` are prestige points."
    yield from token_efficiency_section()
    yield from game_page.heading("Termination")
    yield "| `game.ending` | when | in an environment |"
    yield "|---|---|---|"
    yield "| `finished` | a player has the target points and the round is complete | termination |"
    yield "| `dead end` | every player in a row has passed | termination |"
    yield "| `turn limit` | `turn_limit` turns each; `game.truncated` is then true | truncation |"
    yield ""
    yield game_page.ILLEGAL
    yield from game_page.versions("splendor")


def actions() -> Iterator[str]:
    yield from game_page.heading("Actions")
    yield f"{len(splendor.MOVES)} numbers, the same in every preset; the mask says which are legal."
    yield "A turn may take several decisions of the same seat."
    yield f"Tokens: {', '.join(splendor.TOKENS)}."
    yield ""
    yield "| number | notation | kind |"
    yield "|---|---|---|"
    for move in splendor.MOVES:
        text = f"`{move.text}`"
        if move.kind == "return":
            text += f", or `pay {move.colors[0]}` in the phase `pay`"
        yield f"| {move.action} | {text} | {move.kind} |"


def token_efficiency_section() -> Iterator[str]:
    """The formula of the reward, and a game in which it can be followed."""
    yield ""
    yield "`token_efficiency` is measured in full hands of ten tokens, of any color, gold included:"
    yield ""
    yield "    reward = (saved - (held after the step - held before it)) / 10"
    yield "    saved  = for the card bought in the step, if any, the sum over the colors of"
    yield "             min(its printed cost, the seat's bonuses before the step)"
    yield ""
    yield "A step is at most one turn of the seat, as in every environment. What a purchase takes"
    yield "out of the hand and what bonuses save are together the card's printed cost: a purchase"
    yield "is worth a tenth of that, and only a token that buys nothing stays a loss. A decision is"
    yield "worth at least -0.3 (three tokens taken) and, with the built-in cards, at most"
    yield f"{max(costs()) / 10} (the dearest card). A game adds up to at least -1 and at most"
    yield f"{sum(costs()) / 10}; between bots it is mostly 1 to 6. Long games save more than short"
    yield "ones: give it a small weight beside what decides the game, as in"
    yield '`"rank + 0.1 * token_efficiency"`.'
    yield ""
    yield f'The first player in `gg.new("splendor", seed={EXAMPLE_SEED})`; the other one plays'
    yield f"{', '.join(f'`{move}`' for move in EXAMPLE_MOVES[1::2])} in between:"
    yield ""
    yield "| decision | printed cost | saved | held before | held after | reward |"
    yield "|---|---|---|---|---|---|"
    game = gg.new("splendor", seed=EXAMPLE_SEED)
    total = 0.0
    for text in EXAMPLE_MOVES:
        before = game.copy()
        game.play(text)
        if before.to_move == 0:
            reward = token_efficiency()(before, game, 0)
            total += reward
            yield f"| `{text}` | {purchase(before, game)} | {reward:+.1f} |"
    yield ""
    left = held(game)
    yield f"Together {total:+.1f}: {round(10 * total) + left} tokens saved, {left} left over."


def costs() -> list[int]:
    return [sum(card.cost) for card in splendor.CardSet.builtin().cards]


def held(game: gg.Game) -> int:
    return sum(game.board.players[0].tokens)


def purchase(before: gg.Game, after: gg.Game) -> str:
    """Cost, savings and tokens of the first player's decision, as cells of a table."""
    then, now = before.board.players[0], after.board.players[0]
    bought = [card for card in now.bought if card not in then.bought]
    cost = " ".join(
        f"{count} {color}"
        for card in bought
        for count, color in zip(card.cost, splendor.COLORS, strict=True)
        if count
    )
    saved = sum(min(pair) for card in bought for pair in zip(card.cost, then.bonuses, strict=True))
    return f"{cost} | {saved} | {held(before)} | {held(after)}"

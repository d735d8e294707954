"""The page of Arboretum."""

from collections.abc import Iterator

import gemgrove as gg
from docs import game_page
from gemgrove import arboretum
from gemgrove.arboretum.cards import SPECIES


def page() -> Iterator[str]:
    yield from game_page.opening(
        "Arboretum",
        "Two to four players plant cards so that paths of rising rank form, and keep others to\n"
        "have the right to score them.",
    )
    yield from game_page.usage("arboretum")
    yield from game_page.rules_table(arboretum.Rules, arboretum.PRESETS)
    yield from actions()
    yield from game_page.observation_tables("arboretum")
    yield from game_page.environments("arboretum")
    yield from game_page.reward_table("arboretum")
    yield "`game.scores` are the final points once the game is over; before that, what each"
    yield "arboretum would earn with every right to score."
    yield from game_page.heading("Termination")
    yield "`game.ending` is `finished`: when the deck's last card has been drawn, that turn is the"
    yield "last. A game always ends, and in an environment that is always a termination."
    yield ""
    yield game_page.ILLEGAL
    yield from game_page.versions("arboretum")


def actions() -> Iterator[str]:
    yield from game_page.heading("Actions")
    yield "A turn is five decisions of one seat: two draws, the card to plant, its cell, the"
    yield "discard. A card's number is 8 times the place of its species plus its rank less 1; the"
    yield "species are"
    yield ", ".join(f"{letter} {name}" for letter, name in SPECIES.items()) + "."
    yield "A cell's number is relative to the frame, which lies on the arboretum's bounding box"
    yield "with a margin of one, row by row from below; a `Move` holds the coordinates themselves."
    yield ""
    yield "| action | notation | 2 players | 3 players | 4 players |"
    yield "|---|---|---|---|---|"
    for action, notation, sizes in action_ranges():
        row = " | ".join(f"{at} to {end}" if end > at else f"{at}" for at, end in sizes)
        yield f"| {action} | `{notation}` | {row} |"


def action_ranges() -> Iterator[tuple[str, str, list[tuple[int, int]]]]:
    """Each kind of action with its first and last number, by the number of players."""
    kinds = (
        ("draw from the deck", "draw deck"),
        ("draw from the pile of player 1, 2, ...", "draw 2"),
        ("pick a card to plant", "pick M5"),
        ("the cell to plant it in", "at 1 0"),
        ("discard a card", "discard W7"),
    )
    columns = []
    for players in game_page.PLAYERS:
        cards = 8 * len(arboretum.species_in_play(players))
        frame = {2: 18, 3: 15, 4: 14}[players]
        sizes = [1, players, cards, frame * frame, cards]
        assert sum(sizes) == gg.new("arboretum", players=players).variant.native.action_count
        starts = [sum(sizes[:i]) for i in range(len(sizes))]
        columns.append([(at, at + size - 1) for at, size in zip(starts, sizes, strict=True)])
    for i, (action, notation) in enumerate(kinds):
        yield action, notation, [column[i] for column in columns]

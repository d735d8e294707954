"""Write the pages of docs/ that describe code, from the code: `make docs`."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import gemgrove as gg
from docs.server_reference import server_page
from docs.terminal_picture import picture
from gemgrove import agents, arboretum, splendor
from gemgrove.arboretum.cards import SPECIES
from gemgrove.envs import pettingzoo, rewards, symmetry
from gemgrove.envs.gymnasium import ids as gymnasium_ids
from gemgrove.envs.gymnasium.registration import VERSION as GYMNASIUM_VERSION
from gemgrove.envs.openspiel import short_name

FOLDER = Path(__file__).parent
NOTE = "<!-- Written by `make docs` from the code. Edit docs/generate.py. -->"
PLAYERS = (2, 3, 4)
PLAYER_FIELDS = {"splendor": "tokens", "arboretum": "hand"}
"""The first field of each player's stretch of an observation."""
ILLEGAL = (
    'An illegal action is an error and changes nothing; with `illegal="lose"` it ends the game,\n'
    "the one who made it being last and the others sharing the first place."
)


def pages() -> dict[str, str]:
    """The generated pages by file name."""
    return {
        "splendor.md": "\n".join(splendor_page()) + "\n",
        "arboretum.md": "\n".join(arboretum_page()) + "\n",
        "server-reference.md": "\n".join(server_page(NOTE)) + "\n",
        "table.svg": table(),
    }


def table() -> str:
    """A screen of a game between bots, some rounds in."""
    game = gg.new("splendor", players=2, seed=17)
    greedy = agents.make("greedy@1")
    while game.board.turns < 24:
        game.play(greedy.choose(game.view(game.to_move)))
    return picture(game.variant.render(game.view(0), color=True))


def splendor_page() -> Iterator[str]:
    yield from opening(
        "Splendor",
        "Two to four players buy cards with tokens; bought cards make later ones cheaper.",
    )
    yield from usage("splendor")
    yield from rules_table(splendor.Rules, splendor.PRESETS)
    yield from splendor_actions()
    yield from observation_tables("splendor")
    yield from environments("splendor")
    yield from reward_table("splendor")
    yield "`game.scores` are prestige points."
    yield from heading("Termination")
    yield "| `game.ending` | when | in an environment |"
    yield "|---|---|---|"
    yield "| `finished` | a player has the target points and the round is complete | termination |"
    yield "| `dead end` | every player in a row has passed | termination |"
    yield "| `turn limit` | `turn_limit` turns each; `game.truncated` is then true | truncation |"
    yield ""
    yield ILLEGAL
    yield from versions("splendor")


def splendor_actions() -> Iterator[str]:
    yield from heading("Actions")
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


def arboretum_page() -> Iterator[str]:
    yield from opening(
        "Arboretum",
        "Two to four players plant cards so that paths of rising rank form, and keep others to\n"
        "have the right to score them.",
    )
    yield from usage("arboretum")
    yield from rules_table(arboretum.Rules, arboretum.PRESETS)
    yield from arboretum_actions()
    yield from observation_tables("arboretum")
    yield from environments("arboretum")
    yield from reward_table("arboretum")
    yield "`game.scores` are the final points once the game is over; before that, what each"
    yield "arboretum would earn with every right to score."
    yield from heading("Termination")
    yield "`game.ending` is `finished`: when the deck's last card has been drawn, that turn is the"
    yield "last. A game always ends, and in an environment that is always a termination."
    yield ""
    yield ILLEGAL
    yield from versions("arboretum")


def arboretum_actions() -> Iterator[str]:
    yield from heading("Actions")
    yield "A turn is five decisions of one seat: two draws, the card to plant, its cell, the"
    yield "discard. A card's number is 8 times the place of its species plus its rank less 1; the"
    yield "species are"
    yield ", ".join(f"{letter} {name}" for letter, name in SPECIES.items()) + "."
    yield "A cell's number is relative to the frame, which lies on the arboretum's bounding box"
    yield "with a margin of one, row by row from below; a `Move` holds the coordinates themselves."
    yield ""
    yield "| action | notation | 2 players | 3 players | 4 players |"
    yield "|---|---|---|---|---|"
    for action, notation, sizes in arboretum_ranges():
        row = " | ".join(f"{at} to {end}" if end > at else f"{at}" for at, end in sizes)
        yield f"| {action} | `{notation}` | {row} |"


def arboretum_ranges() -> Iterator[tuple[str, str, list[tuple[int, int]]]]:
    """Each kind of action with its first and last number, by the number of players."""
    kinds = (
        ("draw from the deck", "draw deck"),
        ("draw from the pile of player 1, 2, ...", "draw 2"),
        ("pick a card to plant", "pick M5"),
        ("the cell to plant it in", "at 1 0"),
        ("discard a card", "discard W7"),
    )
    columns = []
    for players in PLAYERS:
        cards = 8 * len(arboretum.species_in_play(players))
        frame = {2: 18, 3: 15, 4: 14}[players]
        sizes = [1, players, cards, frame * frame, cards]
        assert sum(sizes) == gg.new("arboretum", players=players).variant.native.action_count
        starts = [sum(sizes[:i]) for i in range(len(sizes))]
        columns.append([(at, at + size - 1) for at, size in zip(starts, sizes, strict=True)])
    for i, (action, notation) in enumerate(kinds):
        yield action, notation, [column[i] for column in columns]


def opening(title: str, words: str) -> Iterator[str]:
    yield f"# {title}"
    yield ""
    yield NOTE
    yield ""
    yield words
    yield "The rules, exactly, are in [rules.md](rules.md)."


def usage(name: str) -> Iterator[str]:
    yield from heading("Usage")
    yield "```python"
    yield "import gemgrove as gg"
    yield ""
    yield f'game = gg.new("{name}", players=3, seed=42)'
    yield "while not game.over:"
    yield "    view = game.view(game.to_move)  # what the seat to move may know"
    yield "    game.play(view.legal_actions()[0])  # or a move in notation, or a Move"
    yield "game.scores, game.winners, game.ending"
    yield "```"
    bots = ", ".join(f"`{bot}`" for bot in agents.available())
    yield ""
    yield f"Bots: {bots}."


def rules_table(rules: Any, names: Iterable[str]) -> Iterator[str]:
    yield from heading("Rules")
    yield "Each option can be given to `gg.new` by name; a preset is a set of them."
    yield ""
    presets = {name: rules.preset(name) for name in names}
    yield "| option | " + " | ".join(f"`{name}`" for name in presets) + " |"
    yield "|---" * (len(presets) + 1) + "|"
    for field in fields(rules):
        values = [getattr(preset, field.name) for preset in presets.values()]
        yield f"| `{field.name}` | " + " | ".join(f"`{value}`" for value in values) + " |"


def observation_tables(name: str) -> Iterator[str]:
    yield from heading("Observation")
    yield "A vector of `uint8`, the observer's own seat first and the others in turn after it."
    yield "`game.observe(seat)` or `view.observe()` gives it."
    for players in PLAYERS:
        native = gg.new(name, players=players, seed=0).variant.native
        yield ""
        yield f"### {players} players: {native.observation_size} entries"
        yield ""
        yield "| from | to | field | largest | meaning |"
        yield "|---|---|---|---|---|"
        seat = -1
        for field, offset, size, largest, meaning in native.observation_fields():
            seat += field == PLAYER_FIELDS[name]
            owned = seat >= 0 and field != "unseen"
            label = f"player +{seat}: {field}" if owned else field
            yield f"| {offset} | {offset + size - 1} | {label} | {largest} | {meaning} |"


def environments(name: str) -> Iterator[str]:
    """Where to find the game as an environment, and how large its arrays are."""
    yield from heading("Environments")
    yield "| for | write | recipe |"
    yield "|---|---|---|"
    namespace = f"{name}_v{pettingzoo.VERSION}"
    yield from (
        f"| {what} | {code} | [{page}](recipes/{page}) |"
        for what, code, page in (
            ("a loop of your own", f'`gg.batch("{name}", players=2, size=1024)`', "batch.md"),
            (
                "PettingZoo",
                f"`gemgrove.envs.pettingzoo.{namespace}.env(players=2)`",
                "pettingzoo.md",
            ),
            (
                "Gymnasium",
                f'`gymnasium.make("{gymnasium_ids()[name]}", players=2)`',
                "gymnasium.md",
            ),
            ("OpenSpiel", f'`pyspiel.load_game("{short_name(name)}(players=2)")`', "openspiel.md"),
            ("TorchRL", "the PettingZoo form", "torchrl.md"),
            ("RLlib", "the PettingZoo form", "rllib.md"),
        )
    )
    yield ""
    yield "| players | observation | actions | symmetries |"
    yield "|---|---|---|---|"
    for players in PLAYERS:
        variant = gg.new(name, players=players, seed=0).variant
        native = variant.native
        shape = f"`uint8 ({native.observation_size},)`"
        order = f"{symmetry.of(variant).order:,}"
        yield f"| {players} | {shape} | {native.action_count} | {order} |"
    parts = ", ".join(f"`{part}`" for part in symmetry.of(gg.new(name, seed=0)).parts)
    yield ""
    yield "The ids of Gymnasium and OpenSpiel are there once `gemgrove.envs.gymnasium` or"
    yield "`gemgrove.envs.openspiel` has been imported."
    yield ""
    yield f"What the [symmetries](recipes/symmetry.md) of two players rearrange: {parts}."


def reward_table(name: str) -> Iterator[str]:
    """The rewards that an environment can be told by name."""
    yield from heading("Rewards")
    yield f'An environment takes `reward="{rewards.DEFAULT}"`, its default, another name, a sum'
    yield 'such as `"outcome + 0.1 * points_gained"`, or a `Reward` of `gemgrove.envs.rewards`.'
    yield ""
    yield "| name | what a step is worth to a seat |"
    yield "|---|---|"
    for reward, make in rewards.NAMES.items():
        if fits(make(), name):
            told = " ".join((make.__doc__ or "").split())
            yield f"| `{reward}` | {told} |"
    yield ""


def fits(reward: rewards.Reward, name: str) -> bool:
    try:
        rewards.check_fits(reward, name)
    except ValueError:
        return False
    return True


def versions(name: str) -> Iterator[str]:
    yield from heading("Version history")
    yield "| encoding | version | change |"
    yield "|---|---|---|"
    for encoding, version in gg.new(name, seed=0).variant.encoding.items():
        yield f"| {encoding} | {version} | the first |"
    yield f"| PettingZoo environment | {pettingzoo.VERSION} | the first |"
    yield f"| Gymnasium environment | {GYMNASIUM_VERSION} | the first |"


def heading(text: str) -> Iterator[str]:
    yield ""
    yield f"## {text}"
    yield ""


def main() -> int:
    """Write the pages."""
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

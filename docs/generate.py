"""Write the pages of docs/ that describe code, from the code: `make docs`."""

import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import gemgrove as gg
from docs.terminal_picture import picture
from gemgrove import agents
from gemgrove.splendor import MOVES, PRESETS, TOKENS, Rules

FOLDER = Path(__file__).parent


def pages() -> dict[str, str]:
    """The generated pages by file name."""
    return {"splendor.md": "\n".join(splendor()) + "\n", "table.svg": table()}


def table() -> str:
    """A screen of a game between bots, some rounds in."""
    game = gg.new("splendor", players=2, seed=17)
    greedy = agents.make("greedy@1")
    while game.board.turns < 24:
        game.play(greedy.choose(game.view(game.to_move)))
    return picture(game.variant.render(game.view(0), color=True))


def splendor() -> Iterator[str]:
    """Splendor's page."""
    yield "# Splendor"
    yield ""
    yield "<!-- Written by `make docs` from the code. Edit docs/generate.py. -->"
    yield ""
    yield "Two to four players buy cards with tokens; bought cards make later ones cheaper."
    yield "The rules, exactly, are in [rules.md](rules.md)."
    yield from usage()
    yield from rules_table()
    yield from actions_table()
    yield from observation_tables()
    yield from endings()
    yield from versions()


def usage() -> Iterator[str]:
    yield from heading("Usage")
    yield "```python"
    yield "import gemgrove as gg"
    yield ""
    yield 'game = gg.new("splendor", players=3, seed=42)'
    yield "while not game.over:"
    yield "    view = game.view(game.to_move)  # what the seat to move may know"
    yield "    game.play(view.legal_actions()[0])  # or a move in notation, or a Move"
    yield "game.scores, game.winners, game.ending"
    yield "```"
    bots = ", ".join(f"`{name}`" for name in agents.available())
    yield ""
    yield f"Bots: {bots}."


def rules_table() -> Iterator[str]:
    yield from heading("Rules")
    yield "Each option can be given to `gg.new` by name; a preset is a set of them."
    yield ""
    presets = [Rules.preset(name) for name in PRESETS]
    yield "| option | " + " | ".join(f"`{name}`" for name in PRESETS) + " |"
    yield "|---" * (len(PRESETS) + 1) + "|"
    for field in fields(Rules):
        values = [getattr(preset, field.name) for preset in presets]
        yield f"| `{field.name}` | " + " | ".join(f"`{value}`" for value in values) + " |"


def actions_table() -> Iterator[str]:
    yield from heading("Actions")
    yield f"{len(MOVES)} numbers, the same in every preset; the mask says which are legal."
    yield "A turn may take several decisions of the same seat."
    yield f"Tokens: {', '.join(TOKENS)}."
    yield ""
    yield "| number | notation | kind |"
    yield "|---|---|---|"
    for move in MOVES:
        text = f"`{move.text}`"
        if move.kind == "return":
            text += f", or `pay {move.colors[0]}` in the phase `pay`"
        yield f"| {move.action} | {text} | {move.kind} |"


def observation_tables() -> Iterator[str]:
    yield from heading("Observation")
    yield "A vector of `uint8`, the observer's own seat first and the others in turn after it."
    yield "`game.observe(seat)` or `view.observe()` gives it; the sizes are for the built-in cards."
    for players in (2, 3, 4):
        native = gg.new("splendor", players=players, seed=0).variant.native
        yield ""
        yield f"### {players} players: {native.observation_size} entries"
        yield ""
        yield "| from | to | field | largest | meaning |"
        yield "|---|---|---|---|---|"
        seat = -1
        in_players = False
        for name, offset, size, largest, meaning in native.observation_fields():
            in_players = in_players or name == "tokens"
            seat += name == "tokens"
            owned = in_players and name != "unseen"
            label = f"player +{seat}: {name}" if owned else name
            yield f"| {offset} | {offset + size - 1} | {label} | {largest} | {meaning} |"


def endings() -> Iterator[str]:
    yield from heading("Rewards")
    yield "`game.scores` are prestige points. `gemgrove.envs.rewards` has `outcome()` (win, draw,"
    yield "loss), `points_gained()`, `lead_gained()` and `cards_bought()`. They are added and"
    yield "scaled: `outcome() + 0.1 * points_gained()`."
    yield from heading("Termination")
    yield "| `game.ending` | when |"
    yield "|---|---|"
    yield "| `finished` | a player has the target points and the round is complete |"
    yield "| `dead end` | every player in a row has passed |"
    yield "| `turn limit` | `turn_limit` turns each; `game.truncated` is then true |"


def versions() -> Iterator[str]:
    encoding = gg.new("splendor", seed=0).variant.encoding
    yield from heading("Version history")
    yield "| encoding | version | change |"
    yield "|---|---|---|"
    for name, version in encoding.items():
        yield f"| {name} | {version} | the first |"


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

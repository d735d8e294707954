"""The parts of a game's page that are the same for every game, written from the code."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

import gemgrove as gg
from gemgrove import agents
from gemgrove.envs import pettingzoo, rewards, symmetry
from gemgrove.envs.gymnasium import VERSION as GYMNASIUM_VERSION
from gemgrove.envs.gymnasium import ids as gymnasium_ids
from gemgrove.envs.openspiel import short_name

NOTE = "<!-- Written by `make docs` from the code. Edit docs/generate.py. -->"
PLAYERS = (2, 3, 4)
ILLEGAL = (
    'An illegal action is an error and changes nothing; with `illegal="lose"` it ends the game,\n'
    "the one who made it being last and the others sharing the first place."
)


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


def observation_tables(name: gg.GameName) -> Iterator[str]:
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
        layout = native.observation_fields()
        repeats = Counter(field for field, *_ in layout)
        # Each player's stretch begins with the first field that there is once for every player.
        first = next(field for field, *_ in layout if repeats[field] == players)
        seat = -1
        for field, offset, size, largest, meaning in layout:
            seat += field == first
            owned = seat >= 0 and field != "unseen"
            label = f"player +{seat}: {field}" if owned else field
            yield f"| {offset} | {offset + size - 1} | {label} | {largest} | {meaning} |"


def environments(name: gg.GameName) -> Iterator[str]:
    """The environments that have the game, and the sizes of their arrays."""
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
    yield f"Only OpenSpiel has no choice: its returns are `{rewards.DEFAULT}`."
    yield ""
    yield "| name | what a step is worth to a seat |"
    yield "|---|---|"
    for reward, make in rewards.names().items():
        if fits(make(), name):
            told = " ".join((make.__doc__ or "").split())
            yield f"| `{reward}` | {told} |"
    yield ""


def fits(reward: rewards.Reward, name: str) -> bool:
    try:
        reward.check_game(name)
    except ValueError:
        return False
    return True


def versions(name: gg.GameName) -> Iterator[str]:
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

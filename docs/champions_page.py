"""The page of the package's networks: a model card for each, from its file and its results."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import gemgrove as gg
from docs.game_page import NOTE, PLAYERS, heading
from gemgrove.agents.search_network import SearchNetwork
from gemgrove.english import counted, listed
from gemgrove.pages.formats import duration, elo
from gemgrove.pages.formats import precise_percent as percent
from tools.model_card import (
    ABOVE,
    AMONG,
    NETWORKS,
    RESULTS,
    Measurement,
    Result,
    Results,
    digest_of,
)

_LOSSES = "losses"
_SETTINGS = "settings"
_FIRST_NOTES = ("command", "start", "generation", "games", "decisions", "hours", _LOSSES)
"""The notes on a training that come first, in this order."""
_DIGITS = 12
_INTRODUCTION = """
The bot `champion` is the search of `mcts` with a network in place of the hand-made heuristics: the
network says which moves are promising and how likely each seat is to win. The bot `policy` plays
the network's first choice, without a search. A network plays one game with one number of players,
and these come with the package. `gemgrove train` makes more of them ([training.md](training.md)).
"""
_LIMITS = """
- A network plays one game with one number of players. It was trained with one set of rules; with
  others, such as another preset or other cards, it plays worse, and its chances mean less.
- Strength was measured against bots of this package, not against people or other programs. A share
  of wins against one bot says little about another.
- Results hold for the iterations they were measured with. An iteration with a network takes longer
  than one of `mcts`; the times below the results show how much.
- The network sees what its seat may know. The search redraws hidden cards at random, as if the
  other seats' moves said nothing about their hands.
- Its chances of winning are estimates of how games between such bots end, not proofs.
- It learned from games of strong bots. Positions that only weak play leads to are judged less well.
"""
_MEASURING = """
Each deal is played once from every seat. Such a block is the unit of the 95 % intervals, which are
those of `gemgrove results`. With three or four players, one bot sits among several of another, and
Elo is based on who finished above whom. To measure a network and write its card:

```
gemgrove arena champion:iterations=400,model=src/gemgrove/agents/networks/splendor-2p.safetensors \\
  mcts:iterations=400 greedy --gauntlet --games 200 --out run.sqlite
python -m tools.model_card splendor-2p run.sqlite
make docs
```

`--game` and `--players` choose another game. A run counts only for the network that it was played
with: a network that is replaced has no results until it is measured again.
"""


def page() -> Iterator[str]:
    files = sorted(NETWORKS.glob("*.safetensors"))
    yield "# Champions: the networks of the package"
    yield ""
    yield NOTE
    yield from _INTRODUCTION.rstrip().splitlines()
    yield from _contents(files)
    yield from heading("Limits")
    yield from _LIMITS.strip().splitlines()
    yield from heading("How they are measured")
    yield from _MEASURING.strip().splitlines()
    for file in files:
        results = RESULTS / f"{file.stem}.json"
        yield from card(file, Results.load(results) if results.exists() else None)


def _contents(files: list[Path]) -> Iterator[str]:
    yield ""
    yield "| network | game | players | trained with |"
    yield "|---|---|---|---|"
    for file in files:
        network = SearchNetwork.load(file)
        game, rules = network.game.capitalize(), f"`{network.rules}`"
        yield f"| [{file.stem}](#{file.stem}) | {game} | {network.players} | {rules} |"
    names = [f"{game}-{players}p" for game in gg.GAMES for players in PLAYERS]
    known = {file.stem for file in files}
    if missing := [f"`{name}`" for name in names if name not in known]:
        yield ""
        yield f"No network yet for {listed(missing)}, where `champion` searches as `mcts` does."


def card(file: Path, results: Results | None) -> Iterator[str]:
    """Yield the section of one network."""
    network = SearchNetwork.load(file)
    digest = digest_of(file)
    yield from heading(file.stem)
    yield from _shape(network)
    yield f"| file | `{file.name}`, {file.stat().st_size:,} bytes, SHA-256 {digest[:_DIGITS]}… |"
    yield ""
    yield "### Training"
    yield ""
    yield from _training(network.training)
    yield ""
    yield "### Results"
    yield ""
    if results is None or not results.runs:
        yield "It has not been measured yet."
    elif results.network != digest:
        yield "It has not been measured yet: the results on file are those of another network."
    else:
        yield from _results(results.runs)
        yield ""
        name = f"{RESULTS.name}/{file.stem}.json"
        yield f"All figures, and where the deals came from: [{name}]({name})."


def _shape(network: SearchNetwork) -> Iterator[str]:
    layers = network.layers
    trunk = [layer.weight.shape for name, layer in layers.items() if name.startswith("trunk")]
    widths = " → ".join(str(units) for units, _ in trunk)
    joined, of_action = layers["policy_action"].weight.shape
    weights = sum(layer.weight.size for layer in layers.values())
    source = f"../native/{network.game}/network_inputs.h"
    yield "| part | shape |"
    yield "|---|---|"
    yield f"| trunk | {trunk[0][1]} [inputs]({source}) of a position → {widths} units |"
    yield f"| value | from the trunk, a logit for each of the {network.players} seats |"
    yield (
        f"| policy | {joined} units, from the trunk and from {of_action} inputs of an action "
        "→ its logit |"
    )
    yield f"| weights | {weights:,}, whole numbers of 16 bits |"
    yield f"| inputs' version | {network.inputs_version} |"


def _training(notes: Mapping[str, Any]) -> Iterator[str]:
    """Yield what the network's file says about its training, whatever that is."""
    settings = notes.get(_SETTINGS)
    names = [name for name in _FIRST_NOTES if name in notes]
    names += [name for name in notes if name not in names]
    if isinstance(settings, Mapping):
        names.remove(_SETTINGS)
    if names:
        yield "| the file says | |"
        yield "|---|---|"
    for name in names:
        value = notes[name]
        if name == _LOSSES and isinstance(value, Mapping):
            text = ", ".join(f"{key} {_decimals(loss)}" for key, loss in value.items())
        elif name == "command":
            text = f"`{_text(value)}`"
        else:
            text = _text(value, grouped=True)
        yield f"| {_text(name)} | {text} |"
    if isinstance(settings, Mapping):
        yield ""
        shown = (f"`{name}` {_bracketed(value)}" for name, value in settings.items())
        yield f"Settings: {'; '.join(shown)}."
    if not notes:
        yield "Its file does not say how it was trained."


def _decimals(value: Any) -> str:
    return f"{value:.3f}" if isinstance(value, float | int) else _text(value)


def _bracketed(value: Any) -> str:
    return f"({_text(value)})" if isinstance(value, Mapping) else _text(value)


def _text(value: Any, *, grouped: bool = False) -> str:
    """Return a JSON value as text for a table's cell; `grouped` numbers have commas."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}" if grouped else str(value)
        case float():
            return f"{value:g}"
        case Mapping():
            return ", ".join(f"{key} {_bracketed(each)}" for key, each in value.items())
        case list() | tuple():
            return ", ".join(map(_bracketed, value))
        case _:
            return " ".join(str(value).split()).replace("|", "\\|")


def _results(runs: Sequence[Measurement]) -> Iterator[str]:
    yield "| | games | won (95 %) | Elo (95 %) |"
    yield "|---|---|---|---|"
    for run in runs:
        for result in run.results:
            yield _row(result)
    for run in runs:
        yield ""
        yield " ".join(_circumstances(run))


def _row(result: Result) -> str:
    pair = f"`{result.one}` {result.kind} `{result.other}`"
    if result.kind == AMONG:
        pair = f"one {pair}, even: {percent(result.even)}"
    share = f"{percent(result.share)} ({percent(result.low)} to {percent(result.high)})"
    return f"| {pair} | {result.games} | {share} | {elo(result.elo)} ({_elo_ends(result)}) |"


def _elo_ends(result: Result) -> str:
    if result.elo_low is None or result.elo_high is None:
        low = None if result.elo_low is None else f"above {elo(result.elo_low)}"
        return low or ("open" if result.elo_high is None else f"below {elo(result.elo_high)}")
    return f"{elo(result.elo_low)} to {elo(result.elo_high)}"


def _circumstances(run: Measurement) -> Iterator[str]:
    """Yield sentences about a run."""
    time = f", time {run.time}" if run.time else ""
    games = counted(run.games, "game")
    yield f"{run.date}, version {run.version}: {games} of `{run.rules}`{time}."
    times = [
        f"`{player.bot}` {duration(player.seconds_per_decision)}"
        for player in run.bots
        if player.seconds_per_decision is not None
    ]
    if times:
        yield f"Mean time for a decision there: {listed(times)}."
    for player in run.bots:
        if player.forfeits:
            count = counted(sum(player.forfeits.values()), "game")
            yield f"`{player.bot}` forfeited {count} ({listed(list(player.forfeits))})."
    if not any(player.forfeits for player in run.bots):
        yield "No game was forfeited."
    if run.faults:
        yield f"{counted(run.faults, 'game')} could not be played."
    if run.stopped_by_test:
        yield "A sequential test ended the run, which favors the one that was ahead."
    if any(result.kind == ABOVE for result in run.results):
        yield "`above` counts who finished above whom at tables of different bots."

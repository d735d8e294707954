"""The parts of docs/bot-protocol.md that are generated from the code.

`python -m tests.protocol.document` rewrites them. Review the diff before you commit it.
"""

import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

import gemgrove as gg
from gemgrove.agents import GameInfo, TimeControl, begin
from gemgrove.agents.protocol_agent import ProtocolAgent
from gemgrove.view_json import view_to_dict

PAGE = Path(__file__).parents[2] / "docs" / "bot-protocol.md"
ANSWERS = (
    '{"type":"hello","protocol":1,"name":"python_bot","version":"1.0","author":"Ada"}',
    '{"type":"move","game_id":"17","turn_id":1,"move":"p3 white blue red","comment":"hm"}',
)
"""The messages of the example's bot."""

_BOT = """
import json, sys
answers, heard = json.loads(sys.argv[1]), open(sys.argv[2], "w")
for line in sys.stdin:
    heard.write(line)
    if json.loads(line)["type"] in ("hello", "your_turn"):
        print(answers.pop(0), flush=True)
"""
_MARKS = "<!-- {} -->\n"
_WIDTH = 130


def splendor() -> gg.Game:
    """The example's game, after the first player's turn."""
    game = gg.new("splendor", seed=42, turn_limit=1)
    game.play("r v deck")
    return game


def arboretum() -> gg.Game:
    """A game in which a card was taken from a pile and another one was picked."""
    game = gg.new("arboretum", rules="seeded", seed=1)
    for move in ("draw 2", "draw deck"):
        game.play(move)
    for _ in range(6):
        game.play(game.view(game.to_move).greedy_action())
    return game


def exchange() -> str:
    """A real exchange between a host and the example's bot."""
    game = splendor()
    with tempfile.TemporaryDirectory() as folder:
        bot, log = Path(folder) / "bot.py", Path(folder) / "heard"
        bot.write_text(_BOT)
        command = [sys.executable, str(bot), json.dumps(ANSWERS), str(log)]
        host = ProtocolAgent("example", command, time=TimeControl(60, 0.5), seed=7)
        try:
            table = GameInfo(game_id="17", names=["greedy", "python_bot"], remaining=[58.25, None])
            begin(host, game.view(1), info=table)
            game.play(host.choose(game.view(1)))
            host.end(game.view(1))
        finally:
            host.close()
        heard = log.read_text().splitlines()
    answers = list(ANSWERS)
    lines = []
    for line in heard:
        message = json.loads(line)
        lines.append(f"host  {_shortened(message)}")
        if message["type"] in ("hello", "your_turn"):
            lines.append(f"bot   {answers.pop(0)}")
    return "\n".join(lines)


def _shortened(message: dict[str, Any]) -> str:
    """A message without the parts shown elsewhere on the page."""
    short = {
        name: "{...}" if name == "view" else [*value[:2], "..."] if name == "legal" else value
        for name, value in message.items()
    }
    text = json.dumps(short, separators=(",", ":")).replace('"{...}"', "{...}")
    return text.replace('"..."', "...").replace(gg.__version__, "VERSION")


def laid_out(value: Any, indent: str = "") -> str:
    """JSON with as much on each line as fits."""
    text = json.dumps(value)
    if len(indent) + len(text) <= _WIDTH or not isinstance(value, dict | list):
        return text
    inner = indent + "  "
    if isinstance(value, dict):
        items = [f"{json.dumps(key)}: {laid_out(item, inner)}" for key, item in value.items()]
        opening, closing = "{}"
    else:
        items = [laid_out(item, inner) for item in value]
        opening, closing = "[]"
    return f"{opening}\n{inner}" + f",\n{inner}".join(items) + f"\n{indent}{closing}"


def parts() -> dict[str, str]:
    """The generated parts, by name."""
    return {
        "exchange": f"```\n{exchange()}\n```\n",
        "splendor": f"```json\n{laid_out(view_to_dict(splendor().view(1)))}\n```\n",
        "arboretum": f"```json\n{laid_out(view_to_dict(arboretum().view(1)))}\n```\n",
    }


def generated(page: str) -> str:
    """The page with its generated parts brought up to date."""
    for name, text in parts().items():
        mark, end = _MARKS.format(name), _MARKS.format("end")
        pattern = re.compile(re.escape(mark) + ".*?" + re.escape(end), re.DOTALL)
        assert pattern.search(page), f"the page has no place for {name}"
        page = pattern.sub(lambda _, new=mark + text + end: new, page)  # type: ignore[misc]
    return page


if __name__ == "__main__":
    PAGE.write_text(generated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

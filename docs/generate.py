"""Write the pages of docs/ that describe code, from the code: `make docs`."""

import sys
from pathlib import Path

import gemgrove as gg
from docs import arboretum_page, champions_page, levels_page, splendor_page
from docs.game_page import NOTE
from docs.server_reference import server_page
from docs.terminal_picture import picture
from gemgrove import agents

FOLDER = Path(__file__).parent


def pages() -> dict[str, str]:
    """The generated pages by file name."""
    return {
        "splendor.md": "\n".join(splendor_page.page()) + "\n",
        "arboretum.md": "\n".join(arboretum_page.page()) + "\n",
        "champions.md": "\n".join(champions_page.page()) + "\n",
        "levels.md": "\n".join(levels_page.page()) + "\n",
        "server-reference.md": "\n".join(server_page(NOTE)) + "\n",
        "table.svg": table(),
    }


def table() -> str:
    """A picture of the terminal: a game between bots, some rounds in."""
    game = gg.new("splendor", players=2, seed=17)
    greedy = agents.make("greedy@1")
    while game.board.turns < 24:
        game.play(greedy.choose(game.view(game.to_move)))
    return picture(game.variant.render(game.view(0), color=True))


def main() -> int:
    """Write the pages."""
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

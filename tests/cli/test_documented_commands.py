"""The commands from the original description of the game, typed word for word in a terminal.

Each is typed in loaded games in which it is legal and in which it is not.
"""

import re
from collections.abc import Callable
from pathlib import Path

import gemgrove as gg
from gemgrove import agents, splendor
from tests.cli.terminal import Terminal

RULES = "duel"
TABLE = re.compile(r"Splendor · round .*", re.DOTALL)


def position(wanted: Callable[[splendor.Game], bool]) -> splendor.Game:
    """A game in a wanted position, with the first player to move."""
    for seed in range(50):
        game = gg.new("splendor", rules=RULES, seed=seed)
        bots = [agents.make("random", seed=seed), agents.make("greedy")]
        while not game.over:
            if game.to_move == 0 and game.board.phase == "play" and wanted(game):
                return game
            game.play(bots[game.to_move].choose(game.view(game.to_move)))
    raise AssertionError("There is no such game.")


def legal(text: str) -> splendor.Game:
    return position(lambda game: game.is_legal(text))


def bank(game: splendor.Game, color: str) -> int:
    return game.board.bank[("white", "blue", "green", "red", "black").index(color)]


def table(answer: str) -> str:
    found = TABLE.search(answer)
    assert found, answer
    return found[0]


LEGAL = {
    "p3 red white blue": r"You take white, blue and red\.",
    "p2 red": r"You take two red\.",
    "r m 4": r"You reserve . \w+.* from mines 4 and take gold\.",
    "b t 2": r"You buy . \w+.* from transport 2 for .*\.",
    "br 2": r"You buy . \w+.* from the reserve for .*\.",
}


def test_every_example_is_understood_where_it_is_legal(tmp_path: Path) -> None:
    with Terminal("play", "--lines", "--rules", RULES, "--seed", "1") as terminal:
        terminal.until_prompt()
        for number, (text, told) in enumerate(LEGAL.items()):
            file, after = tmp_path / f"{number}.json", tmp_path / f"{number}-after.json"
            game = legal(text)
            game.record().save(file)
            assert "Loaded" in terminal.ask(f"load {file}")
            answer = " ".join(terminal.ask(text).split())
            assert re.search(told, answer), (text, answer)
            assert "Saved" in terminal.ask(f"save {after}")
            made = gg.Record.load(after).moves[len(game.actions)]
            assert game.variant.parse(made) == game.variant.parse(text)


def test_every_example_is_refused_with_its_reason_where_it_is_not_legal(tmp_path: Path) -> None:
    unaffordable = position(
        lambda game: game.board.market[1][1] is not None and not game.is_legal("b t 2")
    )
    cases = [
        ("p3 red white blue", position(lambda game: bank(game, "white") == 0), "white: none left"),
        ("p2 red", position(lambda game: bank(game, "red") == 3), "red: 3 left in the bank, tak"),
        ("r m 4", position(lambda game: len(game.board.player.reserved) == 3), "that is the limit"),
        ("b t 2", unaffordable, "you lack"),
        ("br 2", position(lambda game: len(game.board.player.reserved) == 1), "1 reserved card."),
    ]
    with Terminal("play", "--lines", "--rules", RULES, "--seed", "1") as terminal:
        terminal.until_prompt()
        for number, (text, game, reason) in enumerate(cases):
            file = tmp_path / f"{number}.json"
            game.record().save(file)
            terminal.ask(f"load {file}")
            before = table(terminal.ask("board"))
            answer = " ".join(terminal.ask(text).split())
            assert reason in answer, (text, answer)
            assert table(terminal.ask("board")) == before


def test_no_gold_is_had_where_none_is_left(tmp_path: Path) -> None:
    file = tmp_path / "no gold.json"
    game = gg.new("splendor", rules=RULES, seed=1)
    for move in ("r m 1", "r m 1", "r m 1", "r m 1", "p3 red white blue", "r m 1"):
        game.play(move)
    assert game.board.bank[5] == 0
    game.record().save(file)
    with Terminal("play", "--lines", "--rules", RULES, "--seed", "1") as terminal:
        terminal.until_prompt()
        assert "Loaded" in terminal.ask(f"load {file}")
        answer = " ".join(terminal.ask("r m 4").split())
        assert re.search(r"You reserve . \w+[^.]* from mines 4\.", answer)


def test_every_color_of_the_description_has_its_tokens() -> None:
    for color in ("white", "red", "pink", "blue", "green"):
        gg.new("splendor", rules=RULES, seed=1).play(f"p2 {color}")


def test_q_asks_and_offers_to_save(tmp_path: Path) -> None:
    file = tmp_path / "left.json"
    with Terminal("play", "--lines", "--rules", RULES, "--seed", "1") as terminal:
        terminal.until_prompt()
        terminal.ask("p3 red white blue")
        asked = terminal.ask("q")
        assert asked.endswith("Quit? The game is not saved. y/n/s (save)> ")
        assert terminal.ask("n").endswith("move> ")
        terminal.ask("Q")
        assert terminal.ask("maybe").endswith("y/n/s (save)> ")
        assert terminal.ask("s").endswith("Save to which file> ")
        assert "There is no folder" in terminal.ask("/no/such/folder/game.json")
        terminal.ask("s")
        terminal.type(str(file))
        assert terminal.exit_code() == 0
        assert "Saved" in terminal.text
    assert gg.Record.load(file).moves[0] == "p3 white blue red"

"""Bot specs."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gemgrove as gg
from gemgrove import agents
from gemgrove.agents import BotSpec, GreedyAgent, RandomAgent, SpecError

BOTS = (
    "the levels are beginner, casual, intermediate, advanced, expert, champion, the other bots "
    "random, greedy, mcts, policy."
)


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("random", BotSpec("random")),
        ("greedy", BotSpec("greedy")),
        ("greedy@1", BotSpec("greedy", 1)),
        ("random:seed=7", BotSpec("random", None, {"seed": "7"})),
        (
            "mcts@2:iterations=2000,seconds=0.5",
            BotSpec("mcts", 2, {"iterations": "2000", "seconds": "0.5"}),
        ),
        ("  random : seed = 7 ", BotSpec("random", None, {"seed": "7"})),
        ("random:", BotSpec("random")),
        ("mcts:model=a=b", BotSpec("mcts", None, {"model": "a=b"})),
        ("./my.py:MyBot", BotSpec("./my.py:MyBot")),
        (" ./my.py : MyBot : depth = 3 ", BotSpec("./my.py:MyBot", None, {"depth": "3"})),
        ("bots/my.py", BotSpec("bots/my.py")),
        ("my.py:depth=3", BotSpec("my.py", None, {"depth": "3"})),
        ("my.py:url=http://x:80", BotSpec("my.py", None, {"url": "http://x:80"})),
        ("exec:./a.out --flag=1,2 'b c'", BotSpec("exec:./a.out --flag=1,2 'b c'")),
        ("engine: ./a.out --flag=1,2", BotSpec("engine:./a.out --flag=1,2")),
    ],
)
def test_a_spec_is_a_name_a_version_and_options(text: str, spec: BotSpec) -> None:
    assert BotSpec.parse(text) == spec


@pytest.mark.parametrize(
    "text", ["random", "greedy@1", "random:seed=7", "mcts@2:a=1,b=2", "a.py:B:c=1", "exec:x -y"]
)
def test_a_spec_is_written_as_it_is_read(text: str) -> None:
    assert str(BotSpec.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("greedy@1", "greedy"),
        ("random:seed=7", "random"),
        ("bots/my.py:Careful:depth=3", "Careful"),
        ("bots/my.py:depth=3", "my"),
        ("exec:./build/a.out --flag", "a.out"),
        ("exec:/usr/bin/python3 -u bots/my_bot.py", "my_bot.py"),
        ("exec:python3", "python3"),
        ("exec:", "exec"),
        ("engine:python3 their_bot.py", "their_bot.py"),
        ("engine:", "engine"),
    ],
)
def test_a_bot_has_a_short_name(text: str, name: str) -> None:
    assert BotSpec.parse(text).short == name


@pytest.mark.parametrize(
    ("text", "external"),
    [
        ("greedy", False),
        ("random:seed=1", False),
        ("a.py", True),
        ("a.py:B", True),
        ("exec:x", True),
        ("engine:x", True),
    ],
)
def test_files_and_programs_are_from_outside(text: str, external: bool) -> None:
    assert agents.is_external(text) is external
    assert agents.is_external(BotSpec.parse(text)) is external


def test_a_file_that_may_not_be_executed_is_told_how(tmp_path: Path) -> None:
    program = tmp_path / "bot.sh"
    program.write_text("#!/bin/sh")
    with pytest.raises(SpecError, match=r"cannot be executed; chmod \+x .*bot.sh makes it a"):
        agents.make(f"exec:{program}")


def test_where_there_are_no_posix_processes_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gemgrove.agents.spec._IS_POSIX", False)
    with pytest.raises(SpecError, match=r"^Bots in separate processes need Linux, macOS or"):
        agents.make("exec:true")
    with pytest.raises(SpecError, match=r"^Bots in separate processes need Linux, macOS or"):
        agents.make(__file__, isolated=True)


def test_specs_are_values() -> None:
    assert {BotSpec.parse("random:seed=7"), BotSpec.parse("random:seed=7")} == {
        BotSpec("random", None, {"seed": "7"})
    }


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("greedy@", "Bot 'greedy@': after @ comes a version, a number."),
        ("greedy@new", "Bot 'greedy@new': after @ comes a version, a number."),
        ("greedy@-1", "Bot 'greedy@-1': after @ comes a version, a number."),
        (
            "random:seed",
            "Bot 'random:seed': 'seed' must be an option and its value, as in random:seed=7.",
        ),
        (
            "random:=7",
            "Bot 'random:=7': '=7' must be an option and its value, as in random:seed=7.",
        ),
        ("random:seed=1,seed=2", "Bot 'random:seed=1,seed=2': the option seed is given twice."),
        ("", f"There is no bot ''; {BOTS}"),
        ("alphazero", f"There is no bot 'alphazero'; {BOTS}"),
        ("Greedy", f"There is no bot 'Greedy'; {BOTS}"),
        ("greedy@2", "There is no greedy@2; its versions: greedy@1."),
        ("random@1", "There is no random@1; its versions: none."),
        ("greedy:seed=1", "The bot greedy has no option 'seed'; its options: none."),
        ("random:depth=1", "The bot random has no option 'depth'; its options: seed."),
        (
            "random:seed=x",
            "random: seed is 'x'; it must be a whole number of at most 20 digits.",
        ),
        (
            "random:seed=-1",
            "random: seed is '-1'; it must be a whole number of at most 20 digits.",
        ),
        ("my.py:1", "Bot 'my.py:1': '1' cannot be the name of a class."),
        ("my.py:A:b-c=1", "Bot 'my.py:A:b-c=1': 'b-c' cannot be the name of an option."),
        ("exec:", "After exec: comes a command, as in exec:./a.out --flag."),
        ("exec:'", 'The command "\'" cannot be read: No closing quotation.'),
        ("exec:./nothing -x", "There is no program './nothing'."),
        (
            "exec:nothing",
            "There is no program 'nothing' on the PATH; for one in this folder write './nothing'.",
        ),
        ("random:seed=", "random: seed is ''; it must be a whole number of at most 20 digits."),
    ],
)
def test_a_bot_that_does_not_exist_says_what_does(text: str, sentence: str) -> None:
    with pytest.raises(SpecError) as caught:
        agents.make(text)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("text", ["greedy@" + "9" * 5000, "random:seed=" + "9" * 5000])
def test_a_number_of_thousands_of_digits_is_refused_like_any_other(text: str) -> None:
    with pytest.raises(SpecError, match=r"\.$"):
        agents.make(text)


@pytest.mark.parametrize("spec", [None, 5, b"random", ["random"], RandomAgent])
def test_a_bot_is_named_by_a_text_or_a_spec(spec: object) -> None:
    with pytest.raises(TypeError, match=r"^A bot is named by a text or a BotSpec, not .*\.$"):
        agents.make(spec)  # type: ignore[arg-type]


def test_the_bots_are_made_by_name() -> None:
    assert isinstance(agents.make("random"), RandomAgent)
    assert isinstance(agents.make("greedy"), GreedyAgent)
    assert isinstance(agents.make("greedy@1"), GreedyAgent)
    assert isinstance(agents.make(BotSpec("greedy", 1)), GreedyAgent)


def test_every_bot_that_is_listed_can_be_made_and_tells_what_it_does() -> None:
    view = gg.new("splendor", seed=1).view(0)
    for name, bot in agents.available().items():
        assert agents.make(name).choose(view) in view.legal_actions()
        assert bot.about


def test_the_list_of_bots_is_not_changed_by_changing_the_answer() -> None:
    agents.available().clear()  # type: ignore[attr-defined]
    names = ", ".join(agents.available())
    assert names.endswith("champion, random, greedy, mcts, policy")


def test_a_seed_in_the_spec_counts_more_than_a_seed_beside_it() -> None:
    view = gg.new("splendor", seed=1).view(0)

    def choices(agent: agents.Agent) -> list[object]:
        return [agent.choose(view) for _ in range(20)]

    assert choices(agents.make("random:seed=7", seed=8)) == choices(agents.make("random", seed=7))


@given(
    st.text()
    | st.text(alphabet="randomgeyst@:=,17 ", max_size=20)
    | st.text(alphabet="ab.py:=,1 /'", max_size=12).map("exec:/nowhere/{}".format)
    | st.text(alphabet="ab:=,1 ", max_size=12).map("./nothing.py{}".format)
)
def test_any_text_is_a_bot_or_a_spec_error(text: str) -> None:
    try:
        agents.make(text)
    except SpecError as error:
        sentence = str(error)
    else:
        sentence = "It is a bot."
    assert sentence.endswith(".")


@given(st.text() | st.text(alphabet="ab.py:=,@1 exc", max_size=20))
def test_a_spec_that_is_read_is_written_and_read_again_as_the_same(text: str) -> None:
    try:
        spec = BotSpec.parse(text)
    except SpecError:
        return
    assert BotSpec.parse(str(spec)) == spec

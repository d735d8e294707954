"""The bots a host offers, and their thinking budgets."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemgrove import agents
from gemgrove.server.bot_allowlist import Allowlist, AllowlistError, NotAllowed, Offer

LIST = ["Novice = random", "greedy", "Quick One = mcts:iterations<=50", "mcts:iterations<=2000"]


@pytest.fixture
def allowed() -> Allowlist:
    """An allowlist with two search bots."""
    return Allowlist.parse(LIST)


def test_a_bot_is_requested_by_the_name_derived_from_its_title(allowed: Allowlist) -> None:
    admitted = allowed.admit("quick-one")
    assert (admitted.offer.title, admitted.offer.level) == ("Quick One", 3)
    assert admitted.spec == "mcts:iterations=50"


def test_an_option_that_is_not_requested_is_at_its_maximum(allowed: Allowlist) -> None:
    assert allowed.admit("mcts").spec == "mcts:iterations=2000"
    assert allowed.admit("mcts:iterations=7").spec == "mcts:iterations=7"


def test_a_bots_own_name_finds_the_strongest_of_its_kind() -> None:
    allowed = Allowlist.parse(["greedy", "A = mcts:iterations<=1", "B = mcts:iterations<=2"])
    assert allowed.admit("mcts").offer.title == "B"


def test_the_public_name_of_a_bot_finds_the_same_bot_again(allowed: Allowlist) -> None:
    for asked in ("novice", "greedy", "quick-one", "mcts:iterations=0300"):
        admitted = allowed.admit(asked)
        assert allowed.admit(admitted.name) == allowed.playing(admitted.name) == admitted
    assert allowed.admit("mcts:iterations=0300").name == "mcts:iterations=300"


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("mcts:iterations=2001", "mcts: iterations is '2001'; on this server it can be at most 2"),
        ("quick-one:iterations=51", "iterations is '51'; on this server it can be at most 50."),
        ("mcts:iterations=0", "it must be a whole number, 1 or more"),
        ("mcts:iterations=many", "iterations is 'many'; it must be a whole number"),
        ("mcts:seconds=1", "no option 'seconds' on this server; its options: iterations."),
        ("mcts:threads=64", "no option 'threads'"),
        ("greedy:seed=1", "no option 'seed' on this server; its options: none."),
        ("greedy:", None),
        ("mcts:iterations", "may be followed by a colon and options"),
        ("mcts:iterations=1,iterations=2", "may be followed by a colon and options"),
        ("sage", "offers no bot 'sage'; its bots: novice, greedy, quick-one, mcts."),
        ("", "offers no bot ''"),
        ("random:seed=1", "novice has no option 'seed'"),
        ("exec:rm -rf .", "may be followed by a colon and options"),
        ("exec:a=1", "offers no bot 'exec'"),
        ("engine:rm -rf .", "may be followed by a colon and options"),
        ("engine:a=1", "offers no bot 'engine'"),
        ("./bot.py", "offers no bot './bot.py'"),
        ("bot.py:Bot", "may be followed by a colon and options"),
        ("model.safetensors", "offers no bot 'model.safetensors'"),
        ("m" * 101, "a name of at most 100 characters"),
        (7, "a name of at most 100 characters"),
    ],
)
def test_only_bots_and_options_of_the_list_are_admitted(
    allowed: Allowlist, asked: str, sentence: str | None
) -> None:
    if sentence is None:
        assert allowed.admit(asked).offer.name == "greedy"
        return
    with pytest.raises(NotAllowed) as refused:
        allowed.admit(asked)
    assert sentence in str(refused.value)


def test_numbers_out_of_bounds_are_refused() -> None:
    allowed = Allowlist.parse(["greedy", "mcts:seconds<=2"])
    for text in ("nan", "inf", "-1", "0", "2.01", "1e9", "-inf"):
        with pytest.raises(NotAllowed):
            allowed.admit(f"mcts:seconds={text}")
    assert allowed.admit("mcts:seconds=1.5").spec == "mcts:seconds=1.5"


@given(st.text(max_size=40))
def test_any_request_finds_a_bot_of_the_list_or_is_refused(text: str) -> None:
    allowed = Allowlist.parse(LIST)
    try:
        admitted = allowed.admit(text)
    except NotAllowed:
        return
    assert admitted.offer in allowed.offers


@given(st.sampled_from(["mcts", "quick-one", "greedy"]), st.text("0123456789.-=,:e", max_size=12))
def test_no_options_exceed_what_the_host_allows(name: str, options: str) -> None:
    allowed = Allowlist.parse(LIST)
    try:
        admitted = allowed.admit(f"{name}:iterations={options}")
    except NotAllowed:
        return
    assert set(admitted.options) == {"iterations"}
    assert 1 <= admitted.options["iterations"] <= admitted.offer.most["iterations"]


def test_a_seat_keeps_its_bot_when_the_list_has_changed() -> None:
    allowed = Allowlist.parse(["greedy", "mcts:iterations<=100"])
    assert allowed.playing("mcts:iterations=50").spec == "mcts:iterations=50"
    assert allowed.playing("mcts:iterations=2000").spec == "mcts:iterations=100"
    assert allowed.playing("mcts:seconds=2,iterations=x").spec == "mcts:iterations=100"
    assert allowed.playing("quick-one:iterations=50") == allowed.takes_over
    assert allowed.playing("what,ever:=") == allowed.takes_over


def test_fixed_options_are_the_hosts_and_are_not_shown() -> None:
    allowed = Allowlist.parse(["greedy", "mcts:rollout=random,iterations<=9"])
    assert allowed.admit("mcts").spec == "mcts:rollout=random,iterations=9"
    assert allowed.admit("mcts").name == "mcts:iterations=9"
    with pytest.raises(NotAllowed, match="no option 'rollout'"):
        allowed.admit("mcts:rollout=prior")


def test_the_hosts_model_is_offered_by_its_title_and_never_by_its_path(tmp_path: Path) -> None:
    model = tmp_path / "model.safetensors"
    with pytest.raises(AllowlistError, match="Oracle"):
        Offer.parse(f"Oracle = {model}")
    # The model was already checked when the list was read.
    offer = Offer("oracle", "Oracle", 2, agents.BotSpec.parse(str(model)))
    allowed = Allowlist([Offer.parse("greedy"), offer])
    assert allowed.admit("oracle").spec == str(model)
    assert str(model) not in str(allowed.described())
    with pytest.raises(NotAllowed):
        allowed.admit(str(model))


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ("./bot.py:Bot", "connect to it as players"),
        ("Rogue = exec:./a.out", "connect to it as players"),
        ("Rogue = engine:./a.out", "connect to it as players"),
        ("gredy", "There is no bot 'gredy'; the levels are beginner, casual, "),
        ("greedy@7", "There is no greedy@7"),
        ("mcts:depth<=3", "It has no option 'depth'"),
        ("mcts:iterations<=1e3", "it must be a whole number"),
        ("mcts:seconds<=inf", "seconds is 'inf'; it must be a number."),
        ("mcts:iterations<=0", "1 or more"),
        ("mcts:cutoff<=none", "cutoff is 'none'; it must be a number."),
        ("mcts:iterations<=5,iterations=3", "'iterations' is given twice"),
        ("mcts:iterations<=5,iterations<=3", "'iterations' is given twice"),
        ("mcts:rollout=odd", "rollout is 'odd'"),
        ("= greedy", "Its title is ''"),
        ("a/b = greedy", "a title has letters"),
        ("A title that is much too long = greedy", "24 at most"),
        ("", "Its title is ''"),
    ],
)
def test_an_entry_that_cannot_be_offered_is_refused_when_the_list_is_read(
    entry: str, sentence: str
) -> None:
    with pytest.raises(AllowlistError) as refused:
        Allowlist.parse(["greedy", entry])
    assert sentence in str(refused.value)


def test_two_bots_with_one_name_are_refused() -> None:
    with pytest.raises(AllowlistError, match="Two bots have the name greedy"):
        Allowlist.parse(["greedy", "Greedy = random"])


def test_the_bot_that_takes_over_seats_must_be_in_the_list() -> None:
    assert Allowlist.parse(["random"], takes_over="random").takes_over.spec == "random"
    with pytest.raises(AllowlistError, match="takes over seats must be in the list"):
        Allowlist.parse(["random"])
    with pytest.raises(AllowlistError, match="empty"):
        Allowlist.parse([])


def test_the_default_list_has_the_levels_weakest_first_and_other_bots_after_them() -> None:
    allowed = Allowlist.parse()
    offered = [(offer.name, offer.title, offer.level) for offer in allowed.offers]
    levels = [(level.name, level.title, number) for number, level in enumerate(agents.LEVELS, 1)]
    others = [(name, name, None) for name in ("greedy", "mcts", "random")]
    assert offered == levels + others
    assert allowed.takes_over.spec == "greedy"


def test_clients_are_told_the_sentence_of_each_level() -> None:
    described = Allowlist.parse().described()
    assert msgspec.to_builtins(described[0]) == {
        "bot": "beginner",
        "title": "Beginner",
        "level": 1,
        "about": agents.LEVELS[0].sentence,
        "most": {},
    }
    assert msgspec.to_builtins(described[-2]) == {
        "bot": "mcts",
        "title": "mcts",
        "level": None,
        "about": "searches ahead, redrawing what it cannot see",
        "most": {"iterations": 2000, "seconds": 2.0},
    }


def test_a_bot_that_differs_from_its_level_does_not_have_its_sentence() -> None:
    entries = ["Best = champion", "Quick = champion:iterations<=9", "greedy"]
    abouts = [bot.about for bot in Allowlist.parse(entries).described()]
    assert abouts[0] == agents.LEVELS[-1].sentence
    assert abouts[1].startswith("searches ahead with a network")


@pytest.mark.parametrize("level", agents.LEVELS, ids=lambda level: level.name)
def test_a_level_is_requested_by_its_name_or_title(level: agents.Level) -> None:
    allowed = Allowlist.parse()
    assert allowed.admit(level.title).spec == allowed.admit(level.name).spec == level.name
    with pytest.raises(NotAllowed, match="no option 'seed'"):
        allowed.admit(f"{level.name}:seed=1")


def test_among_levels_a_bot_with_a_title_is_numbered_too() -> None:
    entries = ["beginner", "greedy", "Master = mcts:iterations<=9", "random = random"]
    allowed = Allowlist.parse([*entries, "Best = champion"])
    assert [offer.level for offer in allowed.offers] == [1, None, 2, 3, 4]
    assert [offer.level for offer in Allowlist.parse(LIST).offers] == [1, 2, 3, 4]

"""The levels that people choose from."""

from collections import Counter
from collections.abc import Mapping

import pytest

import gemgrove as gg
from gemgrove import agents
from gemgrove.agents import champion
from gemgrove.agents.levels import DEFAULT_LEVEL, LEVELS, LevelAgent, find_level, level_spec
from gemgrove.arena.run import Plan

NAMES = [level.name for level in LEVELS]
GAMES: tuple[gg.GameName, ...] = ("splendor", "arboretum")
TABLES = [(game, players) for game in GAMES for players in (2, 3, 4)]
DRAWS = 300


def test_there_are_six_levels_from_beginner_to_champion() -> None:
    assert NAMES == ["beginner", "casual", "intermediate", "advanced", "expert", "champion"]
    assert [level.title for level in LEVELS][::5] == ["Beginner", "Champion"]
    assert DEFAULT_LEVEL in NAMES
    assert list(agents.available())[: len(NAMES)] == NAMES


def test_every_level_has_a_sentence_of_its_own() -> None:
    sentences = {level.sentence for level in LEVELS}
    assert len(sentences) == len(LEVELS)
    assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in sentences)


@pytest.mark.parametrize("networks", [True, False], ids=["network", "no network"])
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_level_plays_whole_games(
    monkeypatch: pytest.MonkeyPatch, game: gg.GameName, players: int, networks: bool
) -> None:
    if not networks:
        monkeypatch.setattr(champion, "champion_network", lambda *_: None)
    weak = [agents.make(name, seed=1) for name in NAMES[:-1]]
    seats = (weak + weak)[: 2 * players]
    for start in (0, players):
        agents.play_out(gg.new(game, players=players, seed=2), seats[start : start + players])
    view = gg.new(game, players=players, seed=3).view(0)
    for name in NAMES:
        assert agents.make(name, seed=1).choose(view) in view.legal_actions()
        Plan([name, "greedy"], game, players).settings()


@pytest.mark.parametrize(
    ("game", "rules"), [("splendor", "duel"), ("splendor", "arena"), ("arboretum", "seeded")]
)
def test_levels_play_other_rules_too(game: gg.GameName, rules: str) -> None:
    bots = [agents.make(name, seed=1) for name in ("beginner", "expert")]
    assert agents.play_out(gg.new(game, players=2, rules=rules, seed=4), bots).over


def played(name: str, seed: int) -> list[int]:
    bots = [agents.make(name, seed=seed), agents.make("greedy")]
    return list(agents.play_out(gg.new("splendor", players=2, seed=6), bots).actions)


@pytest.mark.parametrize("name", NAMES[:-1])
def test_a_level_plays_the_same_game_with_the_same_seed(name: str) -> None:
    assert played(name, 1) == played(name, 1)


def test_a_beginner_plays_other_games_with_other_seeds() -> None:
    assert played("beginner", 1) != played("beginner", 2)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", ["splendor", "arboretum"])
def test_hidden_cards_do_not_change_what_a_level_plays(game: gg.GameName, name: str) -> None:
    position = gg.new(game, players=3, seed=8)
    greedy = agents.make("greedy")
    for _ in range(20):
        position.play(greedy.choose(position.view(position.to_move)))
    view = position.view(position.to_move)
    other = view.sample(1)
    assert other != position
    first, second = agents.make(name, seed=5), agents.make(name, seed=5)
    assert first.choose(view) == second.choose(other.view(position.to_move))


def drawn_by_a_beginner(view: gg.View, preferred: Mapping[int, float]) -> tuple[int, int]:
    """How often a beginner draws from the half of the moves that is preferred, and the other."""
    found = Counter(agents.make("beginner", seed=seed).choose(view) for seed in range(DRAWS))
    ranked = sorted(preferred, key=lambda action: -preferred[action])
    half = len(ranked) // 2
    better = sum(found[action] for action in ranked[:half])
    assert len(found) > 1
    return better, found.total() - better


def test_a_beginner_draws_from_the_policy_and_never_evenly() -> None:
    view = gg.new("splendor", players=2, seed=9).view(0)
    network = champion.own_network(view.variant)
    assert network is not None
    core = view.variant.core
    _, logits = network.native.run(core.network_inputs(view), core.action_inputs(view))
    better, worse = drawn_by_a_beginner(
        view, dict(zip(view.legal_actions(), map(float, logits), strict=True))
    )
    assert better > 2 * worse


@pytest.mark.parametrize("kind", GAMES)
def test_a_beginner_without_a_network_prefers_sensible_moves(
    monkeypatch: pytest.MonkeyPatch, kind: gg.GameName
) -> None:
    monkeypatch.setattr(champion, "champion_network", lambda *_: None)
    greedy = agents.make("greedy")
    game = gg.new(kind, players=2, seed=9)
    while len(game.actions) < 20 or len(game.legal_actions()) < 10:
        game.play(greedy.choose(game.view(game.to_move)))
    view = game.view(game.to_move)
    moves = agents.Search(iterations=1, seed=1).run(view).moves
    better, worse = drawn_by_a_beginner(view, {move.action: move.prior for move in moves})
    assert better > 1.2 * worse


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_no_level_depends_on_the_clock(game: gg.GameName, players: int) -> None:
    variant = gg.new(game, players=players, seed=1).variant
    specs = [level_spec(name, variant) for name in NAMES]
    assert not any("seconds" in spec for spec in specs)
    assert len(set(specs)) == len(specs)
    assert specs[-1] == "champion"


def test_a_level_may_be_limited_to_some_seconds() -> None:
    bot = LevelAgent("expert", seed=1)
    agents.limit(bot, 0.001)
    view = gg.new("splendor", players=2, seed=1).view(0)
    assert bot.choose(view) in view.legal_actions()


def test_an_agent_plays_one_game_after_another_of_any_kind() -> None:
    bot = agents.make("intermediate", seed=1)
    for game in (gg.new("splendor", seed=1), gg.new("arboretum", seed=1)):
        assert agents.play_out(game, [bot, agents.make("greedy")]).over


def test_a_level_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(
        ValueError, match=rf"^There is no level 'easy'; the levels are {', '.join(NAMES)}\.$"
    ):
        find_level("easy")
    with pytest.raises(agents.SpecError, match=", ".join(NAMES)):
        agents.make("novice")

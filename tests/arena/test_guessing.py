"""Bots that try to find out the deal, and what a run reveals of it."""

import json
import pickle
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove.arena import Results, RunFileError, summarize
from gemgrove.arena.report import report_page
from gemgrove.arena.run import Plan, Run
from gemgrove.arena.schedule import DealtGame, Schedule
from gemgrove.cli import main
from gemgrove.compat.splendor_arena import BotPlayer, Game, PlayGround
from gemgrove.deal_sequence import DealSequence
from tests.arena.small_runs import finished, played

ATTACKS = '''
import os
import sys
from pathlib import Path

import gemgrove as gg


class Guesser:
    """Deals by one seed after another until the table looks like the one that it sits at.

    Then it knows every deck, and writes the position down as it was dealt.
    """

    def __init__(self, seeds: int = 300):
        self.seeds = seeds

    def begin(self, view):
        for seed in range(self.seeds):
            dealt = gg.new(view.name, rules=view.rules, seed=seed)
            if agrees(dealt, view):
                with Path(__file__).with_name("known.txt").open("a") as known:
                    print(dealt.position(), file=known)

    def choose(self, view):
        return view.legal_actions()[0]


def agrees(dealt, view):
    game = dealt.copy()
    try:
        for action in view.actions:
            game.play(action)
    except gg.IllegalMove:
        return False
    return game.view(view.seat) == view


class Searcher(Guesser):
    """Keeps whatever its process can see of itself and of the process that has started it."""

    def begin(self, view):
        folder = Path(__file__).parent
        for who in ("self", os.getppid()):
            for what in ("cmdline", "environ"):
                seen = Path(f"/proc/{who}/{what}").read_bytes()
                (folder / f"{os.getpid()}-{who}-{what}.seen").write_bytes(seen)
'''

TEE = '#!/bin/sh\ntee "$(mktemp "$1/XXXXXXXX")" | exec "$2" -m gemgrove bot random\n'

linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")


@pytest.fixture
def attacks(tmp_path: Path) -> Path:
    """A file with bots that cheat if they can."""
    file = tmp_path / "attacks.py"
    file.write_text(ATTACKS)
    return file


def guessed(file: Path) -> list[str]:
    """The positions the bot has found out, hidden cards included."""
    known = file.with_name("known.txt")
    return known.read_text().splitlines() if known.exists() else []


def dealt(path: Path) -> list[str]:
    """The starting positions of a run's games."""
    with Results.open(path) as results:
        records = [results.record(number) for number in sorted(results.played)]
    return [gg.new(gg.game_name(record.game), deal=record.deal).position() for record in records]


@pytest.mark.parametrize("game", gg.GAMES)
def test_a_bot_that_tries_seeds_knows_the_decks_of_a_seeded_arena_and_of_no_other(
    attacks: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    path = tmp_path / "run"
    arena = ["arena", f"{attacks}:Guesser", "random", "--game", game, "--games", "2", "--jobs", "1"]
    assert main([*arena, "--out", str(path)]) == 0
    assert guessed(attacks) == []
    assert "can be guessed" not in capsys.readouterr().err
    assert main([*arena, "--out", str(tmp_path / "seeded"), "--seed", "250"]) == 0
    assert guessed(attacks) == dealt(tmp_path / "seeded")
    assert "a bot that tries seeds knows every hidden card" in capsys.readouterr().err


def test_a_bot_that_tries_seeds_knows_the_decks_of_a_seeded_match_and_of_no_other(
    attacks: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = ["match", f"{attacks}:Guesser", "random", "--games", "4"]
    assert main([*match, "--record", str(tmp_path / "secret")]) == 0
    assert guessed(attacks) == []
    text, warning = capsys.readouterr()
    assert warning == ""
    secret = bytes.fromhex(text.partition("deals from secret ")[2].split()[0])
    records = [gg.Record.load(file) for file in sorted((tmp_path / "secret").iterdir())]
    assert [record.deal for record in records] == [
        DealSequence(secret=secret).deal(number).id for number in (1, 1, 2, 2)
    ]
    assert main([*match, "--seed", "250"]) == 0
    assert len(guessed(attacks)) == 4
    assert "a bot that tries seeds knows every hidden card" in capsys.readouterr().err


def test_a_play_ground_without_a_seed_has_deals_that_nobody_can_guess(attacks: Path) -> None:
    game = Game(players=2)
    for seed, known in ((None, 0), (250, 2)):
        players = [BotPlayer(f"{attacks}:Guesser"), BotPlayer("random")]
        with PlayGround(game, players, seed=seed) as ground:
            ground.playGames(2)
        first, second = (result.record for result in ground.results)
        assert first is not None
        assert second is not None
        assert first.deal == second.deal
        assert len(guessed(attacks)) == known


def test_every_game_of_a_run_can_be_dealt_again_by_its_secret(tmp_path: Path) -> None:
    path = tmp_path / "run"
    played(path, bots=["greedy", "random"], games=4, seed=None)
    with Results.open(path) as results:
        secret = summarize(results).secret
        assert secret is not None
        for block in results.blocks():
            deal = gg.SealedDeal(f"deal {block.deal}", bytes.fromhex(secret)).deal()
            assert block.deal_id == deal.id
            for game in block.games:
                record = results.record(game.number)
                assert record.deal == deal.id
                record.verify()
        assert [block.deal for block in results.blocks()] == [1, 2]


def test_no_two_runs_have_a_deal_in_common(tmp_path: Path) -> None:
    for name in ("one", "two"):
        played(tmp_path / name, bots=["random", "random"], games=4, seed=None)
    assert len(set(dealt(tmp_path / "one") + dealt(tmp_path / "two"))) == 4


def test_the_secret_is_published_when_the_run_is_over_and_not_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run"
    with Run.create(path, Plan(["greedy", "random"], "splendor", games=4)) as run:
        with closing(run.play(jobs=1)) as games:
            while run.done < 3:
                next(games)
        with Results.open(path) as results:
            secret = results.deals.secret
        assert secret is not None
        texts = everything_published(path, capsys)
        with Results.open(path) as results:
            keys = [block.deal_id.removeprefix("sealed:") for block in results.blocks()]
        for text in texts:
            assert secret.hex() not in text
            assert not [key for key in keys if key in text], "the deal of a game to come"
        assert "deals from a secret, revealed when the run is over" in " ".join(texts[0].split())
    finished(Run.resume(path), jobs=1)
    for text in everything_published(path, capsys):
        assert secret.hex() in text
    figures = json.loads(everything_published(path, capsys)[1])
    assert (figures["secret"], figures["settings"]["seed"]) == (secret.hex(), None)


def everything_published(path: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """A run's standings, statistics and report."""
    capsys.readouterr()
    texts = []
    for options in ([], ["--json"]):
        assert main(["results", str(path), *options]) == 0
        texts.append(capsys.readouterr().out)
    with Results.open(path) as results:
        texts.append(report_page(results))
    return texts


@linux
def test_no_message_argument_or_environment_of_a_bot_tells_secret_or_deal(
    attacks: Path, tmp_path: Path
) -> None:
    tee, heard = tmp_path / "tee.sh", tmp_path / "heard"
    tee.write_text(TEE)
    heard.mkdir()
    bots = [f"exec:sh {tee} {heard} {sys.executable}", f"{attacks}:Searcher"]
    path = tmp_path / "run"
    games = played(path, bots=bots, games=2, seed=None)
    assert [game.forfeiter for game in games] == [None, None]
    files = [*heard.iterdir(), *tmp_path.glob("*.seen")]
    assert len(files) == 2 + 2 * 4
    with Results.open(path) as results:
        deals = results.deals
    assert deals.secret is not None
    for file in files:
        said = file.read_bytes()
        assert said
        for key in (deals.secret, deals.deal(1).value.to_bytes(32, "big")):
            for form in (key, key[::-1], key.hex().encode(), str(int.from_bytes(key)).encode()):
                assert form not in said, file.name


def test_a_worker_gets_the_deal_of_its_game_and_not_what_the_others_come_from() -> None:
    deals = DealSequence.new()
    assert deals.secret is not None
    for scheduled in Schedule.of("round robin", bots=2, players=2).games(2):
        sent = pickle.dumps(DealtGame.of(scheduled, deals))
        for key in (deals.secret, deals.deal(3 - scheduled.deal).value.to_bytes(32, "big")):
            assert key not in sent
            assert key[::-1] not in sent


def test_the_file_of_a_run_is_for_its_owner_alone(tmp_path: Path) -> None:
    with Run.create(tmp_path / "run", Plan(["greedy", "random"], "splendor", games=2)) as run:
        list(run.play(jobs=1))
        holding = [file for file in tmp_path.iterdir() if not file.name.endswith("-lock")]
        assert len(holding) > 1
        assert {file.stat().st_mode & 0o077 for file in holding} == {0}


def test_a_file_that_has_lost_its_secret_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run"
    Run.create(path, Plan(["greedy", "random"], "splendor", games=2)).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM run WHERE name = 'secret'")
    with pytest.raises(RunFileError, match="deals come from a seed or from a secret"):
        Results.open(path)


def test_the_deals_of_a_secret_never_change() -> None:
    deals = DealSequence(secret=bytes(range(32)))
    assert deals.deal(1).id.endswith("eb26cc453087a043")
    assert deals.deal(2).id.endswith("f2dd897e52a3fdc0")
    assert DealSequence(seed=7).deal(2) == gg.Deal.from_seed(8)
    with pytest.raises(ValueError, match="deals are numbered from 1; there is no deal 0"):
        deals.deal(0)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "from a seed or from a secret"),
        ({"seed": 1, "secret": bytes(32)}, "from a seed or from a secret"),
        ({"secret": bytes(31)}, "the secret has 31 bytes; it must have 32"),
        ({"seed": -1}, "the seed is negative"),
    ],
)
def test_deals_come_from_one_seed_or_one_secret(given: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        DealSequence(**given)  # type: ignore[arg-type]


def test_the_secret_is_not_shown_by_repr() -> None:
    assert repr(DealSequence.new()) == "DealSequence(seed=None)"

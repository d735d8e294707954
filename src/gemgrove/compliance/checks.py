"""The checks of a bot, each with a process of its own."""

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from gemgrove import protocol
from gemgrove.agents import Forfeit, GameInfo, Limits, RandomAgent, TimeControl, begin
from gemgrove.agents.child_process import stderr_note
from gemgrove.agents.program_agent import GRACE_SECONDS
from gemgrove.agents.protocol_agent import ProtocolAgent
from gemgrove.compliance.finding import Finding
from gemgrove.game import GAMES, Game, GameName, new, variant_class
from gemgrove.options import Options
from gemgrove.protocol import ToBot, YourTurn
from gemgrove.variant import shown

_SEED = 20
_FEW = 8
"""Decisions that are enough where a whole game is not needed."""
_QUIET_SECONDS = 0.2
_MOST_PLAYERS = 8
_UNUSUAL_ID = "Table 7/b: seat-2_x.y~z"
_LARGE_TURN = 4_000_000_000
_ONE_ANSWER = (
    "Only your_turn and the host's hello have an answer, and only one line each. Write everything "
    "else to stderr."
)
_ANOTHER_GAME = "After an end, however it came about, wait for another new_game or a goodbye."

_NEWS = {"type": "news", "game_id": "somewhere else", "text": "A message of a later version."}

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Suite:
    """The settings of the checks."""

    command: Sequence[str]
    games: Sequence[GameName] = GAMES
    rounds: int = 2
    """Whole games for each game and number of players."""
    time: TimeControl = TimeControl(20, 0.2)  # noqa: RUF009 - a value that cannot change
    budget: float = 120.0
    """Seconds after which no more whole games are started."""
    progress: Progress = lambda _: None
    limits: Limits = Limits()  # noqa: RUF009 - a value that cannot change
    environment: Mapping[str, str] | None = None
    """Variables to add to the minimal environment of the program."""

    def host(self, kind: type[ProtocolAgent] = ProtocolAgent) -> ProtocolAgent:
        """A new process of the bot, and the host that talks to it."""
        return kind(
            "the bot",
            self.command,
            seed=_SEED,
            time=self.time,
            limits=self.limits,
            environment=self.environment,
        )


def examine(suite: Suite) -> Iterator[Finding]:
    """Check a bot. If it does not even say hello, there is nothing more to check."""
    hello, named = _hello(suite)
    yield hello
    if not hello.right:
        return
    for game in suite.games:
        if game not in named:
            yield Finding(f"plays {game}", note="its hello does not name this game", skipped=True)
    games = [game for game in suite.games if game in named]
    if games:
        yield from _whole_games(suite, games)
        yield from _check_manners(suite, games)
    yield from _check_endings(suite, games)


def _hello(suite: Suite) -> tuple[Finding, Sequence[str]]:
    check = "starts and says hello"
    host = suite.host()
    try:
        host.begin(new(suite.games[0], seed=_SEED).view(0))
        if host.hello is None:
            assert host.lost is not None
            return Finding.of(check, host.lost), ()
        parts = (host.hello.name, host.hello.version, host.hello.author)
        return Finding(check, note=" ".join(part for part in parts if part)), host.hello.games
    finally:
        host.close()


# Whole games


def _whole_games(suite: Suite, games: Sequence[GameName]) -> Iterator[Finding]:
    deadline = time.monotonic() + suite.budget
    for game in games:
        host = suite.host()
        try:
            for players in _player_counts(game):
                check = f"plays {game} with {players} players"
                if time.monotonic() > deadline:
                    note = f"the games before took {suite.budget:.0f} seconds"
                    yield Finding(check, note=note, skipped=True)
                    continue
                try:
                    slowest = _play_games(suite, host, game, players, deadline)
                except Forfeit as forfeit:
                    yield Finding.of(check, forfeit)
                else:
                    yield Finding(check, note=f"slowest answer {slowest:.3f} s")
        finally:
            host.close()


def _play_games(
    suite: Suite, host: ProtocolAgent, game: GameName, players: int, deadline: float
) -> float:
    """Play some games against random, in turn in each seat; the seconds of the slowest answer.

    After the deadline no more are begun, but one is played in any case.
    """
    rules = variant_class(game).create("official", players=None, options={}).rules
    presets = list(rules.presets) if isinstance(rules, Options) else ["official"]
    slowest = 0.0
    for number in range(suite.rounds):
        if number and time.monotonic() > deadline:
            break
        table = new(
            game, rules=presets[number % len(presets)], players=players, seed=_SEED + number
        )
        suite.progress(f"{game} with {players} players, game {number + 1} of {suite.rounds}")
        before = host.pid
        slowest = max(slowest, _play(table, host, number % players))
        if before not in (None, host.pid):
            raise Forfeit("crash", f"The program ended after a game. {_ANOTHER_GAME}")
    return slowest


def _play(game: Game, host: ProtocolAgent, seat: int, *, decisions: int | None = None) -> float:
    """Play a game, or so many decisions of the bot; the seconds of its slowest answer."""
    others = RandomAgent(_SEED)
    slowest = 0.0
    names = [f"player {number + 1}" for number in range(game.players)]
    begin(host, game.view(seat), info=GameInfo(names=names))
    while not game.over and decisions != 0:
        view = game.view(game.to_move)
        if game.to_move != seat:
            game.play(others.choose(view))
            continue
        started = time.monotonic()
        game.play(host.choose(view))
        slowest = max(slowest, time.monotonic() - started)
        decisions = None if decisions is None else decisions - 1
    host.end(game.view(seat))
    return slowest


def _player_counts(game: str) -> list[int]:
    def possible(players: int) -> bool:
        try:
            variant_class(game).create("official", players=players, options={})
        except ValueError:
            return False
        return True

    return [players for players in range(1, _MOST_PLAYERS + 1) if possible(players)]


# Manners


def _check_manners(suite: Suite, games: Sequence[GameName]) -> Iterator[Finding]:
    checks = {
        "answers once, and writes nothing else to stdout": _is_quiet,
        "repeats the ids of unusual games and turns": _repeats_ids,
        "ignores members that it does not know": _ignores_members,
        "ignores blank lines and unknown messages": _ignores_blank_lines,
        "plays on after another player has forfeited": _plays_on,
    }
    for check, made in checks.items():
        suite.progress(check)
        try:
            for game in games:
                problem = made(suite, game)
                if problem:
                    yield Finding(check, *problem)
                    break
            else:
                yield Finding(check)
        except Forfeit as forfeit:
            yield Finding.of(check, forfeit)


Problem = tuple[str, str] | None
"""A problem, and advice on how to fix it."""


def _is_quiet(suite: Suite, game: GameName) -> Problem:
    host = suite.host()
    try:
        table = new(game, seed=_SEED)
        begin(host, table.view(0))
        for _ in range(2):
            if host.lost is not None:
                raise host.lost
            if told := host.unasked(_QUIET_SECONDS).strip():
                wrote = f"It wrote {shown(told.decode('utf-8', 'replace'))} without being asked."
                return wrote, _ONE_ANSWER
            table.play(host.choose(table.view(0)))
            while table.to_move != 0 and not table.over:
                table.play(table.legal_actions()[0])
        return None
    finally:
        host.close()


def _repeats_ids(suite: Suite, game: GameName) -> Problem:
    host = suite.host()
    host.turns = _LARGE_TURN
    try:
        table = new(game, seed=_SEED)
        begin(host, table.view(0), info=GameInfo(game_id=_UNUSUAL_ID))
        table.play(host.choose(table.view(0)))
        return None
    finally:
        host.close()


def _ignores_members(suite: Suite, game: GameName) -> Problem:
    return _plays_a_little(suite, game, NewerHost)


def _ignores_blank_lines(suite: Suite, game: GameName) -> Problem:
    return _plays_a_little(suite, game, BlankLineHost)


def _plays_a_little(suite: Suite, game: GameName, kind: type[ProtocolAgent]) -> Problem:
    host = suite.host(kind)
    try:
        _play(new(game, seed=_SEED), host, 0, decisions=_FEW)
        return None
    finally:
        host.close()


def _plays_on(suite: Suite, game: GameName) -> Problem:
    host = suite.host()
    try:
        table = new(game, players=3, seed=_SEED)
        seats = GameInfo(forfeit=(1, "crash"))
        begin(host, table.view(0), info=seats)
        table.play(host.choose(table.view(0)))
        host.end(table.view(0))
        host.unasked(_QUIET_SECONDS)
        if not host.running:
            return f"It ended with the game. {stderr_note(host.stderr)}", _ANOTHER_GAME
        _play(new(game, seed=_SEED), host, 1, decisions=_FEW)
        return None
    finally:
        host.close()


# Partings


def _check_endings(suite: Suite, games: Sequence[GameName]) -> Iterator[Finding]:
    for check, goodbye in (
        ("ends when it is told goodbye", True),
        ("ends when its stdin is closed", False),
    ):
        suite.progress(check)
        host = suite.host()
        host.begin(new(games[0] if games else suite.games[0], seed=_SEED).view(0))
        if games and host.lost is not None:
            host.close()
            yield Finding.of(check, host.lost)
            continue
        code = host.close(goodbye=goodbye)
        if code is None:
            yield Finding(
                check,
                f"It was still running {GRACE_SECONDS:.0f} second later, and was killed.",
                "Leave the loop when a goodbye comes, and when reading stdin finds its end.",
            )
        elif code:
            yield Finding(
                check, f"It ended with exit code {code}. {stderr_note(host.stderr)}", "End with 0."
            )
        else:
            yield Finding(check)


class NewerHost(ProtocolAgent):
    """A host of a later version: its messages have unknown members."""

    def encode(self, message: ToBot) -> bytes:
        """The message with more in it than today, in the beginning and in the end."""
        before = {"aaa_later": {"type": "move", "turn_id": -1, "list": [1, [2, {}], "}"]}}
        after = {"zzz_later": None, "quote": '\\"{['}
        return json.dumps(before | message.to_dict() | after).encode() + b"\n"


class BlankLineHost(ProtocolAgent):
    """Between its messages there are blank lines, and messages of types that are not known."""

    def encode(self, message: ToBot) -> bytes:
        """The message with some air before it."""
        air = b"\n  \n"
        if isinstance(message, YourTurn):
            air += json.dumps(_NEWS).encode() + b"\n\n"
        return air + protocol.write(message)

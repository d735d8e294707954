"""The checks for bots that speak the bot protocol, each with a new process."""

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from gemgrove import protocol
from gemgrove.agents import Forfeit, GameInfo, Limits, RandomAgent, TimeControl, begin
from gemgrove.agents.child_process import stderr_note
from gemgrove.agents.program_agent import GRACE_SECONDS, ProgramAgent
from gemgrove.agents.protocol_agent import ProtocolAgent
from gemgrove.game import GAMES, Game, GameName, new, variant_class
from gemgrove.options import OFFICIAL, Options
from gemgrove.protocol import ToBot, YourTurn
from gemgrove.variant import shown

SEED = 20

_FEW = 8
"""The number of decisions to play if a whole game is not needed."""
_QUIET_SECONDS = 0.2
_MOST_PLAYERS = 8
_UNUSUAL_ID = "Table 7/b: seat-2_x.y~z"
_LARGE_TURN = 4_000_000_000
_NEWS = {"type": "news", "game_id": "somewhere else", "text": "A message of a later version."}

_ADVICE = {
    "crash": "The program must run until it receives goodbye or its stdin ends.",
    "timeout": (
        "Answer before clock.remaining is used up, and flush stdout after every message: output "
        "that stays in a buffer is not there."
    ),
    "illegal move": "Answer with the move or the action of one of the entries of legal.",
    "protocol": "docs/bot-protocol.md shows every message with all its fields.",
    "flood": "Write only what was asked for to stdout, and everything else to stderr.",
    "memory": "Use less memory; a program that is given too little must not die of it.",
    "refused": "Name the games that the bot plays in its hello, under games.",
}
_ONE_ANSWER = (
    "Only your_turn and the host's hello have an answer, and only one line each. Write everything "
    "else to stderr."
)
_ANOTHER_GAME = "After an end, however it came about, wait for another new_game or a goodbye."
_LEAVE = "Leave the loop when a goodbye comes, and when reading stdin finds its end."


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check: right unless there is a problem; it may have been skipped."""

    check: str
    problem: str = ""
    advice: str = ""
    note: str = ""
    skipped: bool = False

    @classmethod
    def of(cls, check: str, forfeit: Forfeit, advice: Mapping[str, str] = _ADVICE) -> "Finding":
        """Return the finding for a forfeit, with the advice for its reason."""
        return cls(check, str(forfeit), advice[forfeit.reason])

    @property
    def right(self) -> bool:
        return not self.problem


@dataclass(frozen=True, slots=True)
class Suite:
    """The settings of the checks."""

    command: Sequence[str]
    games: Sequence[GameName] = GAMES
    rounds: int = 2
    """The number of whole games for each game and number of players."""
    time: TimeControl = TimeControl(20, 0.2)  # noqa: RUF009 - a value that cannot change
    budget: float = 120.0
    """Seconds after which no more whole games are started."""
    progress: Callable[[str], None] = lambda _: None
    limits: Limits = Limits()  # noqa: RUF009 - a value that cannot change
    environment: Mapping[str, str] | None = None
    """Variables to add to the program's minimal environment."""

    def settings(self) -> dict[str, Any]:
        """Return the settings for the agent that runs the bot's process."""
        return {"time": self.time, "limits": self.limits, "environment": self.environment}


def examine(suite: Suite) -> Iterator[Finding]:
    """Run all checks of a bot; if it does not even say hello, there is nothing more to check."""
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
    known = [game for game in GAMES if game in named]
    for check, goodbye in (
        ("ends when it is told goodbye", True),
        ("ends when its stdin is closed", False),
    ):
        suite.progress(check)
        if known:
            yield check_ending(check, _host(suite), known[0], _ADVICE, _LEAVE, goodbye=goodbye)
        else:
            yield Finding(check, note="its hello names no game that it could begin", skipped=True)


def _host(suite: Suite, kind: type[ProtocolAgent] = ProtocolAgent) -> ProtocolAgent:
    return kind("the bot", suite.command, seed=SEED, **suite.settings())


def _hello(suite: Suite) -> tuple[Finding, Sequence[str]]:
    check = "starts and says hello"
    with closing(_host(suite)) as host:
        host.begin(new(suite.games[0], seed=SEED).view(0))
        if host.hello is None:
            assert host.lost is not None
            return Finding.of(check, host.lost), ()
        parts = (host.hello.name, host.hello.version, host.hello.author)
        return Finding(check, note=" ".join(part for part in parts if part)), host.hello.games


def _whole_games(suite: Suite, games: Sequence[GameName]) -> Iterator[Finding]:
    deadline = time.monotonic() + suite.budget
    for game in games:
        rules = variant_class(game).create(OFFICIAL, players=None, options={}).rules
        presets = list(rules.presets) if isinstance(rules, Options) else [OFFICIAL]
        counts = [count for count in range(1, _MOST_PLAYERS + 1) if _possible(game, count)]
        with closing(_host(suite)) as host:
            for players in counts:
                check = f"plays {game} with {players} players"
                if time.monotonic() > deadline:
                    note = f"the games before took {suite.budget:.0f} seconds"
                    yield Finding(check, note=note, skipped=True)
                    continue
                tables = (
                    new(game, rules=presets[n % len(presets)], players=players, seed=SEED + n)
                    for n in range(suite.rounds)
                )
                try:
                    slowest = play_games(suite, host, tables, deadline, _ANOTHER_GAME)
                except Forfeit as forfeit:
                    yield Finding.of(check, forfeit)
                else:
                    yield Finding(check, note=f"slowest answer {slowest:.3f} s")


def _possible(game: GameName, players: int) -> bool:
    try:
        variant_class(game).create(OFFICIAL, players=players, options={})
    except ValueError:
        return False
    return True


def play_games(
    suite: Suite, host: ProgramAgent, games: Iterator[Game], deadline: float, another_game: str
) -> float:
    """Play games against random bots, in each seat in turn; return the slowest answer's seconds.

    No game is begun after the deadline, except the first.
    """
    slowest = 0.0
    for number, game in enumerate(games):
        if number and time.monotonic() > deadline:
            break
        table = f"{game.name} with {game.players} players"
        suite.progress(f"{table}, game {number + 1} of {suite.rounds}")
        before = host.pid
        slowest = max(slowest, _play(game, host, number % game.players))
        if before not in (None, host.pid):
            raise Forfeit("crash", f"The program ended after a game. {another_game}")
    return slowest


def _play(game: Game, host: ProgramAgent, seat: int, *, decisions: int | None = None) -> float:
    """Play a game, or a number of the bot's decisions; return the slowest answer's seconds."""
    others = RandomAgent(SEED)
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


# Each of these returns the problem, or an empty text.


def is_quiet(host: ProgramAgent, game: GameName) -> str:
    """Check that a bot writes nothing but its answers."""
    table = new(game, seed=SEED)
    begin(host, table.view(0))
    for _ in range(2):
        if host.lost is not None:
            raise host.lost
        if told := host.unasked(_QUIET_SECONDS).strip():
            return f"It wrote {shown(told.decode('utf-8', 'replace'))} without being asked."
        table.play(host.choose(table.view(0)))
        while table.to_move != 0 and not table.over:
            table.play(table.legal_actions()[0])
    return ""


def _repeats_ids(host: ProtocolAgent, game: GameName) -> str:
    host.turns = _LARGE_TURN
    table = new(game, seed=SEED)
    begin(host, table.view(0), info=GameInfo(game_id=_UNUSUAL_ID))
    host.choose(table.view(0))
    return ""


def _plays_a_little(host: ProtocolAgent, game: GameName) -> str:
    _play(new(game, seed=SEED), host, 0, decisions=_FEW)
    return ""


def _plays_on(host: ProtocolAgent, game: GameName) -> str:
    table = new(game, players=3, seed=SEED)
    begin(host, table.view(0), info=GameInfo(forfeit=(1, "crash")))
    table.play(host.choose(table.view(0)))
    host.end(table.view(0))
    host.unasked(_QUIET_SECONDS)
    if not host.running:
        return f"It ended with the game. {stderr_note(host.stderr)}"
    _play(new(game, seed=SEED), host, 1, decisions=_FEW)
    return ""


def check_ending(
    check: str,
    host: ProgramAgent,
    game: GameName,
    advice: Mapping[str, str],
    leave: str,
    *,
    goodbye: bool = False,
) -> Finding:
    """Check that a bot exits with code 0; `leave` is the advice if it keeps running."""
    host.begin(new(game, seed=SEED).view(0))
    code = host.close(goodbye=goodbye)
    if host.lost is not None:
        return Finding.of(check, host.lost, advice)
    if code is None:
        late = f"It was still running {GRACE_SECONDS:.0f} second later, and was killed."
        return Finding(check, late, leave)
    if code:
        ended = f"It ended with exit code {code}. {stderr_note(host.stderr)}"
        return Finding(check, ended, "End with 0.")
    return Finding(check)


class NewerHost(ProtocolAgent):
    """A host with a later version: its messages begin and end with unknown members."""

    def encode(self, message: ToBot) -> bytes:
        before = {"aaa_later": {"type": "move", "turn_id": -1, "list": [1, [2, {}], "}"]}}
        after = {"zzz_later": None, "quote": '\\"{['}
        return json.dumps(before | message.to_dict() | after).encode() + b"\n"


class BlankLineHost(ProtocolAgent):
    """A host that sends blank lines and messages of unknown types between its messages."""

    def encode(self, message: ToBot) -> bytes:
        before = b"\n  \n"
        if isinstance(message, YourTurn):
            before += json.dumps(_NEWS).encode() + b"\n\n"
        return before + protocol.write(message)


_MANNERS: Mapping[
    str, tuple[type[ProtocolAgent], Callable[[ProtocolAgent, GameName], str], str]
] = {
    "answers once, and writes nothing else to stdout": (ProtocolAgent, is_quiet, _ONE_ANSWER),
    "repeats the ids of unusual games and turns": (ProtocolAgent, _repeats_ids, ""),
    "ignores members that it does not know": (NewerHost, _plays_a_little, ""),
    "ignores blank lines and unknown messages": (BlankLineHost, _plays_a_little, ""),
    "plays on after another player has forfeited": (ProtocolAgent, _plays_on, _ANOTHER_GAME),
}
"""The host, the check to run in each game, and the advice if it finds a problem."""


def _check_manners(suite: Suite, games: Sequence[GameName]) -> Iterator[Finding]:
    for check, (kind, problem_in, advice) in _MANNERS.items():
        suite.progress(check)
        finding = Finding(check)
        for game in games:
            with closing(_host(suite, kind)) as host:
                try:
                    problem = problem_in(host, game)
                except Forfeit as forfeit:
                    finding = Finding.of(check, forfeit)
                    break
            if problem:
                finding = Finding(check, problem, advice)
                break
        yield finding

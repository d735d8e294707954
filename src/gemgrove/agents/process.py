"""A bot in a process of its own, which talks the bot protocol on its stdin and stdout."""

import shlex
import time as clocks
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from shutil import which
from typing import Any

from gemgrove import __version__, protocol
from gemgrove.agents.agent import Table
from gemgrove.agents.clock import Clock, TimeControl
from gemgrove.agents.forfeit import Forfeit
from gemgrove.agents.limits import Limits
from gemgrove.agents.program import Program, last_words
from gemgrove.agents.spec import PROGRAM, BotSpec, SpecError
from gemgrove.game import View
from gemgrove.protocol import BotHello, BotMove, ProtocolError
from gemgrove.variant import IllegalMove, Move, shown

START_SECONDS = 10.0
"""Within which a program must say hello."""
PATIENCE_SECONDS = 60.0
"""Within which an answer must come where there is no time control."""
GRACE_SECONDS = 1.0
"""Within which a program must end when it is told to."""

_NAMED = 8
"""How many legal moves a complaint names."""


def make(
    spec: BotSpec, *, seed: int | None, time: TimeControl | None, limits: Limits | None
) -> "ProcessAgent":
    """The bot of an `exec:` spec."""
    return ProcessAgent(str(spec), command_of(spec), seed=seed, time=time, limits=limits)


def command_of(spec: BotSpec) -> list[str]:
    """The words of the command in an `exec:` spec, the first of which is a program."""
    text = spec.name.removeprefix(f"{PROGRAM}:")
    try:
        command = shlex.split(text)
    except ValueError as error:
        raise SpecError(f"The command {shown(text)} cannot be read: {error}.") from None
    if not command:
        raise SpecError("After exec: comes a command, as in exec:./a.out --flag.")
    check_program(command[0])
    if "\0" in text:
        raise SpecError(f"The command {shown(text)} cannot have a zero byte in it.")
    return command


def check_program(name: str) -> None:
    """That there is a program of this name, and that it can be run here; else a `SpecError`."""
    found = None if "\0" in name else which(name)
    if found is not None:
        return
    if "/" in name and "\0" not in name and Path(name).is_file():
        raise SpecError(f"{name} cannot be executed; chmod +x {name} makes it a program.")
    hint = "" if "/" in name else f" on the PATH; one that is here is {shown(f'./{name}')}"
    raise SpecError(f"There is no program {shown(name)}{hint}.")


class ProcessAgent:
    """A bot in a process of its own, which is started when the first game begins.

    Whatever it does wrong is raised by `choose` as a `Forfeit`, what happened before included.
    Then the process is ended, and the next game has a new one.
    """

    def __init__(
        self,
        spec: str,
        command: Sequence[str],
        *,
        seed: int | None = None,
        time: TimeControl | None = None,
        limits: Limits | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.spec = spec
        self.time = time
        self.clock: Clock | None = None
        """The clock of the game being played."""
        self.hello: BotHello | None = None
        """What the bot said of itself."""
        self.turns = 0
        """How often it was asked for a move; the last turn's id."""
        self.answer: BotMove | None = None
        """Its last move, with what it remarked."""
        self.lost: Forfeit | None = None
        """What the bot has lost the game by; `choose` raises it."""
        self._command = list(command)
        self._seed = seed
        self._limits = limits or Limits()
        self._environment = environment
        self._program: Program | None = None
        self._table = Table()
        self._seen: View | None = None
        self._told = 0
        self._game_id = ""
        self._games = 0
        self._last_stderr = ""
        self._asking = False

    @property
    def stderr(self) -> str:
        """The end of what the bot wrote to stderr, for its author."""
        return self._program.stderr if self._program is not None else self._last_stderr

    @property
    def pid(self) -> int | None:
        """The process, while there is one."""
        return self._program.pid if self._program is not None else None

    @property
    def running(self) -> bool:
        """Whether the process is there and has not ended by itself."""
        return self._program is not None and self._program.running

    def sit(self, table: Table) -> None:
        """Note who plays; the table's clocks and forfeits are told to the bot in time."""
        self._table = table

    def begin(self, view: View) -> None:
        """Start the program, if it is not running, and tell it of the game."""
        if self._seen is not None:
            self._tell_end(self._seen, None)  # nobody has said how the last game went on
        self._games += 1
        self._game_id = self._table.game_id or str(self._games)
        self.lost = None
        self._asking = False
        self._seen = view
        self._told = 0
        self.answer = None
        self.clock = Clock(self.time) if self.time is not None else None
        try:
            self._begin(view)
        except Forfeit as forfeit:
            self._lose(forfeit)

    def choose(self, view: View) -> int:
        """The bot's move; `Forfeit` if it has none that counts."""
        if not self._goes_on(view):
            self.begin(view)
        if self.lost is None:
            self._asking = True
            try:
                action = self._ask(view)
            except Forfeit as forfeit:
                self._lose(self._explained(view, forfeit))
            else:
                self._seen = view
                self._told = len(view.actions)
                return action
        assert self.lost is not None
        raise self.lost

    def end(self, view: View) -> None:
        """Tell the bot how the game has ended."""
        self._tell_end(view, self._table.forfeit)
        self._table = Table()

    def close(self, *, goodbye: bool = True) -> int | None:
        """Say goodbye to the bot, or just close its stdin; its exit code if it ends by itself."""
        self._seen = None
        farewell = self.written(protocol.Goodbye()) if goodbye else b""
        return self._stop(farewell=farewell, grace=GRACE_SECONDS)

    def unasked(self, seconds: float) -> bytes:
        """What the bot has written by the end of so many seconds without being asked."""
        return self._program.pending(seconds) if self._program is not None else b""

    def written(self, message: protocol.ToBot) -> bytes:
        """A message as it is sent."""
        return protocol.write(message)

    def _tell_end(self, view: View, forfeit: tuple[int, str] | None) -> None:
        if self._program is not None and self._seen is not None:
            message = protocol.End.of(
                view, game_id=self._game_id, since=self._told, forfeit=forfeit
            )
            try:
                self._program.send(self.written(message), clocks.monotonic() + GRACE_SECONDS)
            except (Forfeit, TimeoutError):
                self._stop()  # the game is over; the next one has a new process
        self._seen = None

    def _goes_on(self, view: View) -> bool:
        """Whether a view is of the game that was begun."""
        seen = self._seen
        return (
            seen is not None
            and seen.seat == view.seat
            and seen.variant == view.variant
            and view.actions[: len(seen.actions)] == seen.actions
        )

    def _begin(self, view: View) -> None:
        if self._program is not None and not (self.running and self._program.allow_cpu()):
            self._stop()
        if self._program is None:
            self.hello = self._start()
        assert self.hello is not None
        if view.name not in self.hello.games:
            raise Forfeit(
                "refused",
                f"The bot plays {', '.join(self.hello.games) or 'nothing'}, as its hello says; "
                f"this is {view.name}.",
            )
        message = protocol.NewGame.of(
            view,
            game_id=self._game_id,
            names=self._table.names,
            time=asdict(self.time) if self.time is not None else None,
            seed=self._seed,
        )
        self._send(self.written(message), START_SECONDS)

    def _start(self) -> BotHello:
        try:
            self._program = Program(
                self._command,
                limits=self._limits,
                longest_line=protocol.LONGEST_FROM_BOT,
                environment=self._environment,
            )
        except OSError as error:
            raise Forfeit("crash", f"The program cannot be started: {error}.") from error
        self._send(self.written(protocol.Hello(f"gemgrove {__version__}")), START_SECONDS)
        answer = self._receive(START_SECONDS)
        if not isinstance(answer, BotHello):
            raise Forfeit("protocol", "The bot's first message is a move; it must be its hello.")
        return answer

    def _ask(self, view: View) -> int:
        self.turns += 1
        message = protocol.YourTurn.of(
            view,
            game_id=self._game_id,
            turn_id=self.turns,
            since=self._told,
            clock=self._told_clock(view),
        )
        line = self.written(message)
        allowed = PATIENCE_SECONDS if self.clock is None else self.clock.remaining
        started = clocks.monotonic()
        self._send(line, allowed)
        answer = self._receive(allowed - (clocks.monotonic() - started))
        if self.clock is not None:
            self.clock.spend(clocks.monotonic() - started)
        return self._checked(view, answer)

    def _told_clock(self, view: View) -> dict[str, Any] | None:
        if self.clock is None:
            return None
        left = round(self.clock.remaining, 3)
        seats = list(self._table.remaining or [None] * view.players)
        assert view.seat is not None
        seats[view.seat] = left
        return {"remaining": left, "increment": self.clock.control.increment, "seats": seats}

    def _send(self, line: bytes, seconds: float) -> None:
        assert self._program is not None
        try:
            self._program.send(line, clocks.monotonic() + seconds)
        except TimeoutError:
            raise self._late(seconds, "The bot did not read its stdin") from None

    def _receive(self, seconds: float) -> BotHello | BotMove:
        assert self._program is not None
        try:
            return protocol.read_from_bot(self._program.receive(clocks.monotonic() + seconds))
        except TimeoutError:
            raise self._late(seconds, "No answer came") from None
        except ProtocolError as error:
            raise Forfeit("protocol", str(error)) from None

    def _late(self, seconds: float, what: str) -> Forfeit:
        allowed = f"within {max(seconds, 0):.2f} seconds"
        control = f" (time control {self.time})" if self.time and self._asking else ""
        begun = self._program.unfinished if self._program is not None else b""
        rest = f" It wrote {shown(begun)} without the newline that ends a message." if begun else ""
        return Forfeit("timeout", f"{what} {allowed}{control}.{rest} {last_words(self.stderr)}")

    def _checked(self, view: View, answer: BotHello | BotMove) -> int:
        """The action number of an answer that is one, and legal."""
        if not isinstance(answer, BotMove):
            raise Forfeit("protocol", "The bot said hello once more; it was asked for a move.")
        asked = (self._game_id, self.turns)
        if (answer.game_id, answer.turn_id) != asked:
            raise Forfeit(
                "protocol",
                f"The answer is for game_id {shown(answer.game_id)}, turn_id {answer.turn_id}; "
                f"asked was game_id {shown(asked[0])}, turn_id {asked[1]}. Each your_turn has one "
                "answer, with its own ids.",
            )
        self.answer = answer
        return _legal(view, answer.choice)

    def _explained(self, view: View, forfeit: Forfeit) -> Forfeit:
        """With an answer that would have been right, where the bot's was no answer."""
        if forfeit.reason != "protocol":
            return forfeit
        right = BotMove(self._game_id, self.turns, view.legal_actions()[0])
        line = protocol.write(right).decode().strip()
        return Forfeit("protocol", f"{forfeit.detail} An answer would have been {line}")

    def _lose(self, forfeit: Forfeit) -> None:
        self.lost = forfeit
        self._stop()

    def _stop(self, *, farewell: bytes = b"", grace: float = 0.0) -> int | None:
        if self._program is None:
            return None
        code = self._program.stop(farewell=farewell, grace=grace)
        self._last_stderr = self._program.stderr
        self._program = None
        return code


def _legal(view: View, choice: str | int) -> int:
    """The action number that was chosen, if it is legal; a `Forfeit` says what was."""
    legal = view.legal_actions()
    try:
        move: Move = view.variant.parse(choice) if isinstance(choice, str) else view.move(choice)
        action: int = view.variant.action(view, move)
        if action in legal:
            return action
        why = f"{move} is not legal: {view.variant.why_not(view, move)}."
    except IllegalMove as error:
        why = str(error)
    names = [view.move(action).text for action in legal]
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    raise Forfeit("illegal move", f"{why} Legal were {'; '.join(names[:_NAMED])}{more}.")

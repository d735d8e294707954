"""Bots that are programs: the host's side, as far as all protocols share it.

`choose` raises a `Forfeit` for anything that the program has done wrong, even before that call. The
process is then ended, and the next game starts a new one.
"""

import shlex
import time as clocks
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import which

from gemgrove.agents.agent import Forfeit, GameInfo
from gemgrove.agents.child_process import ChildProcess, Limits, stderr_note
from gemgrove.agents.clock import Clock, TimeControl
from gemgrove.agents.spec import BotSpec, SpecError
from gemgrove.game import View
from gemgrove.variant import IllegalMove, Move, shown

START_SECONDS = 10.0
"""The time for a program's first answer."""
PATIENCE_SECONDS = 60.0
"""The time for an answer if there is no time control."""
GRACE_SECONDS = 1.0
"""The time for a program to exit when it is told to."""

_NAMED = 8
"""The number of legal moves that an error message names."""


def command_of(spec: BotSpec) -> list[str]:
    """Return the command in a program's spec, split into words."""
    prefix, _, text = spec.name.partition(":")
    try:
        command = shlex.split(text)
    except ValueError as error:
        raise SpecError(f"The command {shown(text)} cannot be read: {error}.") from None
    if not command:
        raise SpecError(f"After {prefix}: comes a command, as in {prefix}:./a.out --flag.")
    check_program(command[0])
    if "\0" in text:
        raise SpecError(f"The command {shown(text)} cannot have a zero byte in it.")
    return command


def check_program(name: str) -> None:
    """Raise a `SpecError` unless a program with this name can be run here."""
    found = None if "\0" in name else which(name)
    if found is not None:
        return
    if "/" in name and "\0" not in name and Path(name).is_file():
        raise SpecError(f"{name} cannot be executed; chmod +x {name} makes it a program.")
    hint = "" if "/" in name else f" on the PATH; for one in this folder write {shown(f'./{name}')}"
    raise SpecError(f"There is no program {shown(name)}{hint}.")


class ProgramAgent(ABC):
    """A bot in a separate process, which is started when the first game begins.

    The subclass for a protocol defines how to begin a game, ask for moves and end the game.
    """

    longest_line = 1 << 20
    """The longest line that the program may send, in bytes."""

    def __init__(
        self,
        spec: str,
        command: Sequence[str],
        *,
        time: TimeControl | None = None,
        limits: Limits | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.spec = spec
        self.time = time
        self.clock: Clock | None = None
        """The bot's clock in the current game."""
        self.lost: Forfeit | None = None
        """The forfeit that lost the bot the current game; `choose` raises it."""
        self._command = list(command)
        self._limits = limits or Limits()
        self._environment = environment
        self._program: ChildProcess | None = None
        self._info = GameInfo()
        self._seen: View | None = None
        self._games = 0
        self._last_stderr = ""
        self._asking = False

    @property
    def stderr(self) -> str:
        """The last part of the bot's stderr, for its author."""
        return self._program.stderr if self._program is not None else self._last_stderr

    @property
    def pid(self) -> int | None:
        return self._program.pid if self._program is not None else None

    @property
    def running(self) -> bool:
        """True while the process has been started and has not exited."""
        return self._program is not None and self._program.running

    def set_info(self, info: GameInfo) -> None:
        """Keep the facts about the game; the agent reads clocks and forfeits when it needs them."""
        self._info = info

    def begin(self, view: View) -> None:
        """Start the program if it is not running, and tell it about the game."""
        if self._seen is not None:
            self._tell_end(self._seen, None)  # the last game was never ended
        self._games += 1
        self.lost = None
        self._asking = False
        self._seen = view
        self.clock = Clock(self.time) if self.time is not None else None
        try:
            if self._program is not None and not (self.running and self._program.allow_cpu()):
                self._stop()
            self._begin(view)
        except Forfeit as forfeit:
            self._lose(forfeit)

    def choose(self, view: View) -> int:
        """Return the bot's move; raise `Forfeit` if it does not make a legal one in time."""
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
                return action
        assert self.lost is not None
        raise self.lost

    def end(self, view: View) -> None:
        if self._seen is not None:
            self._tell_end(view, self._info.forfeit)
        self._info = GameInfo()

    def close(self, *, goodbye: bool = True) -> int | None:
        """Say goodbye to the bot, or just close its stdin.

        Return its exit code, or None if it had to be killed.
        """
        self._seen = None
        farewell = self._farewell() if goodbye else b""
        return self._stop(farewell=farewell, grace=GRACE_SECONDS)

    def unasked(self, seconds: float) -> bytes:
        """Wait this many seconds, and return what the bot has written without being asked."""
        return self._program.pending(seconds) if self._program is not None else b""

    @abstractmethod
    def _begin(self, view: View) -> None:
        """Tell the program that a game begins; call `_start` if it is not running."""

    @abstractmethod
    def _ask(self, view: View) -> int:
        """Ask the program for a move, and return its action number, which is legal."""

    @abstractmethod
    def _end(self, view: View, forfeit: tuple[int, str] | None) -> None:
        """Tell the program how the game has ended; `forfeit` is the seat and the reason."""

    def _explained(self, view: View, forfeit: Forfeit) -> Forfeit:  # noqa: ARG002
        """Add a hint at the right answer to a forfeit, if the protocol defines one."""
        return forfeit

    def _farewell(self) -> bytes:
        """Return the last message to send before the program's stdin is closed."""
        return b""

    def _tell_end(self, view: View, forfeit: tuple[int, str] | None) -> None:
        if self._program is not None:
            try:
                self._end(view, forfeit)
            except Forfeit:
                self._stop()  # the game is over; the next one starts a new process
        self._seen = None

    def _start(self) -> None:
        try:
            self._program = ChildProcess(
                self._command,
                limits=self._limits,
                longest_line=self.longest_line,
                environment=self._environment,
            )
        except OSError as error:
            raise Forfeit("crash", f"The program cannot be started: {error}.") from error

    def _goes_on(self, view: View) -> bool:
        """Return True if a view belongs to the current game."""
        seen = self._seen
        return (
            seen is not None
            and seen.seat == view.seat
            and seen.variant == view.variant
            and view.actions[: len(seen.actions)] == seen.actions
        )

    def _send(self, line: bytes, seconds: float) -> None:
        assert self._program is not None
        try:
            self._program.send(line, clocks.monotonic() + seconds)
        except TimeoutError:
            raise self._late(seconds, "The bot did not read its stdin") from None

    def _receive(self, seconds: float) -> bytes:
        assert self._program is not None
        try:
            return self._program.receive(clocks.monotonic() + seconds)
        except TimeoutError:
            raise self._late(seconds, "No answer came") from None

    def _late(self, seconds: float, what: str) -> Forfeit:
        allowed = f"within {max(seconds, 0):.2f} seconds"
        control = f" (time control {self.time})" if self.time and self._asking else ""
        begun = self._program.unfinished if self._program is not None else b""
        rest = f" It wrote {shown(begun)} without the newline that ends a message." if begun else ""
        return Forfeit("timeout", f"{what} {allowed}{control}.{rest} {stderr_note(self.stderr)}")

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


def legal_action(view: View, choice: str | int) -> int:
    """Return the action number of a choice; raise `Forfeit` if it is not legal."""
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

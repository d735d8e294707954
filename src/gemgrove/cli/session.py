"""A person's game against bots: prompts, commands, and what the others did in words.

The person is shown their own view and nothing else.
"""

import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from gemgrove import agents
from gemgrove.agents import Agent
from gemgrove.cli.complaint import Complaint
from gemgrove.cli.prompt import Prompt
from gemgrove.cli.saving import file_named, save_record
from gemgrove.cli.screen import Screen, in_columns
from gemgrove.cli.transcript import tell_end
from gemgrove.game import Game
from gemgrove.telling import Face, listed
from gemgrove.variant import IllegalMove, Move, NotationError

COMMANDS = ("help", "moves", "hint", "undo", "board", "save", "q")
SIGNALED = 128  # the exit code of a program that a signal has ended, plus its number
INTERRUPTED = SIGNALED + signal.SIGINT
NOT_SAVED = 1

_HELP = """\
Moves:
{moves}
Commands:
  moves               list what is possible now
  hint                what the bot greedy would do in your place
  undo                go back to your previous decision; for casual play
  board               show the table again
  save FILE           save the game so far; `gemgrove replay FILE` shows it
  ?, help             this text
  q                   quit"""


class _Left(Exception):  # noqa: N818 - no error, the game just does not go on
    """The person leaves, or the system asks the program to end; `code` is the exit code."""

    def __init__(self, code: int = 0) -> None:
        self.code = code


class Session:
    """One game at the terminal."""

    def __init__(
        self,
        game: Game,
        seat: int,
        bots: Mapping[int, Agent],
        names: Sequence[str],
        specs: Sequence[str],
        face: Face,
        screen: Screen,
        save: Path | None,
    ) -> None:
        self.game = game
        self.seat = seat
        self.bots = bots
        self.names = names
        self.specs = specs
        self.face = face
        self.screen = screen
        self.save = save
        self._prompt = Prompt(self._candidates)
        self._fresh = True
        self._news: list[str] = []
        self._commands = {
            "q": self._quit,
            "quit": self._quit,
            "exit": self._quit,
            "?": self._help,
            "help": self._help,
            "moves": self._moves,
            "hint": self._hint,
            "undo": self._undo,
            "board": self._board,
        }

    def run(self) -> int:
        """Play to the end, or until the person leaves; returns the exit code."""
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, _leave)
        others = [name for name in self.names if name != "you"]
        self.screen.say(f"You play against {listed(others)}. Type ? for help, q to quit.")
        code = 0
        try:
            while not self.game.over:
                if self.game.to_move == self.seat:
                    self._decide()
                else:
                    self._watch()
        except _Left as left:
            code = left.code
        except EOFError:
            pass
        except KeyboardInterrupt:
            code = INTERRUPTED
        # Who is impatient and presses Ctrl-C again must not lose the record.
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        return self._finish() or code

    def _watch(self) -> None:
        """One decision of a bot. It is told below the next table, where it is seen."""
        seat = self.game.to_move
        self._news += self._make(self.bots[seat].choose(self.game.view(seat)))
        self._fresh = True

    def _make(self, move: Move | str | int) -> list[str]:
        """Play a move; returns what there is to tell, as far as the person may know."""
        before = self.game.view(self.seat)
        self.game.play(move)
        after = self.game.view(self.seat)
        made = before.move(self.game.actions[-1])
        return self.face.told(before, made, after, self.names)

    def _tell(self, sentences: Sequence[str]) -> None:
        for sentence in sentences:
            self.screen.remark(sentence)

    def _tell_news(self) -> None:
        self._tell(self._news)
        self._news = []

    def _decide(self) -> None:
        """Ask once, and do what was typed."""
        step = self.face.step(self.game.view(self.seat), color=self.screen.color)
        if self._fresh:
            self._fresh = False
            if step.note:
                self.screen.say(step.note)
            else:
                self.screen.say()
                self._board()
                self._tell_news()
        text = self._prompt.ask(step.prompt)
        word, _, rest = text.partition(" ")
        if not text:
            return
        if text.lower() in self._commands:
            self._commands[text.lower()]()
        elif word.lower() == "save":
            self._save_as(rest.strip())
        else:
            try:
                moves = self._read(text, step.prefix)
                # So that of several moves none is made where one is not legal.
                self.game.copy().play_all(moves)
                for move in moves:
                    self._tell(self._make(move))
                self._fresh = True
            except IllegalMove as error:
                self.screen.remark(str(error))

    def _read(self, text: str, prefix: str) -> Sequence[Move]:
        """The moves that were typed; where one command is expected, its argument will do."""
        parse = self.game.variant.parse_all
        try:
            moves: Sequence[Move] = parse(text)
        except NotationError:
            if not prefix:
                raise
            moves = parse(f"{prefix} {text}")
        return moves

    def _candidates(self) -> list[str]:
        view = self.game.view(self.seat)
        moves = [move.text for move in view.legal_moves()]
        command = f"{self.face.step(view).prefix} "
        bare = [text.removeprefix(command) for text in moves if text.startswith(command)]
        return [*COMMANDS, *moves, *bare]

    def _quit(self) -> NoReturn:
        raise _Left

    def _help(self) -> None:
        self.screen.say(_HELP.format(moves=self.face.moves_help))

    def _board(self) -> None:
        view = self.game.view(self.seat)
        self.screen.say(self.face.table(view, self.names, color=self.screen.color))

    def _moves(self) -> None:
        view = self.game.view(self.seat)
        for heading, entries in self.face.grouped(view, view.legal_moves()):
            self.screen.say(self.screen.strong(heading))
            self.screen.say("\n".join(in_columns(entries)))

    def _hint(self) -> None:
        view = self.game.view(self.seat)
        choice = agents.make("greedy").choose(view)
        move = view.move(choice) if isinstance(choice, int) else choice
        assert isinstance(move, Move)
        meaning = self.face.described(view, move)
        self.screen.remark(f"greedy would play: {move}" + (f" ({meaning})" if meaning else ""))

    def _undo(self) -> None:
        """Back to where the person decided last, the bots' answers included."""
        trial = self.game.copy()
        undone = 0
        while trial.actions:
            trial.undo()
            undone += 1
            if trial.to_move == self.seat:
                break
        else:
            self.screen.remark("There is nothing of yours to take back.")
            return
        for _ in range(undone):
            self.game.undo()
        self.screen.remark(
            "Back to your previous decision. This is for casual play: what you have seen since "
            "then stays seen, and a record does not show that you went back."
        )
        self._fresh = True

    def _save_as(self, name: str) -> None:
        path = file_named(name) if name else self.save
        if path is None:
            self.screen.remark("Save needs the name of a file: save game.json")
            return
        try:
            self._save(path)
        except Complaint as complaint:
            self.screen.remark(str(complaint))
        else:
            self.screen.say(f"  Saved: {path}")

    def _save(self, path: Path) -> None:
        save_record(self.game, path, list(self.specs))

    def _finish(self) -> int:
        """Save if asked, then say goodbye; returns `NOT_SAVED` if that failed."""
        saved, code = "", 0
        if self.save is not None:
            try:
                self._save(self.save)
                saved = f"Saved: {self.save}"
            except Complaint as complaint:
                saved, code = f"Not saved: {complaint}", NOT_SAVED
        # Where the terminal's window was closed, there is nobody to say it to.
        with suppress(OSError):
            self._say_goodbye(saved)
        return code

    def _say_goodbye(self, saved: str) -> None:
        self.screen.say()
        self._tell_news()
        if self.game.over:
            self._board()
            self.screen.say()
            tell_end(self.screen, self.face, self.game, self.names)
        else:
            self.screen.say("You have left the game.")
        if self.game.deal is not None:
            self.screen.say(f"The same cards again: --deal {self.game.deal}")
        if saved:
            self.screen.say(saved)


def _leave(number: int, _: object) -> NoReturn:
    # As an exception, so that readline gives the terminal back as it was.
    raise _Left(SIGNALED + number)

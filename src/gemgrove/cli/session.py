"""A conversation in lines: on a terminal, or plain lines through pipes and for screen readers."""

import signal
from collections.abc import Iterable
from contextlib import suppress
from typing import NoReturn

from gemgrove.cli.complaint import Complaint
from gemgrove.cli.conversation import Conversation, Line
from gemgrove.cli.prompt import Prompt
from gemgrove.cli.screen import Screen
from gemgrove.cli.showing import show

SIGNALED = 128  # the exit code of a program that a signal has ended, plus its number
INTERRUPTED = SIGNALED + signal.SIGINT
NOT_SAVED = 1


class _Left(Exception):  # noqa: N818 - no error, the game just does not go on
    """The system asks the program to end; `code` is the exit code."""

    def __init__(self, code: int = 0) -> None:
        self.code = code


class Session:
    """Asks and tells line by line."""

    def __init__(self, conversation: Conversation, screen: Screen) -> None:
        self.conversation = conversation
        self.screen = screen
        self._prompt = Prompt(screen, conversation.candidates)

    def run(self) -> int:
        """Play to the end, or until the person leaves; returns the exit code."""
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, _leave)
        code = 0
        try:
            self._tell(self.conversation.greeting())
            self._talk()
        except _Left as left:
            code = left.code
        except EOFError:
            pass
        except KeyboardInterrupt:
            code = INTERRUPTED
        # Who is impatient and presses Ctrl-C again must not lose the record.
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        return finish(self.conversation, self.screen) or code

    def _talk(self) -> None:
        conversation = self.conversation
        while not conversation.done:
            if conversation.waits_for == "bot":
                thought = conversation.thought()
                with self.screen.thinking(thought.name):
                    choice = thought.choose()
                self._tell(conversation.played(thought, choice))
            else:
                self._tell(conversation.situation())
                self._tell(conversation.submit(self._prompt.ask(conversation.prompt)))

    def _tell(self, lines: Iterable[Line]) -> None:
        for line in lines:
            if line.kind == "cover":
                # What was typed may name cards of a hand, too.
                self._prompt.forget()
            show(line, self.screen)


def finish(conversation: Conversation, screen: Screen) -> int:
    """Save if asked, then say goodbye; returns `NOT_SAVED` if saving failed."""
    saved, code = "", 0
    if conversation.save is not None:
        try:
            conversation.save_to(conversation.save)
            saved = f"Saved: {conversation.save}"
        except Complaint as complaint:
            saved, code = f"Not saved: {complaint}", NOT_SAVED
    # Where the terminal's window was closed, there is nobody to say it to.
    with suppress(OSError):
        screen.say()
        for line in conversation.farewell():
            show(line, screen)
        if saved:
            screen.say(saved)
    return code


def _leave(number: int, _: object) -> NoReturn:
    # As an exception, so that readline gives the terminal back as it was.
    raise _Left(SIGNALED + number)

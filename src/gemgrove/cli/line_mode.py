"""A game shown line by line: on a terminal, or as plain text for pipes and screen readers."""

import signal
from collections.abc import Sequence
from contextlib import suppress
from textwrap import fill
from typing import NoReturn

from gemgrove.cli.console import WIDTH, Console, in_columns
from gemgrove.cli.errors import INTERRUPTED, SIGNALED, CommandError
from gemgrove.cli.prompt import Prompt
from gemgrove.cli.session import GameSession, Message
from gemgrove.presenter import Position, Presenter
from gemgrove.variant import Move

NOT_SAVED = 1
_NOTATION = 21


class _Terminated(Exception):  # noqa: N818 - not an error, the game just stops
    """The system has asked the program to exit. The argument is the exit code."""


def run_lines(session: GameSession, console: Console) -> int:
    """Play to the end, or until the person quits; return the exit code."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _terminate)
    code = 0
    try:
        _play(session, console)
    except _Terminated as terminated:
        code = terminated.args[0]
    except EOFError:
        pass
    except KeyboardInterrupt:
        code = INTERRUPTED
    # A second, impatient Ctrl-C must not lose the record.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    return finish(session, console) or code


def _terminate(number: int, _: object) -> NoReturn:
    # An exception lets readline restore the terminal.
    raise _Terminated(SIGNALED + number)


def _play(session: GameSession, console: Console) -> None:
    prompt = Prompt(console, session.completions)
    print_messages(session.greeting(), console)
    while not session.done:
        if session.waits_for == "bot":
            turn = session.bot_turn()
            with console.thinking(turn.name):
                choice = turn.choose()
            print_messages(session.play_bot(turn, choice), console)
        else:
            situation = session.situation()
            if any(message.kind == "clear" for message in situation):
                # The typed lines may name cards in a hand, too.
                prompt.forget()
            print_messages(situation, console)
            print_messages(session.submit(prompt.ask(session.prompt)), console)


def finish(session: GameSession, console: Console) -> int:
    """Save if asked, then print the farewell; return `NOT_SAVED` if saving failed."""
    saved, code = "", 0
    if session.save is not None:
        try:
            session.save_to(session.save)
            saved = f"Saved: {session.save}"
        except CommandError as error:
            saved, code = f"Not saved: {error}", NOT_SAVED
    # If the terminal's window was closed, nobody can read it.
    with suppress(OSError):
        console.print()
        print_messages(session.farewell(), console)
        if saved:
            console.print(saved)
    return code


def print_messages(messages: Sequence[Message], console: Console) -> None:
    for kind, text in messages:
        match kind:
            case "table":
                console.print(f"\n{text}")
            case "event" | "refusal":
                console.paragraph(text)
            case "heading":
                console.print(console.bold(text))
            case "entries":
                entries = text.split("\n")
                console.print("\n".join(entries if console.plain else in_columns(entries)))
            case "answer" if "\n" not in text:
                console.paragraph(text)
            case "clear":
                console.clear()
            case _:
                console.print(text)


def print_decision(
    console: Console,
    presenter: Presenter,
    before: Position,
    move: Move,
    after: Position,
    names: Sequence[str],
    *,
    number: int,
) -> None:
    """Print a decision in notation and in words."""
    sentences = presenter.narrate(before, move, after, names)
    notation = presenter.notation(move, after)
    if console.plain:
        console.print(" ".join([f"{number}: {notation}.", *sentences]))
        return
    head = f"{number:>4}  {notation:<{_NOTATION}} "
    rest = " " * len(head)
    for sentence in sentences or [""]:
        text = fill(sentence, WIDTH, initial_indent=head, subsequent_indent=rest)
        console.print(text or head.rstrip())
        head = rest

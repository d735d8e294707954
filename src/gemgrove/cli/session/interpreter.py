"""Interprets what people type: moves, and commands, which may be abbreviated or misspelled."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from gemgrove.cli.errors import CommandError
from gemgrove.cli.record_files import user_path
from gemgrove.cli.session.messages import Message, answer, refusal
from gemgrove.english import listed
from gemgrove.notation import UnknownCommandError, nearest
from gemgrove.variant import IllegalMove, Move, NotationError

if TYPE_CHECKING:
    from gemgrove.cli.session.session import GameSession

_NOTHING_TO_DECIDE = "There is nothing for you to decide now."
_HINT_ITERATIONS = 2000
_HINT_SEED = 1  # the same hint every time in the same position
_ABOUT = 20


def interpret(session: "GameSession", line: str) -> list[Message]:
    """Run a line on a session: a command, a move, or else a refusal."""
    text = " ".join(line.split())
    word = text.split(" ")[0]
    command = find_command(word)
    if command is not None:
        return _run_command(session, command, line)
    try:
        return _play(session, text)
    except UnknownCommandError as error:
        return _guess(session, word, line, error)
    except NotationError as error:
        # If a bare argument is enough, a single letter is an argument, not a command.
        if len(word) > 1 and session.waits_for == "person" and session.step().prefix:
            return _guess(session, word, line, error)
        return refusal(str(error))
    except IllegalMove as error:
        return refusal(str(error))


def find_command(word: str) -> "Command | None":
    return _WORDS.get(word.lower())


def _run_command(session: "GameSession", command: "Command", line: str) -> list[Message]:
    argument = " ".join(line.split(maxsplit=1)[1:]).strip()
    if argument and not command.argument:
        return refusal(f"{command.name} takes no argument.")
    if command.name in ("undo", "load") and session.waits_for == "bot":
        name = session.names[session.game.to_move]
        return refusal(f"Wait until {name} has moved; then {command.name}.")
    try:
        return command.run(session, argument)
    except CommandError as error:
        return refusal(str(error))


def _guess(session: "GameSession", word: str, line: str, error: NotationError) -> list[Message]:
    """Treat a line that is not a move as an abbreviated or misspelled command."""
    start = word.lower()
    meant = list(dict.fromkeys(_WORDS[known].name for known in _WORDS if known.startswith(start)))
    if len(meant) == 1:
        return _run_command(session, COMMANDS[meant[0]], line)
    if meant:
        return refusal(f"{word} could be {listed(meant, 'or')}.")
    if isinstance(error, UnknownCommandError) and not error.guesses:
        similar = nearest(start, _WORDS)
        if similar:
            return refusal(f"There is no command {word!r}. Did you mean {listed(similar, 'or')}?")
    return refusal(str(error))


def _play(session: "GameSession", text: str) -> list[Message]:
    if session.waits_for == "person":
        return session.play(_read_moves(session, text))
    session.game.variant.parse_all(text)
    if not session.seating.humans:
        return refusal("Only bots play here.")
    return refusal(f"It is not your turn: {session.names[session.game.to_move]} is to move.")


def _read_moves(session: "GameSession", text: str) -> Sequence[Move]:
    """Return the moves that a text names; for an expected command, the argument is enough."""
    parse_all: Callable[[str], Sequence[Move]] = session.game.variant.parse_all
    prefix = session.step().prefix
    try:
        return parse_all(text)
    except NotationError as error:
        if not prefix:
            raise
        try:
            return parse_all(f"{prefix} {text}")
        except NotationError:
            # A text that begins with a command is meant as one, unless it is a single letter.
            if len(text) > 1 and not isinstance(error, UnknownCommandError):
                raise error from None
            raise


# The commands


def _moves(session: "GameSession", _: str) -> list[Message]:
    view = session.view
    moves = view.legal_moves()
    if not moves:
        return refusal(_NOTHING_TO_DECIDE)
    messages = []
    for heading, entries in session.presenter.group_moves(view, moves):
        messages += [Message("heading", heading), Message("entries", "\n".join(entries))]
    return messages


def _hint(session: "GameSession", _: str) -> list[Message]:
    if session.waits_for != "person":
        return refusal(_NOTHING_TO_DECIDE)
    from gemgrove.agents.champion import analysis_bot, analysis_search  # NumPy, only when asked

    view = session.view
    search = analysis_search(view.variant, iterations=_HINT_ITERATIONS, seed=_HINT_SEED)
    move = search.run(view).best.move
    meaning = session.presenter.describe(view, move)
    text = f"The bot {analysis_bot(view.variant)} would play: {move}"
    return answer(text if meaning in ("", str(move)) else f"{text} ({meaning})")


def _undo(session: "GameSession", _: str) -> list[Message]:
    session.undo()
    name = session.names[session.game.to_move]
    whose = "your" if name == "you" else f"{name}'s"
    return answer(f"Back to {whose} last decision. The record will not show what was undone.")


def save(session: "GameSession", name: str) -> list[Message]:
    """Save to a file or, without a name, to the planned one; raise `CommandError` on failure."""
    path = user_path(name) if name else session.save
    if path is None:
        return refusal("Save needs the name of a file: save game.json")
    session.save_to(path)
    return answer(f"Saved: {path}")


def _load(session: "GameSession", name: str) -> list[Message]:
    if not name:
        return refusal("Load needs the name of a file: load game.json")
    session.load(name)
    return answer(f"Loaded: {name}")


def _help(session: "GameSession", _: str) -> list[Message]:
    moves = session.presenter.moves_help(session.game.rules)
    lines = [f"  {command.usage:<{_ABOUT}}{command.about}" for command in COMMANDS.values()]
    return answer("\n".join(["Moves:", moves, "Commands:", *lines]))


def _rules(session: "GameSession", _: str) -> list[Message]:
    return answer(session.presenter.rules_text(session.game.rules))


@dataclass(frozen=True, slots=True)
class Command:
    """A command that every game understands besides its moves."""

    name: str
    about: str
    run: Callable[["GameSession", str], list[Message]]
    argument: str = ""
    aliases: tuple[str, ...] = ()

    @property
    def usage(self) -> str:
        """The command as it is typed."""
        return ", ".join([f"{self.name} {self.argument}".rstrip(), *self.aliases])


_ALL = (
    Command("moves", "list the legal moves", _moves),
    Command("hint", "suggest a move, found by a search", _hint),
    Command("undo", "take back your last decision, if no card was seen since", _undo),
    Command("board", "show the table again", lambda session, _: [session.table()]),
    Command("rules", "the rules of the game, in short", _rules),
    Command("save", "save the game so far; `gemgrove replay FILE` shows it", save, "FILE"),
    Command("load", "continue a saved game", _load, "FILE"),
    Command("help", "this text", _help, aliases=("?",)),
    Command(
        "q",
        "quit, with a chance to save",
        lambda session, _: session.ask_to_quit(),
        aliases=("quit", "exit"),
    ),
)
COMMANDS: Mapping[str, Command] = MappingProxyType({command.name: command for command in _ALL})
"""The commands by name."""
_WORDS = {word: command for command in _ALL for word in (command.name, *command.aliases)}

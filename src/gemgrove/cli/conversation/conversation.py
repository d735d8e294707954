"""A game with those who sit at one terminal: what they type, what they are shown and told.

Every person is shown their own view and nothing else. Where persons may not see each other's
cards, the table is covered between their turns.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from gemgrove.agents import Forfeit
from gemgrove.cli.complaint import Complaint
from gemgrove.cli.conversation import commands
from gemgrove.cli.conversation.commands import COMMANDS, Command
from gemgrove.cli.conversation.ending import ending_told
from gemgrove.cli.conversation.handing_over import HandingOver
from gemgrove.cli.conversation.lines import Line, answered, refused, told
from gemgrove.cli.conversation.loading import loaded
from gemgrove.cli.conversation.news import News
from gemgrove.cli.conversation.quitting import Quitting
from gemgrove.cli.conversation.reading import read_moves
from gemgrove.cli.conversation.seating import Seating
from gemgrove.cli.conversation.taking_back import take_back
from gemgrove.cli.conversation.thoughts import Choice, Thought, hint
from gemgrove.cli.saving import file_named, save_record
from gemgrove.game import Game, View
from gemgrove.notation import UnknownCommandError
from gemgrove.telling import Face, Step, listed, subject
from gemgrove.variant import IllegalMove, NotationError

WaitsFor = Literal["bot", "person", "nobody"]
_Answer = Callable[[str], list[Line]]


class Conversation:
    """One game, from its first decision to its last, or until somebody leaves."""

    def __init__(
        self,
        game: Game,
        seating: Seating,
        *,
        face: Face,
        color: bool = False,
        save: Path | None = None,
        saved: bool = False,
        tell_at_once: bool = False,
    ) -> None:
        """`save` is where the record will go at the end; `saved`, that the game is from a file.

        With `tell_at_once` what a bot did is told when it has moved, and else below the next table.
        """
        self.game = game
        self.seating = seating
        self.face = face
        self.color = color
        self.save = save
        self.tell_at_once = tell_at_once
        self.left = False
        self._do: dict[str, _Answer] = {
            "moves": self._moves,
            "hint": self._hint,
            "undo": self._undo,
            "board": self._board,
            "rules": self._rules,
            "save": self._save_as,
            "load": self._load,
            "help": self._help,
            "q": self._quit,
        }
        assert self._do.keys() == COMMANDS.keys()
        self._saved = game.actions if saved else None
        self._greeted = True
        self._begin()

    def _begin(self) -> None:
        """As nobody has seen anything of the game yet."""
        self._news = News(self.seating.persons)
        self._hands = HandingOver(self.seating.persons)
        self._quitting: Quitting | None = None
        self._fresh = True  # whether they have yet to see the position
        self._arrive()

    # Who is asked, and what they may see

    @property
    def names(self) -> Sequence[str]:
        """The players' names by seat."""
        return self.seating.names

    @property
    def seat(self) -> int | None:
        """The person who looks; None for nobody in particular: bots only, or the table covered."""
        return None if self.covered else self._hands.looking

    @property
    def view(self) -> View:
        """What may be shown now."""
        return self.game.view(self.seat)

    @property
    def covered(self) -> bool:
        """Whether nothing of a hand may be shown until the next person has pressed Enter."""
        return self._hands.covered

    @property
    def done(self) -> bool:
        """Whether the game is over, or left."""
        return self.left or (self.game.over and not self.asking)

    @property
    def waits_for(self) -> WaitsFor:
        """Who has to act: a bot (`thought`), a person (`submit`), or nobody any more."""
        if self.done:
            return "nobody"
        if not self.asking and self.game.to_move in self.seating.bots:
            return "bot"
        return "person"

    @property
    def asking(self) -> bool:
        """Whether something else than a move is asked for."""
        return self._quitting is not None or self._hands.reading or self.covered

    @property
    def leaving(self) -> bool:
        """Whether it is asked whether to leave, and to save."""
        return self._quitting is not None

    @property
    def prompt(self) -> str:
        """What a person is asked now."""
        if self._quitting is not None:
            return self._quitting.prompt
        if self._hands.reading:
            return "Press Enter when you have read this: then it is hidden. "
        if self.covered:
            name = self.names[self.game.to_move]
            return f"{name}'s turn. Press Enter when only {name} looks. "
        if self.waits_for != "person":
            return "> "
        who = f"{self.names[self.game.to_move]}: " if len(self.seating.persons) > 1 else ""
        return who + self._step().prompt

    def situation(self) -> list[Line]:
        """What a person has to see before they are asked; nothing if they have seen it."""
        if not self._fresh or self._quitting is not None or self._hands.reading:
            return []
        self._fresh = False
        if self.covered:
            greeting = [] if self._greeted else self._who_plays()
            self._greeted = True
            return [Line("cover"), *greeting]
        step = self._step()
        if step.note:
            return [Line("note", step.note)]
        return [self._table(), *self._told_news()]

    def candidates(self) -> list[str]:
        """What may be typed now, for completion."""
        if self.asking:
            return []
        if self.waits_for != "person":
            return list(COMMANDS)
        view = self.view
        moves = [move.text for move in view.legal_moves()]
        command = f"{self._step().prefix} "
        bare = [text.removeprefix(command) for text in moves if text.startswith(command)]
        return [*COMMANDS, *moves, *bare]

    def greeting(self) -> list[Line]:
        """Who plays whom; where the table is covered first, that waits until it is."""
        self._greeted = not self.covered
        return self._who_plays() if self._greeted else []

    def _who_plays(self) -> list[Line]:
        names, persons = self.names, self.seating.persons
        bots = [names[seat] for seat in sorted(self.seating.bots)]
        here = [names[seat] for seat in persons]
        against = f" against {listed(bots)}" if bots else ""
        if not here:
            return [Line("note", f"Bots play: {', '.join(bots)}.")]
        who = subject(listed(here))
        return [Line("note", f"{who} play{against}. Type ? for help, q to quit.")]

    def farewell(self) -> list[Line]:
        """How it ended: the table, the account, who has won; or that the game was left."""
        lines: list[Line] = []
        if self.game.over:
            lines += self._told_news()
            lines.append(Line("table", self._drawn(self.game) + "\n"))
            lines += ending_told(self.face, self.game, self.names)
        else:
            lines.append(Line("note", "You have left the game."))
        if self.game.deal is not None:
            lines.append(Line("note", f"The same cards again: --deal {self.game.deal}"))
        return lines

    # What bots do

    def thought(self) -> Thought:
        """The turn of the bot to move."""
        game = self.game
        bot, view = self.seating.bots[game.to_move], game.view(game.to_move)
        history = tuple(game.actions)
        return Thought(game.to_move, self.names[game.to_move], history, lambda: bot.choose(view))

    def played(self, thought: Thought, choice: Choice) -> list[Line]:
        """Make a bot's move, unless the game has gone elsewhere meanwhile."""
        if self.left or tuple(self.game.actions) != thought.history:
            return []
        try:
            lines = self._make(choice, at_once=self.tell_at_once)
        except IllegalMove as error:
            raise Forfeit("illegal move", f"{thought.name}: {error}") from error
        self._arrive()
        return lines

    # What persons type

    def submit(self, line: str) -> list[Line]:
        """Answer whatever a person has typed: a move, a command, or neither."""
        text = " ".join(line.split())
        if self._quitting is not None:
            return self._answer_quitting(self._quitting, line.strip())
        if self._hands.reading:
            return self._cover()
        if self.covered:
            return self._uncover(text)
        if not text:
            return []
        word = text.split(" ")[0]
        command = commands.exact(word)
        if command is not None:
            return self._obey(command, line)
        try:
            return self._decide(text)
        except UnknownCommandError as error:
            return self._guess(word, line, error)
        except NotationError as error:
            # Where an argument alone will do, a letter is rather one of these than of a command.
            if len(word) > 1 and self.waits_for == "person" and self._step().prefix:
                return self._guess(word, line, error)
            return refused(str(error))
        except IllegalMove as error:
            return refused(str(error))

    def save_to(self, path: Path) -> None:
        """Save the game so far; `Complaint` if that is not possible."""
        save_record(self.game, path, list(self.seating.specs))
        self._saved = self.game.actions

    def _obey(self, command: Command, line: str) -> list[Line]:
        argument = " ".join(line.split(maxsplit=1)[1:]).strip()
        if argument and not command.argument:
            return refused(f"Nothing follows {command.name}.")
        if command.name in ("undo", "load") and self.waits_for == "bot":
            return refused(f"First {self.names[self.game.to_move]} moves; then {command.name}.")
        return self._do[command.name](argument)

    def _guess(self, word: str, line: str, error: NotationError) -> list[Line]:
        """What is no move may be a command: shortened, or mistyped."""
        meant = commands.shortened(word)
        if len(meant) == 1:
            return self._obey(meant[0], line)
        if len(meant) > 1:
            return refused(f"{word} could be {listed([c.name for c in meant], 'or')}.")
        if isinstance(error, UnknownCommandError) and not error.guesses:
            advice = commands.advice(word)
            if advice:
                return refused(f"There is no command {word!r}. {advice}")
        return refused(str(error))

    def _decide(self, text: str) -> list[Line]:
        if self.waits_for != "person":
            self.game.variant.parse_all(text)
            if not self.seating.persons:
                return refused("Only bots play here.")
            return refused(f"It is not your turn: {self.names[self.game.to_move]} is to move.")
        moves = read_moves(self.game.variant, text, self._step().prefix)
        self._hands.tell_alone(False)
        # So that of several moves none is made where one is not legal.
        self.game.copy().play_all(moves)
        lines = [line for move in moves for line in self._make(move, at_once=True)]
        self._arrive()
        return lines

    def _make(self, move: Choice, *, at_once: bool) -> list[Line]:
        """Play a move; tell who looks, if at once, and keep the news for the other persons."""
        audiences = {None, *self.seating.persons}
        before = {seat: self.game.view(seat) for seat in audiences}
        self.game.play(move)
        sentences = {}
        for seat in audiences:
            made = before[seat].move(self.game.actions[-1])
            after = self.game.view(seat)
            sentences[seat] = self.face.told(before[seat], made, after, self.names)
        looking = self._hands.looking if at_once else None
        for seat in self.seating.persons:
            if seat != looking:
                self._news.keep(seat, len(self.game.actions), sentences[seat])
        if looking is not None:
            if sentences[looking] != sentences[None]:
                self._hands.tell_alone(True)
            return told(sentences[looking])
        return told(sentences[None]) if at_once and not self.seating.persons else []

    # From one person to the next

    def _arrive(self) -> None:
        """The position has changed."""
        self._fresh = True
        before = self._hands.looking
        self._hands.arrive(self.game)
        looking = self._hands.looking
        if self.tell_at_once and before not in (None, looking) and looking is not None:
            # It was told where the next person reads, too.
            self._news.take(looking)

    def _cover(self) -> list[Line]:
        self._fresh = True
        self._hands.cover()
        return []

    def _uncover(self, text: str) -> list[Line]:
        command = commands.exact(text) if text else None
        if command is not None and command.name == "q":
            return self._quit("")
        if text:
            return refused(f"It is {self.names[self.game.to_move]}'s turn: first press Enter.")
        self._fresh = True
        self._hands.uncover(self.game.to_move)
        return []

    # What is shown

    def _step(self) -> Step:
        return self.face.step(self.game.view(self.game.to_move), color=self.color)

    def _drawn(self, position: Game | View) -> str:
        return self.face.table(position, self.names, color=self.color)

    def _table(self) -> Line:
        return Line("table", self._drawn(self.view))

    def _told_news(self) -> list[Line]:
        looking = self._hands.looking
        return [] if looking is None else told(self._news.take(looking))

    # The commands

    def _moves(self, _: str) -> list[Line]:
        view = self.view
        moves = view.legal_moves()
        if not moves:
            return refused("There is nothing for you to decide now.")
        lines = []
        for heading, entries in self.face.grouped(view, moves):
            lines += [Line("heading", heading), Line("entries", "\n".join(entries))]
        return lines

    def _hint(self, _: str) -> list[Line]:
        if self.waits_for != "person":
            return refused("There is nothing for you to decide now.")
        return answered(hint(self.view, self.face))

    def _undo(self, _: str) -> list[Line]:
        try:
            taken_back = take_back(self.game, self.seating.persons)
        except Complaint as complaint:
            return refused(str(complaint))
        self.game = taken_back
        self._news.forget_after(len(taken_back.actions))
        self._hands.tell_alone(False)
        self._arrive()
        name = self.names[self.game.to_move]
        whose = "your" if name == "you" else f"{name}'s"
        return answered(f"Back to {whose} last decision. A record will not show what was undone.")

    def _board(self, _: str) -> list[Line]:
        return [self._table()]

    def _rules(self, _: str) -> list[Line]:
        return answered(self.face.rules_text)

    def _help(self, _: str) -> list[Line]:
        return answered(commands.help_text(self.face.moves_help))

    def _save_as(self, name: str) -> list[Line]:
        path = file_named(name) if name else self.save
        if path is None:
            return refused("Save needs the name of a file: save game.json")
        try:
            self.save_to(path)
        except Complaint as complaint:
            return refused(str(complaint))
        return answered(f"Saved: {path}")

    def _load(self, name: str) -> list[Line]:
        if not name:
            return refused("Load needs the name of a file: load game.json")
        try:
            game = loaded(name, self.game)
        except Complaint as complaint:
            return refused(str(complaint))
        self.game = game
        self._saved = game.actions
        self._begin()
        return answered(f"Loaded: {name}")

    def _quit(self, _: str) -> list[Line]:
        planned = "" if self.save is None else str(self.save)
        self._quitting = Quitting(self._save_as, planned, self._saved == self.game.actions)
        return []

    def _answer_quitting(self, quitting: Quitting, text: str) -> list[Line]:
        lines = quitting.answer(text)
        if quitting.decision is not None:
            self._quitting = None
            self.left = quitting.decision == "leave"
        return lines

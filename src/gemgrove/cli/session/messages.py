"""A session's messages to the people playing; a user interface decides how to show them."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from gemgrove.cli.seats import Seating
from gemgrove.english import listed, subject
from gemgrove.game import Game
from gemgrove.options import OFFICIAL
from gemgrove.presenter import Presenter, winners_sentence

Kind = Literal["table", "note", "event", "answer", "heading", "entries", "refusal", "clear"]


class Message(NamedTuple):
    """Something to show: one or several lines of text.

    `table` is the whole position; `note` asks for a further step of a turn; `event` is a sentence
    about what happened; `answer` is the output of a command; `heading` and `entries` make a list;
    `refusal` is a sentence about something that was mistyped or cannot be done, and costs nothing;
    `clear` asks to erase the screen, so that the next person does not see another's hand.
    """

    kind: Kind
    text: str = ""


def events(sentences: Iterable[str]) -> list[Message]:
    return [Message("event", sentence) for sentence in sentences]


def refusal(sentence: str) -> list[Message]:
    return [Message("refusal", sentence)]


def answer(text: str) -> list[Message]:
    return [Message("answer", text)]


def introduction(game: Game, seating: Seating) -> list[Message]:
    """Return a sentence with the players and the rules."""
    bots = [seating.names[seat] for seat in sorted(seating.bots)]
    people = [seating.names[seat] for seat in seating.humans]
    against = f" against {listed(bots)}" if bots else ""
    rules = f" by the rules {_rules_option(game)}" if _rules_option(game) else ""
    if not people:
        return [Message("note", f"Bots play{rules}: {', '.join(bots)}.")]
    who = subject(listed(people))
    return [Message("note", f"{who} play{against}{rules}. Type ? for help, q to quit.")]


def result(presenter: Presenter, game: Game, names: Sequence[str]) -> list[Message]:
    """Return the score sheet, the way the game ended, the winner, and the standings."""
    sheet = presenter.score_breakdown(game, names)
    ranked = zip(sorted(game.places), presenter.standings(game, names), strict=True)
    return [
        *(answer(f"{sheet}\n") if sheet else []),
        Message("heading", f"{presenter.ending(game)} {winners_sentence(game, names)}"),
        *answer("\n".join(f"  {place}. {line}" for place, line in ranked)),
    ]


def replay_hint(game: Game) -> list[Message]:
    """Return a note with the options that deal the same cards again."""
    if game.deal is None:
        return []
    rules = f"--rules {_rules_option(game)} " if _rules_option(game) else ""
    return [Message("note", f"To play the same cards again: {rules}--deal {game.deal}")]


def _rules_option(game: Game) -> str:
    """Return the rules as `--rules` takes them, without the players; empty for the default."""
    preset, _, options = game.rules.spec.partition(":")
    others = ",".join(part for part in options.split(",") if not part.startswith("players="))
    return f"{preset}:{others}" if others else "" if preset == OFFICIAL else preset

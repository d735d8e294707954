"""`gemgrove replay`: a saved game, move by move, and whether its record is true."""

from argparse import Namespace
from dataclasses import replace

from gemgrove.cli.complaint import Complaint, complaints
from gemgrove.cli.looks import chosen, full_screen
from gemgrove.cli.screen import Screen, printable
from gemgrove.cli.seats import numbered
from gemgrove.cli.transcript import tell_decision, tell_end
from gemgrove.game import Game, View
from gemgrove.record import Record
from gemgrove.telling import face_of


def run(arguments: Namespace) -> int:
    """Verify the record, then show all of it or the table after one of its decisions."""
    looks = "lines" if arguments.step is not None and arguments.looks is None else arguments.looks
    looks = chosen(looks, arguments.color)
    screen = Screen(arguments.color, plain=looks == "plain")
    with complaints():
        record = Record.load(arguments.record)
        record.verify()
        game = replace(record, moves=()).replay()
    names = _names(record, game.players)
    face = face_of(game.name).in_words() if screen.plain else face_of(game.name)
    total, step = len(record.moves), arguments.step
    if step is not None and not 0 <= step <= total:
        raise Complaint(f"There is no step {step}; the record has 0 to {total}.")

    if looks == "full":
        code: int = full_screen().run_replay(record, names, step or 0)
        return code

    if step is None:
        dealt = f" Deal {game.deal}." if game.deal is not None else ""
        screen.say(f"{', '.join(names)}: {game.name} {game.variant.spec}.{dealt}\n")

    def shown(position: Game) -> Game | View:
        """What is hidden in a game that goes on stays hidden: it is told as a spectator sees it."""
        return position if record.result.ending else position.view(None)

    for number, text in enumerate(record.moves[:step], 1):
        before = game.copy()
        game.skip() if text == "skip" else game.play(text)
        move = before.variant.move(before, game.actions[-1])
        if step is None or number == step:
            tell_decision(screen, face, shown(before), move, shown(game), names, number=number)
    if total:
        screen.say()
    screen.say(face.table(shown(game), names, color=screen.color) + "\n")
    if game.over:
        tell_end(screen, face, game, names)
    screen.say(f"Verified: all {total} decisions are legal and lead to the recorded result.")
    return 0


def _names(record: Record, players: int) -> list[str]:
    if len(record.names) == players:
        return numbered([printable(name) for name in record.names])
    return [f"player {seat + 1}" for seat in range(players)]

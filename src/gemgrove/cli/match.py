"""`gemgrove match`: bots play many games, every deal once from each seat."""

import secrets
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from gemgrove.agents import Agent, Forfeit, begin, close, end
from gemgrove.cli.complaint import Complaint, complaints
from gemgrove.cli.saving import file_named, save_record
from gemgrove.cli.screen import Screen
from gemgrove.cli.seats import count_players, filled, make_bots, short_names
from gemgrove.deal import Deal
from gemgrove.game import Game, new
from gemgrove.telling import Face, counted, face_of
from gemgrove.variant import IllegalMove

INTERRUPTED = 130
FORFEITED = 2
PROGRESS_SECONDS = 0.1

_SEED_BITS = 32
_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))


@dataclass(slots=True)
class Tally:
    """What one bot has done."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    points: int = 0
    decisions: int = 0
    seconds: float = 0.0


@dataclass(slots=True)
class Standings:
    """What all bots have done, by their place on the command line."""

    tallies: list[Tally]
    lengths: list[int] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)

    def add(self, game: Game, seats: Sequence[int], length: int) -> None:
        """Count a finished game; `seats` has the bot of each seat."""
        for seat, bot in enumerate(seats):
            tally = self.tallies[bot]
            tally.games += 1
            tally.points += game.scores[seat]
            tally.wins += game.winners == [seat]
            tally.draws += len(game.winners) > 1 and seat in game.winners
        self.lengths.append(length)
        self.endings[str(game.ending)] += 1


def run(arguments: Namespace) -> int:
    """Play the games and print the table; after Ctrl-C, that of the games played so far."""
    screen = Screen(arguments.color)
    if arguments.games < 1:
        raise Complaint(f"--games is {arguments.games}; it must be 1 or more.")
    players = count_players(
        arguments.game, arguments.rules, wanted=arguments.players, named=len(arguments.bots)
    )
    specs = filled(arguments.bots, players)
    seed = secrets.randbits(_SEED_BITS) if arguments.seed is None else arguments.seed
    bots = make_bots(specs, seed)
    folder = _folder(arguments.record)
    with complaints():
        first = new(arguments.game, players=players, rules=arguments.rules, seed=seed)
        Deal.from_seed(seed + (arguments.games - 1) // players)  # the last seed there will be
    face = face_of(first.name)
    standings = Standings([Tally() for _ in bots])
    code = 0
    shown = 0.0
    try:
        for number in range(arguments.games):
            deal, rotation = divmod(number, players)
            seats = [(seat + rotation) % players for seat in range(players)]
            with complaints():
                game = new(first.name, rules=first.rules, seed=seed + deal)
            try:
                _play(game, [bots[bot] for bot in seats], [standings.tallies[bot] for bot in seats])
            except Forfeit as forfeit:
                _tell(forfeit, specs[seats[game.to_move]], number + 1)
                code = FORFEITED
                break
            standings.add(game, seats, face.length(game))
            if folder is not None:
                path = folder / f"{number + 1:06}.json"
                save_record(game, path, [specs[bot] for bot in seats])
            if perf_counter() - shown > PROGRESS_SECONDS:
                shown = perf_counter()
                screen.progress(f"{number + 1} of {arguments.games} games")
    except KeyboardInterrupt:
        code = INTERRUPTED
    finally:
        for bot in bots:
            close(bot)
    screen.progress("")
    _report(screen, face, standings, short_names(specs))
    screen.say(f"{first.name} {first.variant.spec}, seed {seed}")
    if len(standings.lengths) % players:
        screen.say("The last deal was not played from every seat.")
    if folder is not None:
        screen.say(f"The records are in {folder}")
    return code


def _tell(forfeit: Forfeit, bot: str, number: int) -> None:
    print(f"gemgrove: {bot} has forfeited game {number} ({forfeit.reason}).", file=sys.stderr)
    print(forfeit.detail, file=sys.stderr)
    print("The match ends here. An arena would go on: gemgrove arena --help.", file=sys.stderr)


def _folder(name: str | None) -> Path | None:
    if name is None:
        return None
    folder = file_named(name)
    with complaints():
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise Complaint(f"{folder} is not empty; the records need a folder of their own.")
    return folder


def _play(game: Game, bots: Sequence[Agent], tallies: Sequence[Tally]) -> None:
    for seat, bot in enumerate(bots):
        begin(bot, game.view(seat))
    while not game.over:
        seat = game.to_move
        view = game.view(seat)
        start = perf_counter()
        choice = bots[seat].choose(view)
        tallies[seat].seconds += perf_counter() - start
        tallies[seat].decisions += 1
        try:
            game.play(choice)
        except IllegalMove as error:
            raise Complaint(f"The bot of seat {seat + 1} made an illegal move: {error}") from error
    for seat, bot in enumerate(bots):
        end(bot, game.view(seat))


def _report(screen: Screen, face: Face, standings: Standings, names: Sequence[str]) -> None:
    games = len(standings.lengths)
    if games == 0:
        screen.say("No game was finished.")
        return
    title = f"{'bot':<16}{'games':>7}{'wins':>8}{'draws':>7}{'lost':>7}{'won':>9}"
    screen.say(screen.strong(f"{title}{'points':>9}{'decision':>12}"))
    for name, tally in zip(names, standings.tallies, strict=True):
        lost = tally.games - tally.wins - tally.draws
        screen.say(
            f"{name[:15]:<16}{tally.games:>7}{tally.wins:>8}{tally.draws:>7}{lost:>7}"
            f"{tally.wins / tally.games:>9.1%}{tally.points / tally.games:>9.1f}"
            f"{_duration(tally.seconds / tally.decisions):>12}"
        )
    ends = ", ".join(f"{count} {ending}" for ending, count in standings.endings.most_common())
    average = sum(standings.lengths) / games
    screen.say(f"{counted(games, 'game')}, {average:.1f} {face.length_unit} on average: {ends}")


def _duration(seconds: float) -> str:
    for size, unit in _UNITS:
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds * 1e6:.2f} µs"

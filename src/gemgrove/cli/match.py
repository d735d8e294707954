"""`gemgrove match`: lets bots play many games, each deal once from every seat."""

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from gemgrove.agents import Agent, BotSpec, Forfeit, begin, close, end
from gemgrove.cli.console import Console
from gemgrove.cli.errors import INTERRUPTED, CommandError, check_minimum, command_errors
from gemgrove.cli.record_files import save_record, user_path
from gemgrove.cli.seats import count_players, filled, make_bots, numbered
from gemgrove.deal_sequence import GUESSABLE, DealSequence
from gemgrove.english import counted
from gemgrove.game import Game, game_name, new
from gemgrove.pages.formats import duration
from gemgrove.variant import IllegalMove

FORFEITED = 2
PROGRESS_SECONDS = 0.1


@dataclass(slots=True)
class Tally:
    """One bot's results."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    points: int = 0
    decisions: int = 0
    seconds: float = 0.0


def run(arguments: Namespace) -> int:
    """Play the games and print a table; after Ctrl-C, of the games so far."""
    console = Console(arguments.color)
    check_minimum(arguments, "games", 1)
    players = count_players(
        arguments.game, arguments.rules, wanted=arguments.players, named=len(arguments.bots)
    )
    specs = filled(arguments.bots, players)
    with command_errors():
        deals = DealSequence.new(arguments.seed)
        deals.deal((arguments.games - 1) // players + 1)  # checks that the last deal exists
        first = new(arguments.game, players=players, rules=arguments.rules, deal=deals.deal(1))
    bots = make_bots(specs, arguments.seed, first.variant)
    folder = _folder(arguments.record)
    if deals.seed is not None:
        print(GUESSABLE, file=sys.stderr)
    presenter = first.variant.presenter()
    tallies = [Tally() for _ in bots]
    lengths: list[int] = []
    endings = Counter[str]()
    code = 0
    shown = 0.0
    try:
        for number in range(arguments.games):
            deal, rotation = divmod(number, players)
            seats = [(seat + rotation) % players for seat in range(players)]
            with command_errors():
                game = new(game_name(first.name), rules=first.rules, deal=deals.deal(deal + 1))
            try:
                _play(game, [bots[bot] for bot in seats], [tallies[bot] for bot in seats])
            except Forfeit as forfeit:
                _print_forfeit(forfeit, specs[seats[game.to_move]], number + 1)
                code = FORFEITED
                break
            lengths.append(presenter.length(game))
            endings[str(game.ending)] += 1
            if folder is not None:
                path = folder / f"{number + 1:06}.json"
                save_record(game, path, [specs[bot] for bot in seats])
            if perf_counter() - shown > PROGRESS_SECONDS:
                shown = perf_counter()
                console.progress(f"{number + 1} of {arguments.games} games")
    except KeyboardInterrupt:
        code = INTERRUPTED
    finally:
        for bot in bots:
            close(bot)
    console.progress("")
    if lengths:
        _print_table(console, numbered(BotSpec.parse(spec).short for spec in specs), tallies)
        ends = ", ".join(f"{count} {ending}" for ending, count in endings.most_common())
        average = f"{sum(lengths) / len(lengths):.1f} {presenter.length_unit} on average"
        console.print(f"{counted(len(lengths), 'game')}, {average}: {ends}")
    else:
        console.print("No game was finished.")
    source = f"seed {deals.seed}" if deals.secret is None else f"secret {deals.secret.hex()}"
    console.print(f"{first.name} {first.variant.spec}, deals from {source}")
    if len(lengths) % players:
        console.print("The last deal was not played from every seat.")
    if folder is not None:
        console.print(f"The records are in {folder}")
    return code


def _print_forfeit(forfeit: Forfeit, bot: str, number: int) -> None:
    print(f"gemgrove: {bot} has forfeited game {number} ({forfeit.reason}).", file=sys.stderr)
    print(forfeit.detail, file=sys.stderr)
    print("The match ends here; an arena would go on. See gemgrove arena --help.", file=sys.stderr)


def _folder(name: str | None) -> Path | None:
    if name is None:
        return None
    folder = user_path(name)
    with command_errors():
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise CommandError(f"{folder} is not empty; the records need a folder of their own.")
    return folder


def _play(game: Game, bots: Sequence[Agent], tallies: Sequence[Tally]) -> None:
    """Play a game between bots, given by seat, and add it to their results."""
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
            game.play_legal(choice)
        except IllegalMove as error:
            raise CommandError(
                f"The bot of seat {seat + 1} made an illegal move: {error}"
            ) from error
    for seat, (bot, tally) in enumerate(zip(bots, tallies, strict=True)):
        end(bot, game.view(seat))
        tally.games += 1
        tally.points += game.scores[seat]
        tally.wins += game.winners == [seat]
        tally.draws += len(game.winners) > 1 and seat in game.winners


def _print_table(console: Console, names: Sequence[str], tallies: Sequence[Tally]) -> None:
    title = f"{'bot':<16}{'games':>7}{'wins':>8}{'draws':>7}{'lost':>7}{'won':>9}"
    console.print(console.bold(f"{title}{'points':>9}{'decision':>12}"))
    for name, tally in zip(names, tallies, strict=True):
        lost = tally.games - tally.wins - tally.draws
        console.print(
            f"{name[:15]:<16}{tally.games:>7}{tally.wins:>8}{tally.draws:>7}{lost:>7}"
            f"{tally.wins / tally.games:>9.1%}{tally.points / tally.games:>9.1f}"
            f"{duration(tally.seconds / tally.decisions):>12}"
        )

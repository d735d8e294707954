"""Look into the bot `champion`: let it play, ask it about a move, and draw how it was trained.

    python examples/explore_champion.py
    python examples/explore_champion.py --game arboretum --players 3 --against greedy
    gemgrove train splendor --players 2 --hours 1 --out run/
    python examples/explore_champion.py --run run/

The champion is a search with a network. The network looks at a position once and guesses two
things: how good each move is (the policy) and how likely each player is to win (the value). The
search checks these guesses: it looks ahead again and again, each time with the hidden cards dealt
anew, and comes back with better ones. Training goes the other way round: the network learns to
guess at once what the search found out, so that the next search begins with better guesses.

`--run` is the folder of a training run. Its best network then plays and explains, and its curves
are drawn on a page. Needs: nothing more than gemgrove; with `--run`, pip install 'gemgrove[learn]'.
"""

import argparse
from pathlib import Path

import gemgrove as gg
from gemgrove import agents
from gemgrove.agents.champion import find_network
from gemgrove.agents.search_network import SearchNetwork

SHOWN_MOVES = 6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--game", choices=gg.GAMES, default=gg.GAMES[0])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--run", type=Path, help="the folder of a training run for this game")
    parser.add_argument("--against", default="mcts:iterations=200", help="the bot to play against")
    parser.add_argument("--deals", type=int, default=2, help="each is played from every seat")
    parser.add_argument("--iterations", type=int, default=400, help="how often to look ahead")
    parser.add_argument("--moves", type=int, default=12, help="moves before the one explained")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--page", type=Path, default=Path("curves.html"), help="for the curves")
    arguments = parser.parse_args()
    name, players = gg.game_name(arguments.game), arguments.players
    variant = gg.new(name, players=players).variant
    try:
        model = None if arguments.run is None else best_network(arguments.run)
        network = find_network(None if model is None else str(model), variant)
    except (OSError, agents.SpecError) as error:
        parser.error(str(error))

    champion = f"champion:iterations={arguments.iterations},seed={arguments.seed}"
    champion += "" if model is None else f",model={model}"
    share = play(name, players, champion, arguments.against, arguments.deals, arguments.seed)
    games = arguments.deals * players
    print(f"One champion against {arguments.against}: it won {share:.0%} of {games} games.")
    print(f"Equally strong bots win {1 / players:.0%}. So few games prove little; the arena rates")
    print(f"bots in many, with intervals: gemgrove arena champion {arguments.against}")
    print()

    game = gg.new(name, players=players, seed=arguments.seed)
    bots = [agents.make(champion) for _ in range(players)]
    while len(game.actions) < arguments.moves or len(game.legal_actions()) == 1:
        game.play(bots[game.to_move].choose(game.view(game.to_move)))
        if game.over:
            parser.error(f"The game is over after {len(game.actions)} moves; name fewer.")
    print("\n".join(explain(game.view(game.to_move), network, arguments.iterations)))

    if arguments.run is not None:
        arguments.page.write_text(curves(arguments.run), encoding="utf-8")
        print(f"\nThe curves of the training are in {arguments.page}.")


def play(
    game: gg.GameName, players: int, champion: str, rival: str, deals: int, seed: int
) -> float:
    """Let one champion play against rivals, each deal from every seat; return its share of wins."""
    won = 0.0
    for deal in range(deals):
        for seat in range(players):
            # The same cards from every seat: luck evens out.
            bots = [agents.make(champion if each == seat else rival) for each in range(players)]
            played = agents.play_out(gg.new(game, players=players, seed=seed + deal), bots)
            if seat in played.winners:
                won += 1 / len(played.winners)
    return won / (deals * players)


def explain(view: gg.View, network: SearchNetwork, iterations: int) -> list[str]:
    """Return lines that say what the champion thinks of a position, and why."""
    result = agents.Search(iterations=iterations, seed=1, network=network).run(view)
    best, guess = result.best, max(result.moves, key=lambda move: move.prior)
    lines = [
        f"Player {view.to_move + 1} is to move. The search looked ahead {result.iterations} times:",
        "",
        f"{'move':24}{'visits':>8}{'value':>8}{'prior':>8}{'improved':>10}",
    ]
    lines += [
        f"{move.move.text:24}{move.visits:8}{_percent(move.value if move.visits else None):>8}"
        f"{_percent(move.prior):>8}{_percent(move.improved):>10}"
        for move in result.moves[:SHOWN_MOVES]
    ]
    left = len(result.moves) - SHOWN_MOVES
    return [
        *lines,
        *([f"and {left} more"] if left > 0 else []),
        "",
        "visits    how often the search tried the move: the promising ones more and more often",
        "value     the mover's chance of winning after it, as far as the search can tell",
        "prior     the network's first guess of how good the move is, before any search",
        "improved  the guess corrected by the values found; this is what the next network learns",
        "",
        f"At first sight the network likes {guess.move.text} best ({_percent(guess.prior)}).",
        f"The search agrees, and gives it a chance of {_percent(best.value)}."
        if guess is best
        else f"The search disagrees: {best.move.text} wins {_percent(best.value)}, and "
        f"{guess.move.text} {_percent(guess.value if guess.visits else None)}.",
        f"The line it looked at most: {', then '.join(move.text for move in result.pv)}.",
    ]


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.1%}"


def best_network(run: Path) -> Path:
    """Return the file of a training run's best network so far."""
    from gemgrove.learn.state import State

    best = State.from_json((run / "state.json").read_text(encoding="utf-8")).best
    network = run / "networks" / f"{best:03}.safetensors"
    # Number 0 is the network that the run began with, if it began with one.
    if not network.exists():
        raise FileNotFoundError(f"{run} has no network yet that is stronger than mcts.")
    return network


def curves(run: Path) -> str:
    """Return a page of a training run's curves: the losses and the Elo of each generation."""
    from gemgrove.learn.settings import Settings
    from gemgrove.learn.state import State
    from gemgrove.pages.charts import Line, line_chart
    from gemgrove.pages.curves import curves_page

    settings = Settings.from_json((run / "settings.json").read_text(encoding="utf-8"))
    state = State.from_json((run / "state.json").read_text(encoding="utf-8"))
    # Each generation played against the best one before it, or the bot or network at the start.
    elo = {0: 0.0}
    best = 0
    for each in state.generations:
        elo[each.number] = elo[best] + each.elo(settings.players)
        best = each.number if each.accepted else best
    losses = [
        Line(name, [(each.number, getattr(each.losses, name)) for each in state.generations])
        for name in ("policy", "value", "result")
    ]
    accepted = [0, *(each.number for each in state.generations if each.accepted)]
    ratings = [
        Line("every generation", list(elo.items())),
        Line("the best so far", [(number, elo[number]) for number in accepted]),
    ]
    facts = [
        ("Game", f"{settings.game.capitalize()} with {settings.players} players"),
        ("Generations", str(len(state.generations))),
        ("The best one", str(state.best or "none yet")),
    ]
    charts = [
        line_chart("Losses", losses, x_title="generation", note=ABOUT_LOSSES),
        line_chart("Elo", ratings, x_title="generation", note=ABOUT_ELO),
    ]
    return curves_page(f"Training in {run.name}", facts, charts)


ABOUT_LOSSES = (
    "How far the network's guesses are from what it should have said, on games that it did not "
    "learn from; lower is better. Policy: the search's choice of moves. Value: who wins, by the "
    "search and the results together. Result: who wins, by the results alone. As the play gets "
    "better, games get harder to guess, so a loss may rise although the network improves."
)
ABOUT_ELO = (
    "The sum of what each generation gained on the best one before it, from the start at 0. Every "
    "step was measured in a few hundred games at most, so the errors add up: play the last one "
    "against the first in the arena to be sure."
)


if __name__ == "__main__":
    main()

"""A player for Splendor-AI-Arena's interface: numbers in, an action number out.

Run it with `python examples/splendor_arena_player.py`, or name it wherever a bot is named:
`gemgrove match examples/splendor_arena_player.py:Collector random --rules arena:players=2`.
"""

from typing import Any

from gemgrove.compat.splendor_arena import BotPlayer, Game, Layout, Player, PlayGround, Plays

BUYS = range(15)
TAKES = range(27, 42)
GEMS = 6
PERMANENT = 5


class Collector(Player):
    """Buys the card with the most points; otherwise takes the gems it has fewest of."""

    def play(self, state: Any) -> int:
        """Return an action; in every state, this player is player 1."""
        assert self.game is not None
        valid = self.valid_actions(state)
        buys = [action for action in valid if action in BUYS]
        if buys:
            return max(buys, key=lambda action: self._points(state, action))
        takes = [action for action in valid if action in TAKES]
        if takes:
            return min(takes, key=lambda action: self._stock(state, action))
        return valid[0]

    def _points(self, state: Any, action: int) -> int:
        """Return the points of the card that an action buys: the last of its eleven numbers."""
        reserved = self._own(state)[GEMS + PERMANENT + 1 :]
        cards, place = (state, action) if action < 12 else (reserved, action - 12)
        return int(cards[place * 11 + 10])

    def _stock(self, state: Any, action: int) -> int:
        """Count the gems that the player already has in an action's colors, with permanent ones."""
        own = self._own(state)
        assert self.game is not None
        words = self.game.displayAction(action)
        colors = ("white", "red", "green", "blue", "brown")
        return sum(
            int(own[place] + own[GEMS + place])
            for place, color in enumerate(colors)
            if color in words
        )

    def _own(self, state: Any) -> Any:
        """Return this player's block of numbers."""
        assert self.game is not None
        layout = Layout(self.game.getPlayerCount())
        return state[layout.player_at(1) : layout.player_at(2)]


def main() -> None:
    """Let the player play against bots."""
    game = Game(players=3)
    players: list[Plays] = [Collector(game), BotPlayer("random", seed=1), BotPlayer("greedy")]
    ground = PlayGround(game, players, names=["Collector", "random", "greedy"], seed=1)
    for done in ground.playGames(12):
        print(f"{done.name:<10} {done.wins} of {done.games} games won, {done.points} points")


if __name__ == "__main__":
    main()

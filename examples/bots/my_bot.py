"""A bot in ten lines. Try it: gemgrove match ./examples/bots/my_bot.py random --games 100."""

import gemgrove as gg


class Buyer:
    """Buys the card that gives the most points; if it can buy none, it plays like greedy."""

    def choose(self, view: gg.View) -> gg.Move | int:
        """Return one of the legal moves."""
        buys = [move for move in view.legal_moves() if move.text.startswith("b")]
        return max(buys, key=lambda move: self.points(view, move), default=view.greedy_action())

    def points(self, view: gg.View, move: gg.Move) -> int:
        """Return the points after a move, in a sample of what the game may be."""
        game = view.sample(0)
        game.play(move)
        return game.scores[view.seat or 0]

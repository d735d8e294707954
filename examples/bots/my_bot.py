"""A bot in ten lines. Try it: gemgrove match ./examples/bots/my_bot.py random --games 100."""

import gemgrove as gg


class Buyer:
    """Buys the card that gives most points; where it can buy none, it plays as greedy does."""

    def choose(self, view: gg.View) -> gg.Move | int:
        """One of the legal moves."""
        buys = [move for move in view.legal_moves() if move.text.startswith("b")]
        return max(buys, key=lambda move: self.points(view, move), default=view.greedy_action())

    def points(self, view: gg.View, move: gg.Move) -> int:
        """The points after a move, in a game that may be the real one."""
        game = view.sample(0)
        game.play(move)
        return game.scores[view.seat or 0]

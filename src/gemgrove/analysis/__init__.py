"""Ratings of bots, tests between two of them, and reviews of games."""

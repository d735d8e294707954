"""Ratings of players: what counts and how (`skill`), and where it is kept (`store`)."""

"""Bot ratings, tests between two bots, and game reviews."""

"""What games tell: ratings of bots, tests between two of them, and games looked at again."""

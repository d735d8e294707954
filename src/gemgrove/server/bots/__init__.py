"""Who plays for bots: which are allowed (`allowed`), processes that think (`pool`), and which of
several servers thinks about a position (`leases`).

A worker process imports this package, so nothing is imported here.
"""

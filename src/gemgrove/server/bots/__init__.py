"""Bots that the server plays: which it offers (`allowlist`), their worker processes (`pool`), and
which of several servers chooses a move (`leases`).

A worker process imports this package, so nothing is imported here.
"""

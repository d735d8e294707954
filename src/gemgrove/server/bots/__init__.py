"""Bots that the server plays: their worker processes (`pool`), and which of several servers chooses
a move (`leases`).

A worker process imports this package, so nothing is imported here.
"""

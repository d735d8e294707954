"""Bots that the server plays: worker processes (`pool`), and leases that decide which of several
servers chooses a move (`leases`).

Worker processes import this package, so nothing is imported here.
"""

"""Slow, plain-Python implementations of the rules, with which the fast ones are compared."""

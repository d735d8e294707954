"""Second, slow, plain-Python implementations of the rules, to compare the fast ones with."""

"""Deals for many games between bots, numbered from 1, so that a run can be continued.

Deal n of a secret is `SealedDeal(f"deal {n}", secret).deal()`: whoever knows the secret can repeat
every deal, and nobody else can know a hidden card. Deal n of a seed is the open deal of the seed
plus n - 1: anybody can repeat it, including a bot that tries seeds.
"""

import secrets
from dataclasses import dataclass, field

from gemgrove.deal import KEY_BYTES, Deal, SealedDeal

GUESSABLE = (
    "Deals of a seed can be guessed: a bot that tries seeds knows every hidden card. "
    "Leave the seed out unless you trust the bots."
)
"""The warning for users who let bots play with a seed."""


@dataclass(frozen=True, slots=True)
class DealSequence:
    """Numbered deals from a 256-bit secret or from a seed.

    >>> DealSequence(seed=5).deal(1) == Deal.from_seed(5)
    True
    >>> DealSequence.new().deal(1)
    Deal(sealed)
    """

    seed: int | None = None
    secret: bytes | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if (self.seed is None) == (self.secret is None):
            raise ValueError("deals come from a seed or from a secret, exactly one of them")
        if self.secret is not None and len(self.secret) != KEY_BYTES:
            raise ValueError(f"the secret has {len(self.secret)} bytes; it must have {KEY_BYTES}")
        if self.seed is not None:
            Deal.from_seed(self.seed)

    @classmethod
    def new(cls, seed: int | None = None) -> "DealSequence":
        """Create the deals of a seed or, without one, of a new random secret."""
        secret = secrets.token_bytes(KEY_BYTES) if seed is None else None
        return cls(seed=seed, secret=secret)

    def deal(self, number: int) -> Deal:
        """Return the deal with this number, counted from 1."""
        if number < 1:
            raise ValueError(f"deals are numbered from 1; there is no deal {number}")
        if self.secret is not None:
            return SealedDeal(f"deal {number}", self.secret).deal()
        assert self.seed is not None
        return Deal.from_seed(self.seed + number - 1)

"""The ChaCha20 key stream of RFC 8439, in plain Python.

The native core's fast implementation is compared with this one.
"""

import struct
from collections.abc import Iterator

_WORD = 0xFFFFFFFF
_CONSTANTS = struct.unpack("<4I", b"expand 32-byte k")
_DOUBLE_ROUNDS = 10
_QUARTERS = (
    (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),  # the columns
    (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),  # the diagonals
)  # fmt: skip


def block(key: bytes, counter: int, nonce: bytes) -> bytes:
    """The 64 bytes of the stream's block number `counter`: 32-byte key, 12-byte nonce."""
    start = (*_CONSTANTS, *struct.unpack("<8I", key), counter, *struct.unpack("<3I", nonce))
    x = list(start)
    for _ in range(_DOUBLE_ROUNDS):
        for a, b, c, d in _QUARTERS:
            x[a] = (x[a] + x[b]) & _WORD
            x[d] = _rotate(x[d] ^ x[a], 16)
            x[c] = (x[c] + x[d]) & _WORD
            x[b] = _rotate(x[b] ^ x[c], 12)
            x[a] = (x[a] + x[b]) & _WORD
            x[d] = _rotate(x[d] ^ x[a], 8)
            x[c] = (x[c] + x[d]) & _WORD
            x[b] = _rotate(x[b] ^ x[c], 7)
    return struct.pack(
        "<16I", *((end + begin) & _WORD for end, begin in zip(x, start, strict=True))
    )


def words(key: bytes, nonce: bytes) -> Iterator[int]:
    """The stream from block 0 on, as little-endian 32-bit words."""
    for counter in range(_WORD + 1):
        yield from struct.unpack("<16I", block(key, counter, nonce))


def _rotate(word: int, left: int) -> int:
    return (word << left | word >> 32 - left) & _WORD

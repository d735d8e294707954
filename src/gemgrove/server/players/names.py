"""Players' names: which are allowed, and which count as the same.

A name consists of 2 to 24 letters, digits, spaces and `_ - .`, with at least one letter. All its
letters belong to one script in everyday use (those that Unicode's annex 31 recommends), so that
none can pass for another; Latin may be mixed with the scripts of East Asia, which it does not
resemble. Digits are 0 to 9 or those of the name's script.

Names that look alike count as the same: a name's `key` ignores case, spaces and punctuation, and
reads Cyrillic, Greek and Armenian letters, 0 and 1 as the Latin letters they look like. That may
refuse an innocent name now and then, but two players are not easily mistaken for each other.
"""

import re
import secrets
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus

from gemgrove import agents
from gemgrove.server.problems import Problem

SHORTEST = 2
LONGEST = 24
PUNCTUATION = " _-."
DELETED = "deleted player"
"""The name shown for deleted accounts."""

_RESERVED = (
    "admin administrator all anonymous bot computer everyone gemgrove guest host me moderator "
    "nobody null official operator owner player root server spectator staff support system "
    "undefined unknown you"
)

ADJECTIVES = (
    "Amber Autumn Brave Bright Calm Clever Copper Cozy Dusty Early Gentle Golden Happy Hidden "
    "Jolly Kind Lucky Mellow Merry Misty Mossy Nimble Patient Polished Proud Quiet Rustic Shady "
    "Silver Sunny Swift Velvet Wild Wise"
)
NOUNS = (
    "Acorn Agate Aspen Badger Beech Beryl Birch Cedar Coral Finch Garnet Hazel Heron Holly Jade "
    "Juniper Larch Lilac Linden Maple Marten Onyx Opal Otter Pearl Quartz Robin Rowan Ruby Spruce "
    "Topaz Walnut Willow Wren"
)

_MARKS_IN_A_ROW = 2

# Invisible letters and marks: Hangul fillers, joiners, inherent vowels, selectors.
_INVISIBLE = frozenset(
    {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0}.union(
        range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0)
    )
)

# A character's script is the first word of its Unicode name, with a few exceptions.
_WORD_OF_SCRIPT = {
    "ARABIC-INDIC": "ARABIC",
    "EXTENDED": "ARABIC",
    "IDEOGRAPHIC": "CJK",
    "KATAKANA-HIRAGANA": "KATAKANA",
}
_EAST_ASIAN = frozenset({"BOPOMOFO", "CJK", "HANGUL", "HIRAGANA", "KATAKANA"})
_OTHERS = (
    "ARABIC ARMENIAN BENGALI CYRILLIC DEVANAGARI ETHIOPIC GEORGIAN GREEK GUJARATI GURMUKHI HEBREW "
    "KANNADA KHMER LAO LATIN MALAYALAM MYANMAR ORIYA SINHALA TAMIL TELUGU THAANA THAI TIBETAN"
)
_SCRIPTS = _EAST_ASIAN.union(_OTHERS.split())
_ANY_SCRIPT = frozenset({"COMBINING", "DIGIT", "MODIFIER"})

# For case-folded letters. The capital form decides: in Greek it is the one that looks the same.
_LOOK_ALIKE = str.maketrans(
    "авеһіјкмнорсԁѕтухҽӏьԛԝ" + "αβεζηικμνορτυχϳ" + "օսհո" + "ɑɡıɩ" + "01",
    "abehijkmhopcdstyxelbqw" + "abezhikmnoptyxj" + "ouhn" + "agii" + "ol",
)
_UNSEEN = str.maketrans("", "", PUNCTUATION + "\u0307")  # a dot on an i is easily missed


@dataclass(frozen=True, slots=True)
class Name:
    """A name as shown, and its key, which no two players may share."""

    shown: str
    key: str


def read(text: str, *, reserved: Iterable[str] = ()) -> Name:
    """Parse the name that a player asks for; raise a `Problem` that says what is wrong with it.

    `reserved` lists more names that players may not have, such as those of a host's bots.
    """
    name = _normal(text)
    _check_length(name)
    _check_characters(name)
    _check_scripts(name)
    key = key_of(name)
    if key in _never_given() or key in {key_of(word) for word in reserved}:
        raise Problem(
            "name_reserved",
            f"The name {name!r} is not given to players; choose another.",
            HTTPStatus.CONFLICT,
        )
    return Name(name, key)


def guest_name(numbers: int = 100) -> Name:
    """Return a random name such as Mossy Opal 42, with a number below `numbers`."""
    adjective, noun = secrets.choice(ADJECTIVES.split()), secrets.choice(NOUNS.split())
    return read(f"{adjective} {noun} {secrets.randbelow(numbers)}")


def key_of(text: str) -> str:
    """Return a key that is the same for names that look alike."""
    folded = unicodedata.normalize("NFKC", _normal(text).casefold()).casefold()
    return folded.translate(_LOOK_ALIKE).translate(_UNSEEN)


def _normal(text: str) -> str:
    """Trim a name, normalize its characters, and remove double spaces."""
    return re.sub(" +", " ", unicodedata.normalize("NFKC", text).strip())


def _check_length(name: str) -> None:
    if len(name) < SHORTEST:
        raise _bad(f"it is too short; a name has {SHORTEST} to {LONGEST} characters")
    if len(name) > LONGEST:
        raise _bad(f"it is too long; a name has {SHORTEST} to {LONGEST} characters")


def _check_characters(name: str) -> None:
    marks_left = 0
    for position, character in enumerate(name, 1):
        category = unicodedata.category(character)
        if category.startswith("M"):
            marks_left -= 1
        else:
            marks_left = _MARKS_IN_A_ROW if category.startswith("L") else 0
        allowed = category[0] in "LM" or category == "Nd" or character in PUNCTUATION
        if not allowed or ord(character) in _INVISIBLE:
            raise _bad(
                f"character {position}, {_called(character)}, is not allowed; "
                "letters, digits, spaces and _ - . are"
            )
        if marks_left < 0:
            raise _bad(f"character {position}, {_called(character)}, is one mark too many")


def _check_scripts(name: str) -> None:
    letters = [character for character in name if character not in PUNCTUATION]
    scripts = {_script(character) for character in letters} - _ANY_SCRIPT
    if not any(unicodedata.category(character).startswith("L") for character in letters):
        raise _bad("it has no letter; at least one is needed")
    for script in sorted(scripts - _SCRIPTS):
        raise _bad(f"it is written in {script.capitalize()}; names use scripts in everyday use")
    if len(scripts) > 1 and not scripts <= _EAST_ASIAN | {"LATIN"}:
        mixed = " and ".join(sorted(script.capitalize() for script in scripts))
        raise _bad(f"it mixes letters of different scripts, {mixed}; use those of one")


def _script(character: str) -> str:
    word = unicodedata.name(character, "UNNAMED").partition(" ")[0]
    return _WORD_OF_SCRIPT.get(word, word)


def _called(character: str) -> str:
    return unicodedata.name(character, f"U+{ord(character):04X}")


def _bad(why: str) -> Problem:
    """Return the problem of a name, without repeating it: it may contain control characters."""
    return Problem("bad_name", f"The name cannot be used: {why}.", HTTPStatus.UNPROCESSABLE_ENTITY)


@cache
def _never_given() -> frozenset[str]:
    words = [*_RESERVED.split(), DELETED, *agents.available()]
    return frozenset(key_of(word) for word in words)

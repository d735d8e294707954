"""Names for guests, such as Mossy Opal 42."""

import secrets

from gemgrove.server.players import names
from gemgrove.server.players.names import Name

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


def guest_name(numbers: int = 100) -> Name:
    """A random name for a player who chose none, with a number below `numbers`."""
    adjective, noun = secrets.choice(ADJECTIVES.split()), secrets.choice(NOUNS.split())
    return names.read(f"{adjective} {noun} {secrets.randbelow(numbers)}")

"""A queue that serves its keys in turn."""

from collections import OrderedDict, deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Items by key: after an item of one key, all other keys with items get a turn.

    The queue neither waits nor locks: that is up to whoever shares it between threads or tasks.
    """

    def __init__(self) -> None:
        self._keys: OrderedDict[str, deque[Item]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def of(self, key: str) -> list[Item]:
        """Return the items of a key."""
        return list(self._keys.get(key, ()))

    def put(self, key: str, item: Item) -> None:
        """Add an item behind those of its key."""
        self._keys.setdefault(key, deque()).append(item)
        self._count += 1

    def pop(self) -> Item:
        """Remove and return the next item; raise `IndexError` if there is none."""
        if not self._keys:
            raise IndexError("The queue is empty.")
        key, items = self._keys.popitem(last=False)
        item = items.popleft()
        self._count -= 1
        if items:
            self._keys[key] = items
        return item

    def remove(self, key: str, item: Item) -> bool:
        """Remove an item; return False if it was not queued."""
        items = self._keys.get(key, deque())
        if item not in items:
            return False
        items.remove(item)
        self._count -= 1
        if not items:
            del self._keys[key]
        return True

    def clear(self) -> list[Item]:
        """Remove and return all items."""
        items = [item for queue in self._keys.values() for item in queue]
        self._keys.clear()
        self._count = 0
        return items

"""A queue in which the tables take turns."""

import asyncio
from collections import OrderedDict, deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Waiting(Generic[Item]):
    """What waits, by table: after one thing of a table come all other tables that wait.

    For the tasks of one event loop.
    """

    def __init__(self) -> None:
        self._tables: OrderedDict[str, deque[Item]] = OrderedDict()
        self._changed = asyncio.Event()
        self._count = 0
        self._closed = False

    def __len__(self) -> int:
        return self._count

    def of(self, table: str) -> list[Item]:
        """What of a table waits."""
        return list(self._tables.get(table, ()))

    def put(self, table: str, item: Item, *, first: bool = False) -> None:
        """Let something wait; `first`: it had its turn already and lost it."""
        items = self._tables.setdefault(table, deque())
        if first:
            items.appendleft(item)
            self._tables.move_to_end(table, last=False)
        else:
            items.append(item)
        self._count += 1
        self._changed.set()

    def remove(self, table: str, item: Item) -> bool:
        """Let something wait no longer; whether it did."""
        items = self._tables.get(table, deque())
        if item not in items:
            return False
        items.remove(item)
        self._count -= 1
        if not items:
            del self._tables[table]
        return True

    async def next(self) -> Item | None:
        """What has its turn, once there is something; None when nothing will be any more."""
        while not self._tables:
            if self._closed:
                return None
            self._changed.clear()
            await self._changed.wait()
        table, items = self._tables.popitem(last=False)
        item = items.popleft()
        self._count -= 1
        if items:
            self._tables[table] = items
        return item

    def close(self) -> list[Item]:
        """Let nothing wait any more; what did."""
        left = [item for items in self._tables.values() for item in items]
        self._tables.clear()
        self._count = 0
        self._closed = True
        self._changed.set()
        return left

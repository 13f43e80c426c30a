from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import Any, TypeVar

Page = TypeVar("Page", bound=Any)
Entry = TypeVar("Entry")

_PAGE_SIZE = 200


class _Position:
    """The place in a list whose entries may move to later pages meanwhile: an entry is given once."""

    def __init__(self, offset: int | None) -> None:
        self.offset = offset or 0
        self._given: set[str] = set()

    def new_entries(self, entries: Sequence[Entry]) -> list[Entry]:
        self.offset += len(entries)
        return [entry for entry in entries if self._is_new(entry)]

    def _is_new(self, entry: Any) -> bool:
        # Entries of a model's history have no other identity than their webhook.
        identity = entry.get("id") or entry.get("webhookId")
        if identity is None:
            return True
        if identity in self._given:
            return False
        self._given.add(identity)
        return True


def iterate_pages(
    read: Callable[[int, int], Page],
    entries_of: Callable[[Page], Sequence[Entry]],
    limit: int | None,
    offset: int | None,
) -> Iterator[Entry]:
    """Iterates over the entries of all pages, reading each page when it is needed."""
    position = _Position(offset)
    while True:
        page = read(limit or _PAGE_SIZE, position.offset)
        entries = entries_of(page)
        yield from position.new_entries(entries)
        if not page["pagination"]["hasMore"] or not entries:
            return


async def iterate_pages_async(
    read: Callable[[int, int], Awaitable[Page]],
    entries_of: Callable[[Page], Sequence[Entry]],
    limit: int | None,
    offset: int | None,
) -> AsyncIterator[Entry]:
    """Iterates over the entries of all pages, reading each page when it is needed."""
    position = _Position(offset)
    while True:
        page = await read(limit or _PAGE_SIZE, position.offset)
        entries = entries_of(page)
        for entry in position.new_entries(entries):
            yield entry
        if not page["pagination"]["hasMore"] or not entries:
            return

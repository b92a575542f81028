import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Any, Generic, TypeVar

from ._request import Request
from ._transport import AsyncTransport, Transport

Entry = TypeVar("Entry")
Page = TypeVar("Page")


class Pages(Generic[Entry, Page]):
    """A list. Iterating over it reads page after page; nothing is sent before. An entry that moves to the next page
    while it is read, because a new one came before it, is not given twice.

    `pages()` gives the pages as the API answers them, with `meta` and what else they have.
    """

    def __init__(self, transport: Transport, request: Request[Page], entries: str) -> None:
        self._transport = transport
        self._request = request
        self._entries = entries

    def __iter__(self) -> Iterator[Entry]:
        known: set[str] = set()
        for page in self.pages():
            entries = _by_identity(page, self._entries)
            yield from (entry for identity, entry in entries if identity not in known)
            known = {identity for identity, _ in entries}

    def pages(self) -> Iterator[Page]:
        request: Request[Page] | None = self._request
        while request is not None:
            page = self._transport.send(request)
            yield page
            request = _next(request, page)


class AsyncPages(Generic[Entry, Page]):
    """`Pages` of the asynchronous client, for `async for`."""

    def __init__(self, transport: AsyncTransport, request: Request[Page], entries: str) -> None:
        self._transport = transport
        self._request = request
        self._entries = entries

    async def __aiter__(self) -> AsyncIterator[Entry]:
        known: set[str] = set()
        async for page in self.pages():
            entries = _by_identity(page, self._entries)
            for identity, entry in entries:
                if identity not in known:
                    yield entry
            known = {identity for identity, _ in entries}

    async def pages(self) -> AsyncIterator[Page]:
        request: Request[Page] | None = self._request
        while request is not None:
            page = await self._transport.send(request)
            yield page
            request = _next(request, page)


def _by_identity(page: Any, name: str) -> list[tuple[str, Any]]:
    """Most entries have an `id`; an attendee has that of the ticket, which is part of it."""
    return [(str(entry.get("id") or json.dumps(entry, sort_keys=True)), entry) for entry in page[name]]


def _next(request: Request[Page], page: Any) -> Request[Page] | None:
    meta = page["meta"]
    if not meta["has_more"]:
        return None
    return replace(request, query={**(request.query or {}), "page": meta["page"] + 1})

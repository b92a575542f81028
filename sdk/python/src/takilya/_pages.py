from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Any, Generic, TypeVar

from ._request import Request
from ._transport import AsyncTransport, Transport

Entry = TypeVar("Entry")
Page = TypeVar("Page")


class Pages(Generic[Entry, Page]):
    """A list. Iterating over it reads page after page; nothing is sent before. An entry that moves to the next page
    while it is read, because a new one came before it, is not given twice. One that moves to the page before, because
    others left the list, is not left out: you can change entries while you read them. Some may be missed if more than a
    page of entries leave between two pages, or if as many come to its end as leave it, as attendees do: a list tells
    only that it became shorter.

    `pages()` gives the pages as the API answers them, with `meta` and what else they have. When entries have left the
    list, a page comes again with those that moved to it.
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
        request = self._request
        page = self._transport.send(request)
        yield page
        while _has_more(page):
            following = self._transport.send(_page_of(request, page, 1))
            if _has_shrunk(page, following):
                following = self._transport.send(_page_of(request, page, 0))
            page = following
            yield page


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
        request = self._request
        page = await self._transport.send(request)
        yield page
        while _has_more(page):
            following = await self._transport.send(_page_of(request, page, 1))
            if _has_shrunk(page, following):
                following = await self._transport.send(_page_of(request, page, 0))
            page = following
            yield page


def _by_identity(page: Any, name: str) -> list[tuple[str, Any]]:
    """Most entries have an `id`; an attendee has that of the ticket."""
    return [
        (str(entry.get("id") or entry.get("ticket_id") or entry["checkout_id"]), entry) for entry in page[name]
    ]


def _page_of(request: Request[Page], page: Any, offset: int) -> Request[Page]:
    return replace(request, query={**(request.query or {}), "page": page["meta"]["page"] + offset})


def _has_more(page: Any) -> bool:
    return bool(page["meta"]["has_more"])


def _has_shrunk(page: Any, following: Any) -> bool:
    return bool(following["meta"]["total"] < page["meta"]["total"])

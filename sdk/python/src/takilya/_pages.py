from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Any, Generic, TypeVar

from ._request import Request
from ._transport import AsyncTransport, Transport

Entry = TypeVar("Entry")
Page = TypeVar("Page")


class Pages(Generic[Entry, Page]):
    """A list. Iterating over it reads page after page; nothing is sent before.

    `pages()` gives the pages as the API answers them, with `meta` and what else they have.
    """

    def __init__(self, transport: Transport, request: Request[Page], entries: str) -> None:
        self._transport = transport
        self._request = request
        self._entries = entries

    def __iter__(self) -> Iterator[Entry]:
        for page in self.pages():
            yield from _entries(page, self._entries)

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
        async for page in self.pages():
            for entry in _entries(page, self._entries):
                yield entry

    async def pages(self) -> AsyncIterator[Page]:
        request: Request[Page] | None = self._request
        while request is not None:
            page = await self._transport.send(request)
            yield page
            request = _next(request, page)


def _entries(page: Any, name: str) -> list[Any]:
    entries: list[Any] = page[name]
    return entries


def _next(request: Request[Page], page: Any) -> Request[Page] | None:
    meta = page["meta"]
    if not meta["has_more"]:
        return None
    return replace(request, query={**(request.query or {}), "page": meta["page"] + 1})

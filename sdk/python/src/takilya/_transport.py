import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import httpx2

from ._answer import error_of, read_answer
from ._live import LiveEvent, LiveEvents
from ._request import Answer, Request
from ._retry import Attempts, RetryPolicy
from ._version import __version__
from .errors import ConnectionFailedError

API_PATH = "/api/v1"
LIVE_SILENCE_SECONDS = 60.0
"""The server sends something into a stream every 15 seconds."""


@dataclass(frozen=True)
class Settings:
    api_key: str = field(repr=False)
    base_url: str
    timeout: float
    policy: RetryPolicy

    def address(self, path: str) -> str:
        """Takes the address of the server, and that of its API."""
        base = self.base_url.rstrip("/")
        return f"{base if base.endswith(API_PATH) else base + API_PATH}{path}"

    def headers(self) -> dict[str, str]:
        return {
            "authorization": f"Bearer {self.api_key}",
            "user-agent": f"takilya-python/{__version__}",
            "accept": "application/json",
        }


def checked(settings: Settings) -> Settings:
    """Finds a setting that no request could work with."""
    key = settings.api_key
    if not key or not key.isascii() or any(character.isspace() for character in key):
        raise ValueError("api_key must be an API key, such as svc_live_…, without spaces around it")
    address = urlsplit(settings.base_url)
    if address.scheme not in ("http", "https") or not address.hostname:
        raise ValueError("base_url must be the address of your Takilya, such as https://tickets.example")
    return settings


class Call:
    """One call: what every try sends, and what follows from each."""

    def __init__(self, settings: Settings, request: Request[Any]) -> None:
        request_id = str(uuid4())
        content, content_type = request.content()
        headers = {"x-request-id": request_id}
        if content_type is not None:
            headers["content-type"] = content_type
        if request.method == "POST":
            headers["idempotency-key"] = request.idempotency_key or str(uuid4())
        self.attempts = Attempts(settings.policy, request, request_id)
        self.sent: dict[str, Any] = {
            "method": request.method,
            "url": settings.address(request.path),
            "params": request.parameters(),
            "content": content,
            "headers": headers,
            "timeout": httpx2.Timeout(settings.timeout, read=settings.timeout + request.wait_seconds()),
        }


class Transport:
    """Sends requests, again where that helps, and reads the answers."""

    def __init__(self, settings: Settings) -> None:
        self._settings = checked(settings)
        self._http = httpx2.Client(headers=settings.headers())

    def send(self, request: Request[Answer]) -> Answer:
        call = Call(self._settings, request)
        while True:
            try:
                response = self._http.request(**call.sent)
            except httpx2.RequestError as fault:
                wait: float | None = call.attempts.after_fault(fault)
            else:
                wait = call.attempts.after_answer(response)
                if wait is None:
                    return read_answer(request, response)
            time.sleep(wait or 0.0)

    def listen(self, request: Request[LiveEvent]) -> Iterator[LiveEvent]:
        events = LiveEvents()
        try:
            with self._http.stream(
                request.method,
                self._settings.address(request.path),
                headers={"accept": "text/event-stream"},
                timeout=httpx2.Timeout(self._settings.timeout, read=LIVE_SILENCE_SECONDS),
            ) as response:
                if response.status_code != 200:
                    response.read()
                    raise error_of(response)
                for part in response.iter_text():
                    yield from events.after(part)
        except httpx2.RequestError as fault:
            raise ConnectionFailedError(f"the stream broke: {fault}") from fault

    def close(self) -> None:
        self._http.close()


class AsyncTransport:
    """`Transport` for asyncio."""

    def __init__(self, settings: Settings) -> None:
        self._settings = checked(settings)
        self._http = httpx2.AsyncClient(headers=settings.headers())

    async def send(self, request: Request[Answer]) -> Answer:
        call = Call(self._settings, request)
        while True:
            try:
                response = await self._http.request(**call.sent)
            except httpx2.RequestError as fault:
                wait: float | None = call.attempts.after_fault(fault)
            else:
                wait = call.attempts.after_answer(response)
                if wait is None:
                    return read_answer(request, response)
            await asyncio.sleep(wait or 0.0)

    async def listen(self, request: Request[LiveEvent]) -> AsyncIterator[LiveEvent]:
        events = LiveEvents()
        try:
            async with self._http.stream(
                request.method,
                self._settings.address(request.path),
                headers={"accept": "text/event-stream"},
                timeout=httpx2.Timeout(self._settings.timeout, read=LIVE_SILENCE_SECONDS),
            ) as response:
                if response.status_code != 200:
                    await response.aread()
                    raise error_of(response)
                async for part in response.aiter_text():
                    for event in events.after(part):
                        yield event
        except httpx2.RequestError as fault:
            raise ConnectionFailedError(f"the stream broke: {fault}") from fault

    async def close(self) -> None:
        await self._http.aclose()

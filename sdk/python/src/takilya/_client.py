from types import TracebackType

from ._generated.resources import AsyncResources, Resources
from ._retry import RetryPolicy
from ._transport import AsyncTransport, Settings, Transport

TIMEOUT_SECONDS = 30.0
"""Longer than any answer takes, beside the `wait` of its query: the server gives up before."""
MAX_RETRIES = 4
"""Their waits last almost four seconds on average, in which a server restarts."""
MAX_RETRY_SECONDS = 90.0
"""A minute, after which a rate limit lets requests through again, and the waits around it."""


class Takilya(Resources):
    """A client of one organization. Threads may share it.

    `timeout`: seconds to connect, and to wait for the next part of an answer. The `wait` of a query is added.
    `max_retries`: how often a request is repeated after a network fault, 429, 502, 503 or 504.
    `max_retry_seconds`: no try begins later than this after the first.
    """

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        timeout: float = TIMEOUT_SECONDS,
        max_retries: int = MAX_RETRIES,
        max_retry_seconds: float = MAX_RETRY_SECONDS,
    ) -> None:
        policy = RetryPolicy(max_retries=max_retries, max_retry_seconds=max_retry_seconds)
        self._transport = Transport(Settings(api_key, base_url, timeout, policy))
        super().__init__(self._transport)

    def close(self) -> None:
        """Closes the connections. `with` does it, too."""
        self._transport.close()

    def __enter__(self) -> "Takilya":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class AsyncTakilya(AsyncResources):
    """`Takilya` for asyncio: `await` every operation, `async for` every list."""

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        timeout: float = TIMEOUT_SECONDS,
        max_retries: int = MAX_RETRIES,
        max_retry_seconds: float = MAX_RETRY_SECONDS,
    ) -> None:
        policy = RetryPolicy(max_retries=max_retries, max_retry_seconds=max_retry_seconds)
        self._transport = AsyncTransport(Settings(api_key, base_url, timeout, policy))
        super().__init__(self._transport)

    async def close(self) -> None:
        """Closes the connections. `async with` does it, too."""
        await self._transport.close()

    async def __aenter__(self) -> "AsyncTakilya":
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

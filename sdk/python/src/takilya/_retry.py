import random
import time
from dataclasses import dataclass
from typing import Any

import httpx2

from ._answer import code_of, error_of, is_final, retry_after_of
from ._request import Request
from .errors import ConnectionFailedError, RequestTimeoutError

FIRST_WAIT_SECONDS = 0.5
"""Half of it on average before the first retry; the limit doubles with each."""
LONGEST_WAIT_SECONDS = 8.0
"""Unless the server asks for more."""
RETRIED_STATUSES = frozenset({429, 502, 503, 504})
RETRIED_FAULTS = (
    httpx2.TimeoutException,
    httpx2.NetworkError,
    httpx2.ProxyError,
    httpx2.RemoteProtocolError,
    httpx2.DecodingError,
)


@dataclass(frozen=True)
class RetryPolicy:
    max_retries: int
    max_retry_seconds: float


class Attempts:
    """Decides about the tries of one call, by the rule of docs/sdk-retries.md. It waits and sends nothing itself.

    A POST has an idempotency key. That page also says what a second PUT or DELETE can answer.
    """

    def __init__(self, policy: RetryPolicy, request: Request[Any], request_id: str) -> None:
        self._policy = policy
        self._request = request
        self._request_id = request_id
        self._started = time.monotonic()
        self._failed = 0

    def after_fault(self, fault: httpx2.RequestError) -> float:
        """Returns the seconds to wait before the next try, or raises."""
        wait = self._wait(None) if isinstance(fault, RETRIED_FAULTS) else None
        if wait is None:
            timed_out = isinstance(fault, httpx2.TimeoutException)
            kind = RequestTimeoutError if timed_out else ConnectionFailedError
            reason = f"no answer in time ({type(fault).__name__})" if timed_out else str(fault) or repr(fault)
            raise kind(
                f"{self._request.method} {self._request.path} failed: {reason}",
                request_id=self._request_id,
            ) from fault
        return wait

    def after_answer(self, response: httpx2.Response) -> float | None:
        """Returns None for a success, or the seconds to wait before the next try, or raises."""
        if response.is_success:
            return None
        wait = self._wait(retry_after_of(response)) if self._is_temporary(response) else None
        if wait is None:
            raise error_of(response)
        return wait

    def _is_temporary(self, response: httpx2.Response) -> bool:
        if response.status_code in RETRIED_STATUSES:
            return not is_final(response)
        # An earlier try of this call is still running; its answer comes with the same key.
        return response.status_code == 409 and code_of(response) == "idempotency_key_in_use"

    def _wait(self, retry_after: float | None) -> float | None:
        """Full jitter, and never less than the server asks for. None: no more tries."""
        self._failed += 1
        if self._failed > self._policy.max_retries:
            return None
        limit = min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (self._failed - 1))
        wait = (retry_after or 0.0) + random.uniform(0, limit)
        spent = time.monotonic() - self._started
        return wait if spent + wait <= self._policy.max_retry_seconds else None

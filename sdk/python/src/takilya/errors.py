"""The errors that the client raises. All of them are a `TakilyaError`."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._generated.models import ErrorCode


class TakilyaError(Exception):
    """A request that failed.

    Programs check `code`, which never changes its meaning; `message` is for people and may change.
    """

    code: "ErrorCode | str | None"
    """The reason, such as `sold_out`. None: the answer did not come from the API."""

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        code: str | None = None,
        field: str | None = None,
        details: Mapping[str, Any] | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        """The HTTP status. None: there was no answer."""
        self.code = code
        self.field = field
        """The part of the request that is wrong, such as `customer.email`."""
        self.details = dict(details or {})
        """The facts of the message for programs, such as `{"left": 3}`."""
        self.request_id = request_id
        """Identifies the request in the log of the server. All tries of a call have the same."""
        self.retry_after = retry_after
        """Seconds that the server asks to wait before the next try."""

    def __str__(self) -> str:
        facts = [
            str(fact)
            for fact in (self.status, self.code, self.request_id and f"request {self.request_id}")
            if fact
        ]
        return f"{self.message} ({', '.join(facts)})" if facts else self.message


class ConnectionFailedError(TakilyaError):
    """The server could not be reached, or the connection broke. The request may have been carried out."""


class RequestTimeoutError(ConnectionFailedError):
    """The server did not answer in time. The request may have been carried out."""


class UnexpectedAnswerError(TakilyaError):
    """Something answered that is not the API: a proxy, or a wrong `base_url`."""


class InvalidRequestError(TakilyaError):
    """400: the request is wrong, and `field` often says where."""


class AuthenticationError(TakilyaError):
    """401: the API key is missing, wrong, expired or revoked."""


class PermissionDeniedError(TakilyaError):
    """403: the scopes of the API key are not enough."""


class NotFoundError(TakilyaError):
    """404: it does not exist, or belongs to another organization."""


class ConflictError(TakilyaError):
    """409: the current state does not allow it, such as `sold_out` or `already_checked_in`."""


class RateLimitError(TakilyaError):
    """429: too many requests in the last minute, after all retries."""


class ServerError(TakilyaError):
    """5xx: the server failed. Its log has the reason under `request_id`."""


class UnavailableError(ServerError):
    """503: the server is overloaded, stopping or without its database, after all retries."""


class WebhookVerificationError(TakilyaError):
    """A webhook that was not sent by Takilya, or is too old. Answer 401."""


BY_STATUS: Mapping[int, type[TakilyaError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitError,
    503: UnavailableError,
}

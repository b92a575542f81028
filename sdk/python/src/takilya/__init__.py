"""Client for Takilya, the open event-ticketing service.

    from takilya import Takilya

    with Takilya(api_key="svc_live_…", base_url="https://tickets.example") as takilya:
        for event in takilya.events.list():
            print(event["title"], event["tickets_sold"])
"""

from ._client import AsyncTakilya, Takilya
from ._live import LiveEvent
from ._pages import AsyncPages, Pages
from ._version import __version__
from .errors import (
    AuthenticationError,
    ConflictError,
    ConnectionFailedError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    RequestTimeoutError,
    ServerError,
    TakilyaError,
    UnavailableError,
    UnexpectedAnswerError,
    WebhookVerificationError,
)
from .webhooks import sign_webhook, verify_service_signature, verify_webhook

__all__ = [
    "AsyncPages",
    "AsyncTakilya",
    "AuthenticationError",
    "ConflictError",
    "ConnectionFailedError",
    "InvalidRequestError",
    "LiveEvent",
    "NotFoundError",
    "Pages",
    "PermissionDeniedError",
    "RateLimitError",
    "RequestTimeoutError",
    "ServerError",
    "Takilya",
    "TakilyaError",
    "UnavailableError",
    "UnexpectedAnswerError",
    "WebhookVerificationError",
    "__version__",
    "sign_webhook",
    "verify_service_signature",
    "verify_webhook",
]

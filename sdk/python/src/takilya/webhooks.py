"""Checks that webhooks were sent by Takilya, and signs some for the tests of your own code."""

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, cast

from ._generated.models import Notification
from .errors import WebhookVerificationError

SECRET_PREFIX = "whsec_"
TOLERANCE_SECONDS = 300
"""How far the clocks of both machines may be apart, and how long a request may be on its way."""


class Headers(Protocol):
    """Headers of any framework, or a `dict`. Their names may be in upper or lower case."""

    def items(self) -> Iterable[tuple[str, str]]: ...


def verify_webhook(
    body: bytes | str,
    headers: Headers,
    secret: str | Sequence[str],
    *,
    tolerance: float = TOLERANCE_SECONDS,
) -> Notification:
    """Checks `webhook-signature` (Standard Webhooks) and returns the notification.

    `body`: the bytes as received. Parse nothing before.
    `secret`: as `POST /webhooks` showed it; while you rotate, the old and the new one.
    `tolerance`: seconds that the time of sending may be off.

    The same notification can come twice: do the work once for each `id`.

    Raises `WebhookVerificationError`: answer 401.
    """
    content = _bytes(body)
    sent_id = _header(headers, "webhook-id")
    timestamp = _header(headers, "webhook-timestamp")
    given = _header(headers, "webhook-signature").split(" ")
    # Any number is a float, and one too long for it is infinite; `int` refuses long ones.
    if not timestamp.isdecimal() or not abs(time.time() - float(timestamp)) <= tolerance:
        raise WebhookVerificationError(f"webhook-timestamp is more than {tolerance:g} seconds off")
    expected = [_standard_signature(content, sent_id, timestamp, one) for one in _secrets(secret)]
    if not _match(given, expected):
        raise WebhookVerificationError("webhook-signature does not fit the body and the secret")
    return _parsed(content)


def verify_service_signature(body: bytes | str, headers: Headers, secret: str | Sequence[str]) -> Notification:
    """Checks `X-Service-Signature`, for receivers that do not get the other header.

    It does not cover the time: who has seen a request can send it again at any time.

    Raises `WebhookVerificationError`: answer 401.
    """
    content = _bytes(body)
    expected = [_service_signature(content, one) for one in _secrets(secret)]
    if not _match([_header(headers, "x-service-signature")], expected):
        raise WebhookVerificationError("X-Service-Signature does not fit the body and the secret")
    return _parsed(content)


def sign_webhook(body: bytes | str, secret: str, *, timestamp: int | None = None) -> dict[str, str]:
    """The headers that Takilya would send with this body, for the tests of your receiver."""
    content = _bytes(body)
    notification = cast(dict[str, Any], json.loads(content))
    sent_id = str(notification["id"])
    at = str(int(time.time()) if timestamp is None else timestamp)
    return {
        "content-type": "application/json",
        "X-Service-Signature": _service_signature(content, secret),
        "webhook-id": sent_id,
        "webhook-timestamp": at,
        "webhook-signature": _standard_signature(content, sent_id, at, secret),
    }


def _standard_signature(body: bytes, sent_id: str, timestamp: str, secret: str) -> str:
    """The key is what the base64 after the prefix stands for."""
    try:
        key = base64.b64decode(secret.removeprefix(SECRET_PREFIX), validate=True)
    except binascii.Error:
        key = b""
    if not secret.startswith(SECRET_PREFIX) or not key:
        raise ValueError(f"a webhook secret is {SECRET_PREFIX} and base64, as it was shown")
    digest = hmac.new(key, f"{sent_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"


def _service_signature(body: bytes, secret: str) -> str:
    """The key is the secret as it was shown."""
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def _match(given: Iterable[str], expected: Iterable[str]) -> bool:
    """Compares all of them in constant time, so that the time does not tell which one is close."""
    results = [hmac.compare_digest(one.encode(), other.encode()) for one in given for other in expected]
    return any(results)


def _header(headers: Headers, name: str) -> str:
    for key, value in headers.items():
        if key.lower() == name:
            return value
    raise WebhookVerificationError(f"the request has no header {name}")


def _secrets(secret: str | Sequence[str]) -> Sequence[str]:
    return [secret] if isinstance(secret, str) else secret


def _bytes(body: bytes | str) -> bytes:
    if isinstance(body, str):
        return body.encode()
    if isinstance(body, bytes):  # pyright: ignore[reportUnnecessaryIsInstance]
        return body
    raise TypeError(f"body must be the bytes as received, not {type(body).__name__}: parse it afterwards")


def _parsed(body: bytes) -> Notification:
    try:
        return cast(Notification, json.loads(body))
    except ValueError as error:
        raise WebhookVerificationError("the body is not JSON") from error

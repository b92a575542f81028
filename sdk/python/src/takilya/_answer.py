import json
from email.utils import parsedate_to_datetime
from time import time
from typing import Any, cast

import httpx2

from ._request import Answer, Request
from .errors import BY_STATUS, ServerError, TakilyaError, UnexpectedAnswerError


def read_answer(request: Request[Answer], response: httpx2.Response) -> Answer:
    """What the operation answers under `data`. The response is a success."""
    if request.reads == "nothing":
        return cast(Answer, None)
    if request.reads == "text":
        return cast(Answer, response.text)
    answer = _json_object(response)
    if answer is None or "data" not in answer:
        raise UnexpectedAnswerError(
            f"{response.request.url} answered without data: is base_url the address of a Takilya?",
            status=response.status_code,
            request_id=request_id_of(response),
        )
    return cast(Answer, answer["data"])


def error_of(response: httpx2.Response) -> TakilyaError:
    """The error that a failed response stands for."""
    status = response.status_code
    error = _error(response)
    facts: dict[str, Any] = {
        "status": status,
        "request_id": request_id_of(response),
        "retry_after": retry_after_of(response),
    }
    kind = BY_STATUS.get(status, ServerError if status >= 500 else TakilyaError)
    if isinstance(error, str):
        return kind(error, **facts)
    if error is not None and isinstance(error.get("message"), str):
        about = {name: error[name] for name in ("code", "field", "details") if name in error}
        return kind(error["message"], **facts, **about)
    if status < 500 and status != 429:
        kind = UnexpectedAnswerError
    return kind(f"{response.request.url} answered {status} without an error of the API", **facts)


def is_final(response: httpx2.Response) -> bool:
    """Subscription writes answer 503 with a plain string: they will not be available in a moment."""
    return isinstance(_error(response), str)


def code_of(response: httpx2.Response) -> str | None:
    error = _error(response)
    return error.get("code") if isinstance(error, dict) else None


def request_id_of(response: httpx2.Response) -> str | None:
    return response.headers.get("x-request-id") or response.request.headers.get("x-request-id")


def retry_after_of(response: httpx2.Response) -> float | None:
    """Seconds; proxies send dates, too."""
    value = response.headers.get("retry-after", "").strip()
    if not value:
        return None
    if value.isdecimal():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time())
    except ValueError:
        return None


def _error(response: httpx2.Response) -> dict[str, Any] | str | None:
    """What is under `error`; with 503 a string, of the subscription writes that are not available."""
    error = (_json_object(response) or {}).get("error")
    if isinstance(error, dict):
        # Others put a code under `error`, too; ours say the status.
        return cast(dict[str, Any], error) if error.get("status") == response.status_code else None
    return error if isinstance(error, str) and response.status_code == 503 else None


def _json_object(response: httpx2.Response) -> dict[str, Any] | None:
    try:
        answer = json.loads(response.content)
    except ValueError:
        return None
    return cast(dict[str, Any], answer) if isinstance(answer, dict) else None

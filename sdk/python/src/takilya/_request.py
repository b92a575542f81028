import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Generic, Literal, TypeVar
from urllib.parse import quote

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Request(Generic[Answer]):
    """A call of an operation, the same for both clients."""

    method: str
    path: str
    query: Mapping[str, object] | None = None
    body: Mapping[str, object] | None = None
    picture: tuple[bytes, str] | None = None
    """An uploaded file and its type."""
    idempotency_key: str | None = None
    reads: Literal["data", "text", "nothing"] = "data"

    def parameters(self) -> dict[str, str]:
        """The query as it is sent: what is None is left out."""
        return {
            name: _text(value)
            for name, value in sent_names(self.query or {}).items()
            if value is not None
        }

    def wait_seconds(self) -> int:
        """How long the server is asked to wait before it answers that there is nothing."""
        wait = (self.query or {}).get("wait")
        return wait if isinstance(wait, int) else 0

    def content(self) -> tuple[bytes | None, str | None]:
        """The bytes of the body, the same in every try, and their type."""
        if self.picture is not None:
            return self.picture
        if self.body is None:
            return None, None
        text = json.dumps(sent_names(self.body), default=_json_value, ensure_ascii=False, allow_nan=False)
        return text.encode(), "application/json"


def path(template: str, *values: str) -> str:
    """Puts ids into a path. An empty one would lead to another operation."""
    for value in values:
        if not isinstance(value, str) or not value:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ValueError(f"{template} needs an id that is a string and not empty, not {value!r}")
    return template.format(*(quote(value, safe="") for value in values))


def sent_names(fields: Mapping[str, object]) -> dict[str, object]:
    """`from` is a word of Python, so the argument is `from_`."""
    return {name.rstrip("_"): value for name, value in fields.items()}


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return _json_value(value) if isinstance(value, date) else str(value)


def _json_value(value: object) -> str:
    # Without an offset the server reads a time in the time zone of the organization.
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{value!r} cannot be sent: a {type(value).__name__} has no form in JSON")

import json
from collections.abc import Iterator
from typing import Any, Literal, TypedDict


class LiveEvent(TypedDict):
    """What changed: the whole state of its kind."""

    event: Literal["sales", "check-ins", "orders"]
    data: dict[str, Any]


class LiveEvents:
    """Reads server-sent events line by line."""

    def __init__(self) -> None:
        self._event = ""
        self._data: list[str] = []

    def after(self, line: str) -> Iterator[LiveEvent]:
        """The event that ends with this line, if one does."""
        if line:
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if name == "event":
                self._event = value
            elif name == "data":
                self._data.append(value)
            return
        event, data = self._event, self._data
        self._event, self._data = "", []
        if data:
            yield {"event": event, "data": json.loads("\n".join(data))}  # type: ignore[typeddict-item]

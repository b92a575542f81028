import json
from collections.abc import Iterator
from typing import Any, Literal, TypedDict


class LiveEvent(TypedDict):
    """What changed: the whole state of its kind."""

    event: Literal["sales", "check-ins", "orders"]
    data: dict[str, Any]


class LiveEvents:
    """Reads server-sent events. Their lines end with a line feed; what else Python takes for an end may be in a text."""

    def __init__(self) -> None:
        self._begun = ""
        self._event = ""
        self._data: list[str] = []

    def after(self, part: str) -> Iterator[LiveEvent]:
        """The events that end with this part of the stream."""
        *lines, self._begun = (self._begun + part).split("\n")
        for line in lines:
            yield from self._after_line(line)

    def _after_line(self, line: str) -> Iterator[LiveEvent]:
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

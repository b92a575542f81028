from ._transport import AsyncTransport, Transport


class Resource:
    """Operations of one kind, such as those of events."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport


class AsyncResource:
    """`Resource` of the asynchronous client."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

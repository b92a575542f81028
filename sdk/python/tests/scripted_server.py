"""A real server on this machine that answers what a test says, one entry for each request."""

import json
import socket
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any


@dataclass(frozen=True)
class Received:
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


Answer = Callable[[BaseHTTPRequestHandler], None]


def answers(status: int, body: object = None, *, text: str | None = None, **headers: str) -> Answer:
    """`Retry_After="3"` is the header Retry-After."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        content = b"" if status == 204 else (text or json.dumps(body)).encode()
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    return answer


def data(value: object, status: int = 200) -> Answer:
    return answers(status, {"data": value})


def error(status: int, code: str, message: str = "No", **headers: str) -> Answer:
    return answers(status, {"error": {"message": message, "status": status, "code": code}}, **headers)


def drops(handler: BaseHTTPRequestHandler) -> None:
    """The connection breaks after the request has arrived: nobody knows whether it was carried out."""
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True


class ScriptedServer:
    """The last answer is given again and again."""

    def __init__(self, *script: Answer) -> None:
        self.received: list[Received] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", "0")))
                headers = {name.lower(): value for name, value in self.headers.items()}
                server.received.append(Received(self.command, self.path, headers, body))
                script[min(len(server.received), len(script)) - 1](self)

            do_GET = do_POST = do_PUT = do_DELETE = handle_any

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        # Seconds that shutdown() may take.
        self._thread = threading.Thread(target=lambda: self._http.serve_forever(0.01), daemon=True)
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> "ScriptedServer":
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._http.shutdown()
        self._http.server_close()

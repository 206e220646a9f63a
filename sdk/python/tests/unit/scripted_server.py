"""A server of HTTP that answers what a test says, over real connections."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Asked:
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Told:
    """A response; without a status the connection closes. `cut` promises more bytes than come."""

    status: int | None = 200
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: bool = False


META = {"timestamp": "2026-11-28T10:00:00.000Z", "request_id": "req_1"}
LOST = Told(status=None)


def ok(data: Any, status: int = 200, headers: Mapping[str, str] | None = None, **more: Any) -> Told:
    return Told(status, {"success": True, "data": data, "meta": META, **more}, headers or {})


def refused(
    status: int, code: str, headers: Mapping[str, str] | None = None, **details: Any
) -> Told:
    error = {"code": code, "message": "No", "details": details}
    return Told(status, {"success": False, "error": error, "meta": META}, headers or {})


def events(*told: tuple[str, str, Any], cut: bool = True) -> Told:
    """Events as `(id, event, data)`. By default the connection is lost after them."""
    text = "".join(
        f"id: {number}\nevent: {event}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"
        for number, event, data in told
    )
    return Told(200, ": hello\n\n" + text, {"content-type": "text/event-stream"}, cut)


class ScriptedServer:
    """Answers by a function, or the answers of a list, one after the other."""

    def __init__(self, script: Callable[[Asked], Told] | list[Told]) -> None:
        self.asked: list[Asked] = []
        self._script = script
        self._lock = threading.Lock()

    def answer(self, asked: Asked) -> Told:
        with self._lock:
            self.asked.append(asked)
            if isinstance(self._script, list):
                return self._script.pop(0)
        return self._script(asked)


@contextmanager
def serving(script: Callable[[Asked], Told] | list[Told]) -> Iterator[tuple[ScriptedServer, str]]:
    scripted = ScriptedServer(script)

    class Handler(BaseHTTPRequestHandler):
        def handle_one_request(self) -> None:
            self.raw_requestline = self.rfile.readline()
            if not self.raw_requestline or not self.parse_request():
                self.close_connection = True
                return
            body = self._body()
            headers = {name.lower(): value for name, value in self.headers.items()}
            self._tell(scripted.answer(Asked(self.command, self.path, headers, body)))

        def _body(self) -> bytes:
            if self.headers.get("transfer-encoding") != "chunked":
                return self.rfile.read(int(self.headers.get("content-length", 0)))
            body = b""
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
            return body

        def _tell(self, told: Told) -> None:
            self.close_connection = True
            if told.status is None:
                return
            text = told.body if isinstance(told.body, str) else json.dumps(told.body)
            body = b"" if told.body is None else text.encode()
            self.send_response(told.status)
            headers = {"content-type": "application/json", "x-request-id": "req_1", **told.headers}
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(body) + (1 if told.cut else 0)))
            self.end_headers()
            # A reader that has what it wants hangs up.
            with suppress(BrokenPipeError, ConnectionResetError):
                self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield scripted, f"http://127.0.0.1:{server.server_address[1]}/api/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

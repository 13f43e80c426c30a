from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest


@dataclass
class Seen:
    """A request that the service has received."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any


@dataclass
class Answer:
    status: int
    body: Any
    headers: dict[str, str] = field(default_factory=dict)
    hangs_up: bool = False


class Service:
    """A real HTTP server that gives the answers one after another, and then repeats the last one."""

    def __init__(self) -> None:
        self.seen: list[Seen] = []
        self.answers: list[Answer] = []
        self.answer_to: Callable[[Seen], Answer] | None = None
        service = self

        class Handler(BaseHTTPRequestHandler):
            def _handle(self) -> None:
                length = int(self.headers.get("content-length", 0))
                body = json.loads(self.rfile.read(length)) if length else None
                headers = {name.lower(): value for name, value in self.headers.items()}
                seen = Seen(self.command, self.path, headers, body)
                service.seen.append(seen)
                answer = service._next(seen)
                if answer.hangs_up:
                    self.close_connection = True
                    return
                content = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
                self.send_response_only(answer.status)
                for name, value in {"X-Request-Id": "req_1", **answer.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_PUT = do_DELETE = _handle

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def _next(self, seen: Seen) -> Answer:
        if self.answer_to is not None:
            return self.answer_to(seen)
        return self.answers[min(len(self.seen), len(self.answers)) - 1]

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def service() -> Iterator[Service]:
    running = Service()
    yield running
    running.close()


def error_answer(status: int, code: str, **headers: str) -> Answer:
    body = {"success": False, "error": f"The code is {code}.", "code": code, "pendingInvites": 3}
    return Answer(status, body, {name.replace("_", "-"): value for name, value in headers.items()})

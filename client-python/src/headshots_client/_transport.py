from __future__ import annotations

import asyncio
import random
import time
import uuid
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import httpx

from ._errors import ConnectionFailed, HeadshotsError
from ._request import json_body, query_parameters
from ._retry import backoff, is_temporary, requested_wait


@dataclass(frozen=True)
class Settings:
    """The settings of a client."""

    base_url: str
    """The service's origin, such as ``https://headshots.example``."""
    api_key: str | None = None
    """An organization's API key, for v1 and v2."""
    session: str | None = None
    """A session of a member or an owner. Without an API key it is used for v1 and v2 as well."""
    max_retries: int = 3
    """The highest number of retries of a call."""
    max_wait: float = 65.0
    """The longest wait before a retry, in seconds. When the service asks for more, the error is raised."""
    timeout: float = 30.0
    """The timeout of one attempt, in seconds."""


@dataclass(frozen=True)
class Runtime:
    """Sources of time and randomness, which tests replace."""

    now: Callable[[], float] = time.time
    random: Callable[[], float] = random.random
    sleep: Callable[[float], None] = time.sleep
    sleep_async: Callable[[float], Awaitable[None]] = asyncio.sleep


class _Call:
    """One call and its attempts."""

    def __init__(
        self,
        settings: Settings,
        runtime: Runtime,
        method: str,
        path: str,
        *,
        auth: str,
        query: Mapping[str, Any] | None,
        body: Mapping[str, Any] | None,
        idempotency_key: str | None,
        timeout: float | None,
    ) -> None:
        self._settings = settings
        self._runtime = runtime
        self._attempt = 0
        headers = {"Accept": "application/json"}
        bearer = self._bearer(auth)
        if bearer is not None:
            headers["Authorization"] = f"Bearer {bearer}"
        if method == "POST":
            # The key stays the same over retries, so a call whose answer was lost does not take effect again.
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        self.request: dict[str, Any] = {
            "method": method,
            "url": settings.base_url.rstrip("/") + path,
            "headers": headers,
            "params": query_parameters(query),
            "json": json_body(body),
            "timeout": timeout or settings.timeout,
        }

    def _bearer(self, auth: str) -> str | None:
        if auth == "none":
            return None
        if auth == "apiKey":
            return self._settings.api_key or self._settings.session
        return self._settings.session

    def answer(self, response: httpx.Response) -> tuple[Any, HeadshotsError | None, float | None]:
        """The body of an answer, or its error with the wait that it asks for."""
        body = _parsed(response)
        if response.is_success and body is not None:
            return body, None, None
        return None, _error_of(response, body), requested_wait(response.headers, self._runtime.now())

    def pause_after(self, error: HeadshotsError | ConnectionFailed, wait: float | None) -> float:
        """The pause before the next attempt, in seconds. Raises the error when no attempt follows."""
        pause = backoff(self._attempt, self._runtime.random) if wait is None else wait
        temporary = isinstance(error, ConnectionFailed) or is_temporary(error.status, error.code)
        if not temporary or self._attempt >= self._settings.max_retries or pause > self._settings.max_wait:
            raise error
        self._attempt += 1
        return pause


class SyncTransport:
    """Sends calls, and repeats them where that is safe and can succeed."""

    def __init__(self, settings: Settings, client: httpx.Client, runtime: Runtime) -> None:
        self._settings = settings
        self._client = client
        self._runtime = runtime

    def call(
        self,
        method: str,
        path: str,
        *,
        auth: str,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Any:
        call = _Call(
            self._settings,
            self._runtime,
            method,
            path,
            auth=auth,
            query=query,
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        while True:
            try:
                answer, error, wait = call.answer(self._client.request(**call.request))
            except httpx.TransportError as cause:
                pause = call.pause_after(_connection_failed(cause), None)
            else:
                if error is None:
                    return answer
                pause = call.pause_after(error, wait)
            self._runtime.sleep(pause)


class AsyncTransport:
    """Sends calls, and repeats them where that is safe and can succeed."""

    def __init__(self, settings: Settings, client: httpx.AsyncClient, runtime: Runtime) -> None:
        self._settings = settings
        self._client = client
        self._runtime = runtime

    async def call(
        self,
        method: str,
        path: str,
        *,
        auth: str,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Any:
        call = _Call(
            self._settings,
            self._runtime,
            method,
            path,
            auth=auth,
            query=query,
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        while True:
            try:
                answer, error, wait = call.answer(await self._client.request(**call.request))
            except httpx.TransportError as cause:
                pause = call.pause_after(_connection_failed(cause), None)
            else:
                if error is None:
                    return answer
                pause = call.pause_after(error, wait)
            await self._runtime.sleep_async(pause)


def _connection_failed(cause: httpx.TransportError) -> ConnectionFailed:
    error = ConnectionFailed(f"The service could not be reached: {cause or type(cause).__name__}")
    error.__cause__ = cause
    return error


def _error_of(response: httpx.Response, body: dict[str, Any] | None) -> HeadshotsError:
    details = body or {}
    code, message = details.get("code"), details.get("error")
    known = isinstance(code, str) and isinstance(message, str)
    status = response.status_code
    return HeadshotsError(
        str(message) if known else f"The response with status {status} is not from the service: check base_url.",
        code=str(code) if known else "UNEXPECTED_ANSWER",
        status=status,
        request_id=response.headers.get("x-request-id"),
        details=details,
    )


def _parsed(response: httpx.Response) -> dict[str, Any] | None:
    try:
        body = response.json()
    except ValueError:
        return None
    return body if isinstance(body, dict) else None

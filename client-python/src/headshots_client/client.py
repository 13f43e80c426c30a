from __future__ import annotations

from types import TracebackType

import httpx
from typing_extensions import Self

from ._generated.resources import Api, AsyncApi
from ._transport import AsyncTransport, Runtime, Settings, SyncTransport


class HeadshotsClient(Api):
    """The client of the whole API.

    Resources of v2 are its attributes, such as ``client.models``; those of other areas are one level deeper, such as
    ``client.v1.teams``. Calls raise HeadshotsError for an error of the service, and ConnectionFailed without an
    answer. Answers are dictionaries with the names of the API.
    """

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        session: str | None = None,
        max_retries: int = 3,
        max_wait: float = 65.0,
        timeout: float = 30.0,
        http_client: httpx.Client | None = None,
        runtime: Runtime | None = None,
    ) -> None:
        settings = Settings(base_url, api_key, session, max_retries, max_wait, timeout)
        self._http = http_client or httpx.Client()
        super().__init__(SyncTransport(settings, self._http, runtime or Runtime()))

    def close(self) -> None:
        """Closes the connections. A client can be used in a ``with`` statement, which closes it."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


class AsyncHeadshotsClient(AsyncApi):
    """The client of the whole API, whose calls are awaited. See HeadshotsClient."""

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        session: str | None = None,
        max_retries: int = 3,
        max_wait: float = 65.0,
        timeout: float = 30.0,
        http_client: httpx.AsyncClient | None = None,
        runtime: Runtime | None = None,
    ) -> None:
        settings = Settings(base_url, api_key, session, max_retries, max_wait, timeout)
        self._http = http_client or httpx.AsyncClient()
        super().__init__(AsyncTransport(settings, self._http, runtime or Runtime()))

    async def close(self) -> None:
        """Closes the connections. A client can be used in an ``async with`` statement, which closes it."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

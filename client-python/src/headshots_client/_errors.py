from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class HeadshotsError(Exception):
    """An error response of the service."""

    code: str
    """The error code; ``UNEXPECTED_ANSWER`` for a response that is not from the service, but from a proxy."""
    status: int
    request_id: str | None
    """The id of the request. Include it in support requests."""
    details: Mapping[str, Any]
    """The whole body, with additional fields such as ``pendingInvites``."""

    def __init__(
        self, message: str, *, code: str, status: int, request_id: str | None, details: Mapping[str, Any]
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.request_id = request_id
        self.details = details


class ConnectionFailed(Exception):
    """The service could not be reached, or did not answer in time. ``__cause__`` is the underlying error."""

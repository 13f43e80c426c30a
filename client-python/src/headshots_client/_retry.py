from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime

_BACKOFF_SECONDS = 0.5
_BACKOFF_SECONDS_MAX = 8.0
_TEMPORARY_STATUSES = frozenset({500, 502, 503, 504})
"""Temporary failures of the service, or of the gateway before it."""


def is_temporary(status: int, code: str) -> bool:
    """Whether a retry can succeed. INVITE_LIMIT_EXCEEDED is a 429 as well, but waiting does not help."""
    return code != "INVITE_LIMIT_EXCEEDED" if status == 429 else status in _TEMPORARY_STATUSES


def requested_wait(headers: Mapping[str, str], now: float) -> float | None:
    """The wait that a response asks for, in seconds: by Retry-After, or until X-RateLimit-Reset.

    Retry-After is in whole seconds, so the reset, by the service's clock, is more exact when both mean the same time.
    """
    retry_after = _number(headers.get("retry-after"))
    reset = _time(headers.get("x-ratelimit-reset"))
    if reset is None:
        wait = retry_after
    else:
        until_reset = reset - (_http_time(headers.get("date")) or now)
        wait = retry_after if retry_after is not None and retry_after - until_reset >= 1 else until_reset
    return None if wait is None else max(0.0, wait)


def backoff(attempt: int, random: Callable[[], float]) -> float:
    """The pause before a retry, in seconds. It doubles with each attempt and has jitter."""
    longest = min(_BACKOFF_SECONDS * 2.0**attempt, _BACKOFF_SECONDS_MAX)
    return longest * (0.5 + random() / 2)


def _number(text: str | None) -> float | None:
    return float(text) if text is not None and text.isascii() and text.isdigit() else None


def _time(text: str | None) -> float | None:
    try:
        # Python 3.10 does not read the Z of UTC.
        return None if text is None else datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()
    except ValueError:
        return None


def _http_time(text: str | None) -> float | None:
    try:
        return None if text is None else parsedate_to_datetime(text).timestamp()
    except ValueError:
        return None

"""Verification of webhooks, by the Standard Webhooks specification: https://www.standardwebhooks.com."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping
from typing import cast

from ._generated.types import Webhook

TOLERANCE_SECONDS = 300
"""The greatest difference between the time of a webhook and the receiver's clock."""

_SECRET = re.compile(r"whsec_([A-Za-z0-9+/]{43}=)")
"""The whole of a secret: a part of it, or none, would give a key that others can guess."""


class InvalidWebhook(Exception):
    """The webhook is not from the service, was changed, or is too old."""


def verify_webhook(body: bytes | str, headers: Mapping[str, str], secret: str, *, now: float | None = None) -> Webhook:
    """Verifies a webhook and returns its body.

    Args:
        body: the body as it was received, before any code parses it.
        headers: the headers of the request; upper and lower case do not matter.
        secret: the secret of the organization, ``whsec_…``.
        now: the receiver's time, in seconds since 1970.

    Raises:
        InvalidWebhook: for a webhook that is not to be trusted. Answer it with status 401.
        ValueError: for a secret that is none.
    """
    content = body.encode() if isinstance(body, str) else body
    found = {name.lower(): value for name, value in headers.items()}
    try:
        message_id = found["webhook-id"]
        timestamp = found["webhook-timestamp"]
        signatures = found["webhook-signature"]
    except KeyError as error:
        raise InvalidWebhook(f"The header {error.args[0]} is missing.") from error
    _require_recent(timestamp, time.time() if now is None else now)
    signed = f"{message_id}.{timestamp}.".encode() + content
    expected = b"v1," + base64.b64encode(hmac.new(_key(secret), signed, hashlib.sha256).digest())
    if not any(hmac.compare_digest(expected, each.encode()) for each in signatures.split(" ")):
        raise InvalidWebhook("No signature of the webhook is valid for this secret.")
    return cast(Webhook, json.loads(content))


def _require_recent(timestamp: str, now: float) -> None:
    try:
        age = now - int(timestamp)
    except ValueError as error:
        raise InvalidWebhook("The header webhook-timestamp is no time.") from error
    if abs(age) > TOLERANCE_SECONDS:
        raise InvalidWebhook("The webhook is too old, or the receiver's clock is wrong.")


def _key(secret: str) -> bytes:
    found = _SECRET.fullmatch(secret)
    if found is None:
        raise ValueError("The secret is not whsec_ and 44 more characters.")
    return base64.b64decode(found[1])

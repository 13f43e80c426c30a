"""A typed client for the Headshots API."""

from ._errors import ConnectionFailed, HeadshotsError
from .client import AsyncHeadshotsClient, HeadshotsClient
from .webhooks import InvalidWebhook, verify_webhook

__all__ = [
    "AsyncHeadshotsClient",
    "ConnectionFailed",
    "HeadshotsClient",
    "HeadshotsError",
    "InvalidWebhook",
    "verify_webhook",
]

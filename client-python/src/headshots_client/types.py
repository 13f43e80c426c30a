"""The types of requests, answers and webhooks."""

from ._generated.types import *  # noqa: F403

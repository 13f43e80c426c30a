from __future__ import annotations

import pytest

from headshots_client import InvalidWebhook, verify_webhook

# Signed by the package standardwebhooks for Node.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
BODY = b'{"event":"model.created","object":{"_id":"mdl_1"}}'
NOW = 1_777_896_000
HEADERS = {
    "Webhook-Id": "msg_1",
    "Webhook-Timestamp": str(NOW),
    "Webhook-Signature": "v1,RRxmk6wn3y37+m3lcDAGsZPWZ6H9OOvcbBbTQWkPb6A=",
}


def changed(**headers: str) -> dict[str, str]:
    return {**HEADERS, **{name.replace("_", "-"): value for name, value in headers.items()}}


def test_a_genuine_webhook_is_returned() -> None:
    assert verify_webhook(BODY, HEADERS, SECRET, now=NOW + 299)["event"] == "model.created"
    assert verify_webhook(BODY.decode(), HEADERS, SECRET, now=NOW)["event"] == "model.created"


def test_one_of_several_signatures_is_enough_while_a_secret_is_rotated() -> None:
    headers = changed(Webhook_Signature=f"v1,AAAA {HEADERS['Webhook-Signature']}")
    assert verify_webhook(BODY, headers, SECRET, now=NOW)["event"] == "model.created"


@pytest.mark.parametrize(
    ("headers", "body", "now", "reason"),
    [
        (HEADERS, BODY + b" ", NOW, "No signature"),
        (changed(Webhook_Id="msg_2"), BODY, NOW, "No signature"),
        (changed(Webhook_Timestamp=str(NOW + 1)), BODY, NOW, "No signature"),
        (changed(Webhook_Signature="v1,AAAA"), BODY, NOW, "No signature"),
        (changed(Webhook_Signature="v1,Ä"), BODY, NOW, "No signature"),
        (changed(Webhook_Timestamp="soon"), BODY, NOW, "no time"),
        (HEADERS, BODY, NOW + 301, "too old"),
        (HEADERS, BODY, NOW - 301, "too old"),
        ({}, BODY, NOW, "webhook-id is missing"),
    ],
)
def test_a_webhook_that_was_changed_or_is_too_old_is_refused(
    headers: dict[str, str], body: bytes, now: int, reason: str
) -> None:
    with pytest.raises(InvalidWebhook, match=reason):
        verify_webhook(body, headers, SECRET, now=now)


@pytest.mark.parametrize("secret", ["", "whsec_", "whsec_QQ==", SECRET[:-1], SECRET.removeprefix("whsec_")])
def test_a_secret_that_is_not_whole_is_an_error_of_the_receiver(secret: str) -> None:
    with pytest.raises(ValueError, match="whsec_"):
        verify_webhook(BODY, HEADERS, secret, now=NOW)

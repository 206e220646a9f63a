from __future__ import annotations

import base64
import datetime as dt
import json
from collections.abc import Callable

import pytest
import standardwebhooks

from aviation_maintenance_knowledge import WebhookError, verify_webhook

SECRET = "whsec_" + base64.b64encode(b"k" * 32).decode()
BODY = json.dumps(
    {
        "event": "document.ready",
        "data": {"document_id": "doc_1"},
        "timestamp": "2026-11-28T10:00:00.000Z",
    }
)


def headers(body: str = BODY, age: float = 0, secret: str = SECRET) -> dict[str, str]:
    at = dt.datetime.now(dt.timezone.utc) - dt.timedelta(seconds=age)
    return {
        "Webhook-Id": "event_1",
        "Webhook-Timestamp": str(int(at.timestamp())),
        "Webhook-Signature": standardwebhooks.Webhook(secret).sign("event_1", at, body),
    }


def test_a_signed_event_is_taken() -> None:
    event = verify_webhook(BODY.encode(), headers(), SECRET)
    assert (event.id, event.event, event.data) == (
        "event_1",
        "document.ready",
        {"document_id": "doc_1"},
    )
    assert event.timestamp == dt.datetime(2026, 11, 28, 10, tzinfo=dt.timezone.utc)


def test_an_event_of_a_later_release_is_taken() -> None:
    later = json.dumps({**json.loads(BODY), "event": "aircraft.sold", "livemode": True})
    assert verify_webhook(later, headers(later), SECRET).event == "aircraft.sold"


@pytest.mark.parametrize(
    ("body", "sent"),
    [
        (BODY.replace("doc_1", "doc_2"), headers),
        (BODY, lambda: headers(age=400)),
        (BODY, lambda: headers(age=-86_400)),
        (BODY, lambda: headers(secret="whsec_" + base64.b64encode(b"x" * 32).decode())),
        (BODY, dict),
        (BODY, lambda: {**headers(), "Webhook-Signature": "nonsense"}),
        (BODY, lambda: {**headers(), "Webhook-Signature": "v1,?"}),
        (BODY, lambda: {**headers(), "Webhook-Timestamp": "soon"}),
        ("[]", lambda: headers("[]")),
        ("{}", lambda: headers("{}")),
        ("no json", lambda: headers("no json")),
    ],
)
def test_everything_else_is_refused(body: str, sent: Callable[[], dict[str, str]]) -> None:
    # The headers are made now: they are good for five minutes.
    given = sent()
    with pytest.raises(WebhookError):
        verify_webhook(body, given, SECRET)


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(WebhookError):
        verify_webhook(b"\xff\xfe", headers(), SECRET)

from __future__ import annotations

from typing import Any

import pytest

from aviation_maintenance_knowledge import ApiConnectionError, ApiError

from ..conftest import Use
from .scripted_server import LOST, Asked, Told, events, ok, refused, serving

IDS = {"session_id": "chat_1", "message_id": "msg_1"}


def delta(number: int, text: str) -> tuple[str, str, Any]:
    return str(number), "message.delta", {**IDS, "content": text}


MESSAGE: dict[str, Any] = {
    "role": "assistant",
    "status": "complete",
    "answer_status": "grounded",
    "refusal_reason": None,
    "aircraft": None,
    "model": None,
    "confidence": 0.9,
    "created_at": "2026-11-28T10:00:00.000Z",
    "id": "msg_1",
    "content": "120 Nm [1]",
    "answer_parts": [],
    "citations": [],
    "warnings": [],
    "suggestions": [],
    "clarification": None,
    **IDS,
    "meta": {"timestamp": "2026-11-28T10:00:00.000Z", "request_id": "req_1", "warnings": []},
}
DONE = ("5", "message.done", MESSAGE)


def ask(client: Any) -> Any:
    return client.chat.stream_message("chat_1", content="Torque?")


def test_a_lost_stream_goes_on_after_the_last_event(use: Use) -> None:
    def script(asked: Asked) -> Told:
        if asked.method == "POST":
            return events(delta(1, "The torque\u2028 is "), delta(2, "120"))
        # One that came already, and one that nobody knows yet.
        return events(delta(2, "120"), ("3", "mood", {}), delta(4, " Nm"), DONE, cut=False)

    with serving(script) as (server, url):
        told = use(url, ask)
    contents = [one.data.content for one in told]
    assert contents == ["The torque\u2028 is ", "120", " Nm", "120 Nm [1]"]
    assert [one.id for one in told] == ["1", "2", "4", "5"]
    first, second = server.asked
    assert first.headers["accept"] == "text/event-stream"
    assert second.path == "/api/v1/chat/sessions/chat_1/messages/msg_1/stream"
    assert second.headers["last-event-id"] == "2"


def test_a_question_whose_answer_is_unknown_is_repeated_with_its_key(use: Use) -> None:
    with serving([LOST, events(cut=True), events(DONE, cut=False)]) as (server, url):
        assert [one.event for one in use(url, ask, max_delay=0.01)] == ["message.done"]
    assert {asked.method for asked in server.asked} == {"POST"}
    assert len({asked.headers["idempotency-key"] for asked in server.asked}) == 1


def test_an_answer_that_fails_is_raised(use: Use) -> None:
    failed = (
        "2",
        "error",
        {"code": "UPSTREAM_ERROR", "message": "No", "details": {"reason": "model"}},
    )
    with serving([events(delta(1, "The"), failed)]) as (_, url), pytest.raises(ApiError) as caught:
        use(url, ask)
    assert (caught.value.code, caught.value.details) == ("UPSTREAM_ERROR", {"reason": "model"})
    assert caught.value.request_id == "req_1"


def test_a_refusal_is_no_stream(use: Use) -> None:
    with serving([refused(403, "FORBIDDEN")]) as (_, url), pytest.raises(ApiError) as caught:
        use(url, ask)
    assert caught.value.code == "FORBIDDEN"


def test_a_stream_without_events_is_given_up(use: Use) -> None:
    with serving(lambda _: events()) as (server, url), pytest.raises(ApiConnectionError):
        use(url, lambda client: client.notifications.follow(), retries=2)
    assert len(server.asked) == 3


def test_what_is_not_json_is_no_stream(use: Use) -> None:
    with serving(lambda _: ok({})) as (_, url), pytest.raises(ApiConnectionError):
        use(url, lambda client: client.notifications.follow(), retries=0)

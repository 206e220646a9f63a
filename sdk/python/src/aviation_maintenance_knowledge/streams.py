"""Events of a stream, each once, over as many connections as it takes."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Generic, TypeVar

import httpx
from httpx_sse import ServerSentEvent

from .call import Call, CallOptions
from .errors import ApiConnectionError, ApiError
from .model import Model, parsed
from .policy import backoff

E = TypeVar("E", bound=Model)

SILENCE = 45.0
"""The service sends something every 15 s; a connection silent for longer is dead."""
FOLLOW_ROUTE = "/chat/sessions/{id}/messages/{message_id}/stream"
LAST_EVENTS = frozenset({"message.done", "finished"})
# Short, because an answer without a reader is stopped after 5 s.
SHORTEST_PAUSE = 0.1
LONGEST_PAUSE = 3.0


class Following(Generic[E]):
    """State of a stream: what to ask next, and which events are new.

    An answer ends with `message.done`, an import with `finished`. Events that this version does not
    know are skipped.
    """

    def __init__(self, call: Call, events: Mapping[str, type[E]], retries: int) -> None:
        asks = call.method == "POST"
        options: CallOptions = {"timeout": SILENCE, **(call.options or CallOptions())}
        # Repeats the question with the same key until the answer is known.
        key = (call.idempotency_key or str(uuid.uuid4())) if asks else None
        headers = {**call.headers, "Accept": "text/event-stream"}
        self._first = replace(
            call, headers=headers, idempotency_key=key, unread=True, options=options
        )
        self._asks = asks
        self._is_answer = asks or call.route == FOLLOW_ROUTE
        self._events = events
        self._retries = retries
        self._answer: dict[str, str] | None = None
        self._last_id: str | None = None
        self._fruitless = 0
        self.ended = False

    def next_call(self) -> Call:
        """Opens the stream, or resumes it after the last event."""
        if self._last_id is None:
            return self._first
        headers = {"Accept": "text/event-stream", "Last-Event-ID": self._last_id}
        if self._answer is None:
            return replace(self._first, headers=headers)
        options = self._first.options
        return Call(
            "GET", FOLLOW_ROUTE, path=self._answer, headers=headers, unread=True, options=options
        )

    def take(self, message: ServerSentEvent, response: httpx.Response) -> E | None:
        """
        Returns:
            the event, or None if it is not new or not known
        Raises:
            ApiError: when the answer failed
        """
        data = json.loads(message.data)
        self._fruitless = 0
        if message.event == "error":
            request_id = response.headers.get("x-request-id")
            status, details = response.status_code, data.get("details")
            raise ApiError(status, data["code"], data["message"], details, request_id)
        self.ended = message.event in LAST_EVENTS
        # If the last id is no longer stored, the stream restarts from the beginning.
        is_old = self._last_id is not None and _number(message.id) <= _number(self._last_id)
        if self._is_answer and not self.ended and is_old:
            return None
        self._last_id = message.id
        if self._asks and self._answer is None:
            self._answer = _answer_of(data)
        known = self._events.get(message.event)
        if known is None:
            return None
        return parsed(known, {"id": message.id, "event": message.event, "data": data})

    def pause(self, cause: Exception | None) -> float:
        """Seconds until the next connection.

        Raises:
            ApiConnectionError: after too many connections without an event
        """
        if self._fruitless >= self._retries:
            raise ApiConnectionError("The stream ended repeatedly without an event") from cause
        seconds = SHORTEST_PAUSE + backoff(self._fruitless, LONGEST_PAUSE)
        self._fruitless += 1
        return seconds


def _number(event_id: str) -> int:
    return int(event_id) if event_id.isdecimal() else 0


def _answer_of(data: Mapping[str, object]) -> dict[str, str] | None:
    """The first event of an answer contains its ids."""
    session_id, message_id = data.get("session_id"), data.get("message_id")
    if isinstance(session_id, str) and isinstance(message_id, str):
        return {"id": session_id, "message_id": message_id}
    return None

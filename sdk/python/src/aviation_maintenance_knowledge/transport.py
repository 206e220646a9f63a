"""Performs the steps of calls on an httpx.Client."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import replace
from typing import Any, Generic, TypeAlias, TypeVar

import httpx
from httpx_sse import EventSource

from . import core
from .call import Call
from .errors import ApiConnectionError
from .model import Items, Page
from .policy import AskToken, Outcome, Renew, Send, Sleep, Steps
from .streams import E, Following

T = TypeVar("T")

Download: TypeAlias = AbstractContextManager[httpx.Response]
"""A response with an unread body: `iter_bytes()`, `headers`, `status_code`."""


class Transport:
    def __init__(self, client: httpx.Client, settings: core.Settings) -> None:
        self._client = client
        self._settings = settings
        self._session = settings.session
        self._renewing = threading.Lock()

    def model(self, call: Call, into: type[T]) -> T:
        return core.model_of(self._send(call), into)

    def either(self, call: Call, a: type[core.A], b: type[core.B]) -> core.A | core.B:
        return core.model_of(self._send(call), core.either_of(a, b))

    def items(self, call: Call, into: type[T]) -> Items[T]:
        return core.items_of(self._send(call), into)

    def nothing(self, call: Call) -> None:
        self._send(call)

    def listing(self, call: Call, into: type[T]) -> Listing[T]:
        return Listing(self, call, into)

    def page(self, call: Call, into: type[T]) -> Page[T]:
        return core.page_of(self._send(call), into)

    @contextmanager
    def download(self, call: Call) -> Iterator[httpx.Response]:
        headers = {**call.headers, "Accept": "*/*"}
        with closing(self._send(replace(call, headers=headers, unread=True))) as response:
            yield response

    def stream(self, call: Call, events: Mapping[str, type[E]]) -> Generator[E, None, None]:
        following = Following(call, events, self._settings.retries_of(call))
        while True:
            cause: Exception | None = None
            try:
                with closing(self._send(following.next_call())) as response:
                    for message in EventSource(response).iter_sse():
                        event = following.take(message, response)
                        if event is not None:
                            yield event
                        if following.ended:
                            return
            except (httpx.RequestError, ApiConnectionError) as error:
                cause = error
            time.sleep(following.pause(cause))

    def _send(self, call: Call) -> httpx.Response:
        return self._perform(self._settings.exchange(call))

    def _perform(self, steps: Steps[T]) -> T:
        result: Any = None
        try:
            while True:
                result = self._do(steps.send(result))
        except StopIteration as end:
            value: T = end.value
            return value

    def _do(self, step: Send | Sleep | AskToken | Renew) -> Any:
        match step:
            case Send():
                return self._attempt(step)
            case Sleep(seconds):
                time.sleep(seconds)
            case AskToken(ask):
                return ask()
            case Renew(spent):
                self._renew(spent)
        return None

    def _renew(self, spent: str) -> None:
        if self._session is None:
            return
        tokens = self._session.tokens
        with self._renewing:
            if tokens.access != spent:
                return
            self._perform(self._session.renewal())
            if tokens.on_refresh is not None:
                tokens.on_refresh(tokens)

    def _attempt(self, step: Send) -> Outcome:
        base, headers = self._settings.base_url, {**self._settings.headers, **step.credential}
        try:
            with step.call.request(self._client, base, headers, step.timeout) as request:
                response = self._client.send(request, stream=True, follow_redirects=False)
            if not (step.call.unread and response.is_success):
                with closing(response):
                    response.read()
            return response
        except httpx.RequestError as error:
            return core.lost(error)


class Listing(Generic[T]):
    """A list that is fetched page by page as you iterate over its items."""

    def __init__(self, transport: Transport, call: Call, into: type[T]) -> None:
        self._transport, self._call, self._into = transport, call, into

    def page(self, cursor: str | None = None) -> Page[T]:
        """The first page, or the one of the cursor."""
        return self._transport.page(core.page_after(self._call, cursor), self._into)

    def pages(self) -> Iterator[Page[T]]:
        page = self.page()
        yield page
        while page.pagination.has_more and page.pagination.next_cursor is not None:
            page = self.page(page.pagination.next_cursor)
            yield page

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page


class Resource:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

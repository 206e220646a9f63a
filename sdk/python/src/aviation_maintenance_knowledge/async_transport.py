"""Performs the steps of calls on an httpx.AsyncClient."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
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

AsyncDownload: TypeAlias = AbstractAsyncContextManager[httpx.Response]
"""A response with an unread body: `aiter_bytes()`, `headers`, `status_code`."""


class AsyncTransport:
    def __init__(self, client: httpx.AsyncClient, settings: core.Settings) -> None:
        self._client = client
        self._settings = settings
        self._session = settings.session
        self._renewing = asyncio.Lock()

    async def model(self, call: Call, into: type[T]) -> T:
        return core.model_of(await self._send(call), into)

    async def either(self, call: Call, a: type[core.A], b: type[core.B]) -> core.A | core.B:
        return core.model_of(await self._send(call), core.either_of(a, b))

    async def items(self, call: Call, into: type[T]) -> Items[T]:
        return core.items_of(await self._send(call), into)

    async def nothing(self, call: Call) -> None:
        await self._send(call)

    def listing(self, call: Call, into: type[T]) -> AsyncListing[T]:
        return AsyncListing(self, call, into)

    async def page(self, call: Call, into: type[T]) -> Page[T]:
        return core.page_of(await self._send(call), into)

    @asynccontextmanager
    async def download(self, call: Call) -> AsyncIterator[httpx.Response]:
        headers = {**call.headers, "Accept": "*/*"}
        async with aclosing(
            await self._send(replace(call, headers=headers, unread=True))
        ) as response:
            yield response

    async def stream(self, call: Call, events: Mapping[str, type[E]]) -> AsyncGenerator[E, None]:
        following = Following(call, events, self._settings.retries_of(call))
        while True:
            cause: Exception | None = None
            try:
                async with aclosing(await self._send(following.next_call())) as response:
                    async with aclosing(EventSource(response).aiter_sse()) as messages:
                        async for message in messages:
                            event = following.take(message, response)
                            if event is not None:
                                yield event
                            if following.ended:
                                return
            except (httpx.RequestError, ApiConnectionError) as error:
                cause = error
            await asyncio.sleep(following.pause(cause))

    async def _send(self, call: Call) -> httpx.Response:
        return await self._perform(self._settings.exchange(call))

    async def _perform(self, steps: Steps[T]) -> T:
        result: Any = None
        try:
            while True:
                result = await self._do(steps.send(result))
        except StopIteration as end:
            value: T = end.value
            return value

    async def _do(self, step: Send | Sleep | AskToken | Renew) -> Any:
        match step:
            case Send():
                return await self._attempt(step)
            case Sleep(seconds):
                await asyncio.sleep(seconds)
            case AskToken(ask):
                token = ask()
                return await token if inspect.isawaitable(token) else token
            case Renew(spent):
                await self._renew(spent)
        return None

    async def _renew(self, spent: str) -> None:
        if self._session is None:
            return
        tokens = self._session.tokens
        async with self._renewing:
            if tokens.access != spent:
                return
            await self._perform(self._session.renewal())
            told = tokens.on_refresh(tokens) if tokens.on_refresh is not None else None
            if told is not None:
                await told

    async def _attempt(self, step: Send) -> Outcome:
        base, headers = self._settings.base_url, {**self._settings.headers, **step.credential}
        try:
            with step.call.request(self._client, base, headers, step.timeout) as request:
                response = await self._client.send(request, stream=True, follow_redirects=False)
            if not (step.call.unread and response.is_success):
                async with aclosing(response):
                    await response.aread()
            return response
        except httpx.RequestError as error:
            return core.lost(error)


class AsyncListing(Generic[T]):
    """A list that is fetched page by page as you iterate over its items."""

    def __init__(self, transport: AsyncTransport, call: Call, into: type[T]) -> None:
        self._transport, self._call, self._into = transport, call, into

    async def page(self, cursor: str | None = None) -> Page[T]:
        """The first page, or the one of the cursor."""
        return await self._transport.page(core.page_after(self._call, cursor), self._into)

    async def pages(self) -> AsyncIterator[Page[T]]:
        page = await self.page()
        yield page
        while page.pagination.has_more and page.pagination.next_cursor is not None:
            page = await self.page(page.pagination.next_cursor)
            yield page

    async def __aiter__(self) -> AsyncIterator[T]:
        async for page in self.pages():
            for item in page:
                yield item


class AsyncResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

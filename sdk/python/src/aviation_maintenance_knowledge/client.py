"""The clients."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from importlib.metadata import version as version_of
from types import TracebackType
from typing import Any

import httpx

from . import models as m
from .async_transport import AsyncTransport
from .call import CallOptions
from .core import Settings
from .errors import ClientError
from .generated import async_resources, resources
from .policy import MAX_DELAY, RETRIES, AccessToken, Credentials, Tokens
from .transport import Transport

PACKAGE = "aviation-maintenance-knowledge-client"
POLL = 0.5


class IngestionFailed(ClientError):
    """The service could not read the file. `ingestion.error` says why."""

    def __init__(self, ingestion: m.IngestionResponse) -> None:
        super().__init__("The file could not be read")
        self.ingestion = ingestion


class Documents(resources.Documents):
    def wait_until_ready(self, id: str, *, timeout: float = 600) -> m.IngestionResponse:
        """Waits until an uploaded document is read.

        Raises:
            IngestionFailed: if it cannot be read
            TimeoutError: after `timeout` seconds; the service goes on reading
        """
        deadline = time.monotonic() + timeout
        while not _is_read(ingestion := self.get_ingestion(id)):
            _check(deadline)
            time.sleep(POLL)
        return ingestion


class AsyncDocuments(async_resources.AsyncDocuments):
    async def wait_until_ready(self, id: str, *, timeout: float = 600) -> m.IngestionResponse:
        """Waits until an uploaded document is read.

        Raises:
            IngestionFailed: if it cannot be read
            TimeoutError: after `timeout` seconds; the service goes on reading
        """
        deadline = time.monotonic() + timeout
        while not _is_read(ingestion := await self.get_ingestion(id)):
            _check(deadline)
            await asyncio.sleep(POLL)
        return ingestion


def _is_read(ingestion: m.IngestionResponse) -> bool:
    if ingestion.state == "failed":
        raise IngestionFailed(ingestion)
    return ingestion.state == "ready"


def _check(deadline: float) -> None:
    if time.monotonic() > deadline:
        raise TimeoutError("The document is not ready yet")


class Chat(resources.Chat):
    def ask(
        self,
        question: str,
        *,
        copilot_type: m.CopilotType = "mro",
        filters: m.SearchFiltersRequest | None = None,
        document_ids: Sequence[str] | None = None,
        options: CallOptions | None = None,
    ) -> m.MessageResponse:
        """Asks one question in a new conversation, and returns the answer with its citations."""
        session = self.create_session(
            copilot_type=copilot_type,
            initial_message=question,
            filters=filters,
            document_ids=document_ids,
            options=options,
        )
        return _answer_of(session)


class AsyncChat(async_resources.AsyncChat):
    async def ask(
        self,
        question: str,
        *,
        copilot_type: m.CopilotType = "mro",
        filters: m.SearchFiltersRequest | None = None,
        document_ids: Sequence[str] | None = None,
        options: CallOptions | None = None,
    ) -> m.MessageResponse:
        """Asks one question in a new conversation, and returns the answer with its citations."""
        session = await self.create_session(
            copilot_type=copilot_type,
            initial_message=question,
            filters=filters,
            document_ids=document_ids,
            options=options,
        )
        return _answer_of(session)


def _answer_of(session: m.CreatedChatSessionResponse) -> m.MessageResponse:
    answer = session.messages[-1]
    answer._response = session.response
    return answer


def _settings(
    base_url: str,
    credentials: Credentials,
    client_name: str | None,
    client_version: str | None,
    **terms: Any,
) -> Settings:
    given = {"X-Client-Name": client_name, "X-Client-Version": client_version}
    headers = {name: value for name, value in given.items() if value is not None}
    headers["User-Agent"] = f"{PACKAGE}/{version_of(PACKAGE)} python"
    return Settings(base_url.rstrip("/"), credentials, headers=headers, **terms)


class Client(resources.Resources):
    """The operations of the service, by the first segment of their path: `client.documents.list()`.

    Args:
        base_url: with the version: `https://manuals.example.com/api/v1`
        api_key, access_token, tokens: at most one. A function is called before each attempt.
        retries: maximum retries of a failed call
        max_delay: maximum wait between attempts in seconds; a longer `Retry-After` is raised
        timeout: longest silence in seconds: 30, for uploads and answers 300
        client_name, client_version: names of your program in the service's log
        http_client: for proxies, certificates and tests; you close it
    """

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        access_token: AccessToken | None = None,
        tokens: Tokens | None = None,
        retries: int = RETRIES,
        max_delay: float = MAX_DELAY,
        timeout: float | None = None,
        client_name: str | None = None,
        client_version: str | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        credentials = Credentials(api_key, access_token, tokens)
        terms = {"retries": retries, "max_delay": max_delay, "timeout": timeout}
        settings = _settings(base_url, credentials, client_name, client_version, **terms)
        self._http = http_client or httpx.Client()
        self._owns_http = http_client is None
        transport = Transport(self._http, settings)
        super().__init__(transport)
        self.documents: Documents = Documents(transport)
        self.chat: Chat = Chat(transport)

    def close(self) -> None:
        """Closes the connections."""
        if self._owns_http:
            self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class AsyncClient(async_resources.AsyncResources):
    """The same operations as coroutines. The arguments are those of Client."""

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        access_token: AccessToken | None = None,
        tokens: Tokens | None = None,
        retries: int = RETRIES,
        max_delay: float = MAX_DELAY,
        timeout: float | None = None,
        client_name: str | None = None,
        client_version: str | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        credentials = Credentials(api_key, access_token, tokens)
        terms = {"retries": retries, "max_delay": max_delay, "timeout": timeout}
        settings = _settings(base_url, credentials, client_name, client_version, **terms)
        self._http = http_client or httpx.AsyncClient()
        self._owns_http = http_client is None
        transport = AsyncTransport(self._http, settings)
        super().__init__(transport)
        self.documents: AsyncDocuments = AsyncDocuments(transport)
        self.chat: AsyncChat = AsyncChat(transport)

    async def close(self) -> None:
        """Closes the connections."""
        if self._owns_http:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

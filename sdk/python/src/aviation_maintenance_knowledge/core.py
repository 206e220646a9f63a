"""What both transports share: settings, and how a response becomes a result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, cast

import httpx
from pydantic import TypeAdapter

from .call import Call
from .errors import ApiConnectionError, ApiError
from .model import Items, Model, Page, Pagination, info_of, parsed
from .policy import MAX_DELAY, RETRIES, Credentials, Outcome, Session, Steps, Terms, with_retries

T = TypeVar("T")
A = TypeVar("A", bound=Model)
B = TypeVar("B", bound=Model)
NOT_MODIFIED = 304


@dataclass(frozen=True)
class Settings:
    base_url: str
    credentials: Credentials
    retries: int = RETRIES
    max_delay: float = MAX_DELAY
    timeout: float | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        url = httpx.URL(self.base_url)
        if url.scheme not in ("http", "https") or not url.host:
            raise ValueError("base_url is no http or https URL")

    @property
    def session(self) -> Session | None:
        return Session(self.credentials.tokens) if self.credentials.tokens else None

    def exchange(self, call: Call) -> Steps[httpx.Response]:
        """
        Raises:
            ApiError: for a response without success
            ApiConnectionError: without a complete response
        """
        terms = Terms(call.is_repeatable, self.retries_of(call), self.max_delay)

        def attempt() -> Steps[Outcome]:
            return (yield from self.credentials.attempt(call, call.timeout(self.timeout)))

        response = yield from with_retries(attempt, terms)
        if not response.is_success and response.status_code != NOT_MODIFIED:
            raise ApiError.of(response)
        return response

    def retries_of(self, call: Call) -> int:
        return (call.options or {}).get("retries", self.retries)


def model_of(response: httpx.Response, into: type[T] | TypeAdapter[T]) -> T:
    body = response.json()
    value = parsed(into, _data_of(body))
    if isinstance(value, Model):
        value._response = info_of(response, body)
    return value


def items_of(response: httpx.Response, into: type[T]) -> Items[T]:
    body = response.json()
    adapter = TypeAdapter(into)
    items = Items(parsed(adapter, one) for one in _data_of(body))
    items.response = info_of(response, body)
    return items


def page_of(response: httpx.Response, into: type[T]) -> Page[T]:
    items = items_of(response, into)
    pagination = parsed(Pagination, response.json()["pagination"])
    return Page(list(items), pagination, items.response)


def page_after(call: Call, cursor: str | None) -> Call:
    return replace(call, query={**call.query, "cursor": cursor})


def either_of(a: type[A], b: type[B]) -> TypeAdapter[A | B]:
    # No type checker knows a union of two variables.
    adapter: TypeAdapter[A | B] = TypeAdapter(cast(Any, a) | b)
    return adapter


def _data_of(body: Any) -> Any:
    """OpenID Connect has no envelope."""
    return body["data"] if isinstance(body, dict) and "success" in body and "meta" in body else body


def lost(error: httpx.RequestError) -> ApiConnectionError:
    timed_out = isinstance(error, httpx.TimeoutException)
    message = "No response in time" if timed_out else "The connection failed"
    result = ApiConnectionError(message)
    result.__cause__ = error
    return result

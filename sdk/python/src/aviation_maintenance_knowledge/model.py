"""What operations return."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import httpx
from pydantic import BaseModel, ConfigDict, PrivateAttr, TypeAdapter, ValidationError

from .errors import UnexpectedResponse

T = TypeVar("T")


@dataclass(frozen=True)
class ResponseInfo:
    """The response of a result: status, headers, and what was only partly done."""

    status: int
    headers: httpx.Headers
    warnings: tuple[str, ...] = ()

    @property
    def request_id(self) -> str | None:
        """For support requests."""
        value: str | None = self.headers.get("x-request-id")
        return value

    @property
    def etag(self) -> str | None:
        """Pass it as `if_match` to change only this version."""
        value: str | None = self.headers.get("etag")
        return value


class Model(BaseModel):
    """Fields of later releases are kept as extra attributes."""

    model_config = ConfigDict(
        extra="allow", defer_build=True, populate_by_name=True, protected_namespaces=()
    )

    _response: ResponseInfo | None = PrivateAttr(None)

    @property
    def response(self) -> ResponseInfo:
        """The response that contained the object.

        Raises:
            AttributeError: for a part of another object
        """
        if self._response is None:
            raise AttributeError("Only the result of an operation has a response")
        return self._response


class Items(list[T]):
    """A list that is returned whole."""

    response: ResponseInfo


class Pagination(Model):
    next_cursor: str | None
    has_more: bool
    total_count: int
    total_count_is_exact: bool


@dataclass(frozen=True)
class Page(Generic[T]):
    """One page of a list."""

    data: list[T]
    pagination: Pagination
    response: ResponseInfo

    def __iter__(self) -> Iterator[T]:
        return iter(self.data)


def parsed(into: type[T] | TypeAdapter[T], data: Any) -> T:
    """
    Raises:
        UnexpectedResponse: if something is missing or of another type
    """
    adapter = into if isinstance(into, TypeAdapter) else TypeAdapter(into)
    try:
        return adapter.validate_python(data)
    except ValidationError as error:
        raise UnexpectedResponse(f"The service did not send what {into} needs") from error


def info_of(response: httpx.Response, body: Any) -> ResponseInfo:
    meta = body.get("meta") if isinstance(body, dict) else None
    warnings = meta.get("warnings") if isinstance(meta, dict) else None
    return ResponseInfo(response.status_code, response.headers, tuple(warnings or ()))

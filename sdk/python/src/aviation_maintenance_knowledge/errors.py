"""What operations raise."""

from __future__ import annotations

import email.utils
import math
import time
from typing import Any

import httpx


class ClientError(Exception):
    """Base of the errors of this package."""


class ApiError(ClientError):
    """An error response of the service.

    Attributes:
        status: of the response, or of the stream for an answer that failed while streaming
        code: one of `ErrorCode`; `UNKNOWN` for a response without the envelope, such as a proxy's
        details: depend on the code: `reason`, `field`, `required_permission` and others
        request_id: for support requests
        retry_after: seconds to wait before a retry, if the service sent them
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        details: dict[str, Any] | None = None,
        request_id: str | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.details = details or {}
        self.request_id = request_id
        self.retry_after = retry_after

    def __str__(self) -> str:
        return f"{self.status} {self.code}: {self.message}"

    @classmethod
    def of(cls, response: httpx.Response) -> ApiError:
        """The body must have been read."""
        body = json_of(response)
        error = body.get("error") if isinstance(body, dict) else None
        wait = retry_after_seconds(response.headers)
        last = (response.headers.get("x-request-id"), None if wait is None else math.ceil(wait))
        if isinstance(error, dict) and isinstance(error.get("code"), str):
            message = str(error.get("message", ""))
            return cls(response.status_code, error["code"], message, error.get("details"), *last)
        message = f"The service responded with {response.status_code}"
        return cls(response.status_code, "UNKNOWN", message, None, *last)


class ApiConnectionError(ClientError):
    """No complete response: refused, lost or timed out. `__cause__` is the last error."""


class UnexpectedResponse(ClientError):
    """A result without what this version expects, as of an older service. `__cause__` names it."""


def json_of(response: httpx.Response) -> Any:
    """None if the body is no JSON."""
    try:
        return response.json()
    except ValueError:
        return None


def retry_after_seconds(headers: httpx.Headers) -> float | None:
    """`Retry-After` in seconds, from seconds or a date."""
    value = headers.get("retry-after", "").strip()
    if value.isdecimal():
        return float(value)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None

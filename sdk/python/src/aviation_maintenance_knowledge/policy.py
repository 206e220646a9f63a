"""Retries and credentials, without input or output: generators that say what to do next.

A transport performs the steps, and sends each result back into the generator.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Awaitable, Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

import httpx

from .call import Call
from .errors import ApiConnectionError, ApiError, json_of, retry_after_seconds

RETRIES = 3
MAX_DELAY = 30.0
FIRST_DELAY = 0.25
BUSY = frozenset({502, 503, 504})

AccessToken: TypeAlias = str | Callable[[], str] | Callable[[], Awaitable[str]]


@dataclass(frozen=True)
class Send:
    """Make one attempt. The result is the response, or the error of the connection."""

    call: Call
    credential: Mapping[str, str]
    timeout: float


@dataclass(frozen=True)
class Sleep:
    seconds: float


@dataclass(frozen=True)
class AskToken:
    """Ask the caller's function. The result is the access token."""

    ask: Callable[[], str | Awaitable[str]]


@dataclass(frozen=True)
class Renew:
    """Refresh the session, unless another call has refreshed it since."""

    spent: str


Outcome: TypeAlias = httpx.Response | ApiConnectionError
R = TypeVar("R")
Steps: TypeAlias = Generator[Send | Sleep | AskToken | Renew, Any, R]


@dataclass(frozen=True)
class Terms:
    """How often and how long to retry."""

    repeatable: bool
    retries: int = RETRIES
    max_delay: float = MAX_DELAY


@dataclass
class Tokens:
    """Tokens of a session, as returned by `auth.login`.

    `on_refresh` is called with each new pair before waiting calls continue, and may be a coroutine
    function for an AsyncClient. Store the pair: the previous refresh token no longer works.
    """

    access: str
    refresh: str = field(repr=False)
    on_refresh: Callable[[Tokens], Awaitable[None] | None] | None = field(default=None, repr=False)

    def __repr__(self) -> str:
        return "Tokens(…)"


@dataclass(frozen=True)
class Credentials:
    """At most one of the three; none for public routes."""

    api_key: str | None = field(default=None, repr=False)
    access_token: AccessToken | None = field(default=None, repr=False)
    tokens: Tokens | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        given = [one for one in (self.api_key, self.access_token, self.tokens) if one is not None]
        if len(given) > 1:
            raise TypeError("Provide only one of api_key, access_token and tokens")

    def attempt(self, call: Call, timeout: float) -> Steps[Outcome]:
        """One attempt with the credential, again after a refresh."""
        tokens = self.tokens
        if tokens is None:
            return (yield from _send(call, (yield from self._headers()), timeout))
        used = tokens.access
        outcome = yield from _send(call, _bearer(used), timeout)
        if isinstance(outcome, ApiConnectionError) or outcome.status_code != 401:
            return outcome
        if _reason_of(outcome) != "expired":
            return outcome
        yield Renew(used)
        return (yield from _send(call, _bearer(tokens.access), timeout))

    def _headers(self) -> Steps[Mapping[str, str]]:
        if self.api_key is not None:
            return {"X-API-Key": self.api_key}
        if self.access_token is None:
            return {}
        if isinstance(self.access_token, str):
            return _bearer(self.access_token)
        return _bearer((yield AskToken(self.access_token)))


def _send(call: Call, credential: Mapping[str, str], timeout: float) -> Steps[Outcome]:
    outcome: Outcome = yield Send(call, credential, timeout)
    return outcome


def _bearer(token: str) -> Mapping[str, str]:
    return {"Authorization": f"Bearer {token}"}


def with_retries(attempt: Callable[[], Steps[Outcome]], terms: Terms) -> Steps[httpx.Response]:
    """Retries lost connections, 429, 502, 503 and 504, after `Retry-After` or a growing delay.

    Returns:
        the last response, with any status
    Raises:
        ApiConnectionError: of the last attempt
    """
    for repeated in itertools.count():
        outcome = yield from attempt()
        named = 0.0
        if isinstance(outcome, ApiConnectionError):
            worth_it = terms.repeatable
        else:
            worth_it = _may_pass(outcome, terms.repeatable, repeated)
            named = retry_after_seconds(outcome.headers) or 0.0
        if not worth_it or repeated >= terms.retries or named > terms.max_delay:
            if isinstance(outcome, ApiConnectionError):
                raise outcome
            return outcome
        yield Sleep(named + backoff(repeated, terms.max_delay))
    raise AssertionError("unreachable")


def backoff(repeated: int, longest: float) -> float:
    """Random up to a bound that doubles each time ("full jitter")."""
    return random.uniform(0, min(longest, FIRST_DELAY * 2**repeated))


def _may_pass(response: httpx.Response, repeatable: bool, repeated: int) -> bool:
    if response.status_code == 429:
        # Sent before any work.
        return True
    if not repeatable:
        return False
    if response.status_code in BUSY:
        return True
    # The previous attempt, whose response was lost, is still in progress.
    in_use = response.status_code == 409 and _reason_of(response) == "idempotency_key_in_use"
    return in_use and repeated > 0


def _reason_of(response: httpx.Response) -> Any:
    body = json_of(response)
    error = body.get("error") if isinstance(body, dict) else None
    details = error.get("details") if isinstance(error, dict) else None
    return details.get("reason") if isinstance(details, dict) else None


class Session:
    """The tokens of a client, which are renewed once for all calls that wait."""

    # A refresh token works once, and again for 20 seconds if the response was lost. All attempts
    # together take less: a later one would count as theft and end the session.
    _TERMS = Terms(repeatable=True, retries=2, max_delay=1.0)
    _TIMEOUT = 5.0

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self._refusal: ApiError | None = None

    def renewal(self) -> Steps[None]:
        """
        Raises:
            ApiError: when the session cannot be refreshed
        """
        if self._refusal is not None:
            raise self._refusal
        call = Call("POST", "/auth/refresh", body={"refresh_token": self.tokens.refresh})

        def attempt() -> Steps[Outcome]:
            return (yield from _send(call, {}, self._TIMEOUT))

        response = yield from with_retries(attempt, self._TERMS)
        if not response.is_success:
            error = ApiError.of(response)
            if error.status == 401:
                self._refusal = error
            raise error
        data = response.json()["data"]
        self.tokens.access, self.tokens.refresh = data["access_token"], data["refresh_token"]

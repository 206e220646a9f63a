from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from aviation_maintenance_knowledge import ApiError, AsyncClient, Client, Tokens

from ..conftest import Use
from .scripted_server import LOST, Asked, Told, ok, refused, serving
from .test_calls import TEAM

EXPIRED = refused(401, "UNAUTHORIZED", reason="expired")
CALLS = 20


class Sessions:
    """Refreshes as the service does: each refresh token works once."""

    def __init__(self) -> None:
        self.generation = 1
        self.refreshes: list[str] = []
        self.lock = threading.Lock()

    def __call__(self, asked: Asked) -> Told:
        with self.lock:
            if asked.path.endswith("/auth/refresh"):
                assert "authorization" not in asked.headers
                self.refreshes.append(asked.json["refresh_token"])
                if asked.json["refresh_token"] != f"refresh-{self.generation}":
                    return refused(401, "UNAUTHORIZED", reason="reuse_detected")
                self.generation += 1
                pair = {
                    "access_token": f"access-{self.generation}",
                    "refresh_token": f"refresh-{self.generation}",
                }
                return ok(pair)
            is_valid = asked.headers["authorization"] == f"Bearer access-{max(self.generation, 2)}"
            return ok(TEAM) if is_valid else EXPIRED


def test_threads_share_one_refresh() -> None:
    sessions, kept = Sessions(), []
    tokens = Tokens("access-1", "refresh-1", on_refresh=lambda new: kept.append(new.refresh))
    with serving(sessions) as (_, url), Client(url, tokens=tokens) as client:
        with ThreadPoolExecutor(CALLS) as pool:
            teams = list(pool.map(client.teams.get, ["team_1"] * CALLS))
    assert len(teams) == CALLS
    assert (sessions.refreshes, kept) == (["refresh-1"], ["refresh-2"])


def test_coroutines_share_one_refresh() -> None:
    sessions, kept = Sessions(), []

    async def keep(new: Tokens) -> None:
        await asyncio.sleep(0)
        kept.append(new.refresh)

    async def main() -> None:
        tokens = Tokens("access-1", "refresh-1", on_refresh=keep)
        async with AsyncClient(url, tokens=tokens) as client:
            await asyncio.gather(*(client.teams.get("team_1") for _ in range(CALLS)))

    with serving(sessions) as (_, url):
        asyncio.run(main())
    assert (sessions.refreshes, kept) == (["refresh-1"], ["refresh-2"])


def test_a_lost_refresh_is_repeated(use: Use) -> None:
    sessions = Sessions()
    lost = [LOST]

    def script(asked: Asked) -> Told:
        return lost.pop() if lost and asked.path.endswith("/auth/refresh") else sessions(asked)

    with serving(script) as (_, url):
        use(url, lambda client: client.teams.get("team_1"), tokens=Tokens("access-1", "refresh-1"))
    assert sessions.refreshes == ["refresh-1"]


def test_a_session_that_is_over_is_not_asked_for_again() -> None:
    sessions = Sessions()
    with serving(sessions) as (_, url), Client(url, tokens=Tokens("old", "stolen")) as client:
        for _ in range(2):
            with pytest.raises(ApiError) as caught:
                client.teams.get("team_1")
            assert caught.value.details["reason"] == "reuse_detected"
    assert sessions.refreshes == ["stolen"]


def test_other_refusals_are_no_reason_to_refresh(use: Use) -> None:
    revoked = refused(401, "UNAUTHORIZED", reason="revoked")
    with serving([revoked]) as (server, url), pytest.raises(ApiError):
        use(url, lambda client: client.teams.get("team_1"), tokens=Tokens("access-1", "refresh-1"))
    assert len(server.asked) == 1


def test_a_function_gives_the_token_of_each_attempt(use: Use) -> None:
    given = iter(["first", "second"])
    with serving([refused(503, "SERVICE_UNAVAILABLE"), ok(TEAM)]) as (server, url):
        use(
            url,
            lambda client: client.teams.get("team_1"),
            access_token=lambda: next(given),
            max_delay=0.01,
        )
    sent = [asked.headers["authorization"] for asked in server.asked]
    assert sent == ["Bearer first", "Bearer second"]


def test_a_coroutine_gives_the_token_of_an_async_client() -> None:
    async def token() -> str:
        return "later"

    async def main() -> Any:
        async with AsyncClient(url, access_token=token) as client:
            return await client.teams.get("team_1")

    with serving([ok(TEAM)]) as (server, url):
        asyncio.run(main())
    assert server.asked[0].headers["authorization"] == "Bearer later"

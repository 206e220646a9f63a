from __future__ import annotations

import email.utils
import time
from typing import Any

import pytest

from aviation_maintenance_knowledge import ApiConnectionError, ApiError

from ..conftest import Use
from .scripted_server import LOST, Told, ok, refused, serving
from .test_calls import TEAM, USER

BUSY = refused(503, "SERVICE_UNAVAILABLE")
FAST = {"max_delay": 0.01}


def read(client: Any) -> Any:
    return client.teams.get("team_1")


def create(client: Any) -> Any:
    return client.teams.create(name="Line")


def change(client: Any) -> Any:
    return client.users.update("user_1", name="B")


@pytest.mark.parametrize("first", [LOST, BUSY, Told(502, "<html>"), Told(200, '{"data"', cut=True)])
def test_what_changes_nothing_is_repeated(use: Use, first: Told) -> None:
    with serving([first, first, ok(TEAM)]) as (server, url):
        assert use(url, read, **FAST).id == "team_1"
    assert len(server.asked) == 3


def test_a_creation_is_repeated_with_its_key(use: Use) -> None:
    with serving([LOST, refused(409, "CONFLICT", reason="idempotency_key_in_use"), ok(TEAM)]) as (
        server,
        url,
    ):
        use(url, create, **FAST)
    keys = {asked.headers["idempotency-key"] for asked in server.asked}
    assert (len(server.asked), len(keys)) == (3, 1)


def test_each_creation_has_a_key_of_its_own_or_the_given_one(use: Use) -> None:
    with serving(lambda _: ok(TEAM)) as (server, url):
        use(url, create)
        use(url, create)
        use(url, lambda client: client.teams.create(name="Line", idempotency_key="mine"))
    keys = [asked.headers["idempotency-key"] for asked in server.asked]
    assert len(set(keys)) == 3
    assert keys[2] == "mine"


@pytest.mark.parametrize("first", [LOST, BUSY])
def test_a_change_is_not_repeated_when_it_may_have_happened(use: Use, first: Told) -> None:
    with serving([first]) as (server, url), pytest.raises((ApiError, ApiConnectionError)):
        use(url, change, **FAST)
    assert len(server.asked) == 1


def test_a_change_is_repeated_when_it_was_refused_before_anything(use: Use) -> None:
    with serving([refused(429, "RATE_LIMIT_EXCEEDED"), ok(USER)]) as (server, url):
        use(url, change, **FAST)
    assert len(server.asked) == 2


def test_searches_are_posts_that_are_repeated(use: Use) -> None:
    with serving([BUSY, ok([])]) as (server, url):
        assert use(url, lambda client: client.search.documents(query="torque"), **FAST) == []
    assert server.asked[1].json == {"query": "torque"}


def test_there_is_an_end(use: Use) -> None:
    with serving(lambda _: BUSY) as (server, url):
        with pytest.raises(ApiError) as caught:
            use(url, read, retries=2, **FAST)
        with pytest.raises(ApiError):
            use(url, lambda client: client.teams.get("team_1", options={"retries": 0}), **FAST)
    assert caught.value.code == "SERVICE_UNAVAILABLE"
    assert len(server.asked) == 4


def test_a_lost_connection_is_named(use: Use) -> None:
    with serving(lambda _: LOST) as (_, url), pytest.raises(ApiConnectionError) as caught:
        use(url, read, retries=1, **FAST)
    assert caught.value.__cause__ is not None


@pytest.mark.parametrize("date", [False, True])
def test_a_wait_that_is_too_long_is_left_to_the_caller(use: Use, date: bool) -> None:
    wait = email.utils.formatdate(time.time() + 100, usegmt=True) if date else "100"
    busy = refused(429, "RATE_LIMIT_EXCEEDED", {"retry-after": wait})
    with serving([busy]) as (server, url), pytest.raises(ApiError) as caught:
        use(url, read, **FAST)
    assert 90 < (caught.value.retry_after or 0) <= 101
    assert len(server.asked) == 1


def test_a_short_wait_is_kept(use: Use) -> None:
    busy = refused(503, "SERVICE_UNAVAILABLE", {"retry-after": "1"})
    begun = time.monotonic()
    with serving([busy, ok(TEAM)]) as (_, url):
        use(url, read, max_delay=1.0)
    assert time.monotonic() - begun >= 1


def test_a_silent_service_is_given_up(use: Use) -> None:
    def silent(_: object) -> Told:
        time.sleep(0.5)
        return ok(TEAM)

    with serving(silent) as (_, url), pytest.raises(ApiConnectionError, match="in time"):
        use(url, read, timeout=0.05, retries=0)

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

from ..conftest import Use
from .scripted_server import Asked, Told, ok, serving
from .test_calls import TEAM


def three_pages(asked: Asked) -> Told:
    query = parse_qs(urlsplit(asked.path).query)
    at = int(query.get("cursor", ["0"])[0])
    cursor = str(at + 1) if at < 2 else None
    page = {
        "next_cursor": cursor,
        "has_more": at < 2,
        "total_count": 6,
        "total_count_is_exact": True,
    }
    return ok([{**TEAM, "id": f"team_{at}_{n}"} for n in range(2)], pagination=page)


def test_items_come_page_by_page(use: Use) -> None:
    with serving(three_pages) as (server, url):
        teams = use(url, lambda client: client.teams.list(limit=2))
    assert [team.id for team in teams] == [f"team_{at}_{n}" for at in range(3) for n in range(2)]
    assert all("limit=2" in asked.path for asked in server.asked)
    assert len(server.asked) == 3


def test_pages_have_the_total(use: Use) -> None:
    with serving(three_pages) as (server, url):
        pages = use(url, lambda client: client.teams.list().pages())
        page: Any = use(url, lambda client: client.teams.list().page("2"))
    assert [one.pagination.total_count for one in pages] == [6, 6, 6]
    assert [team.id for team in page] == ["team_2_0", "team_2_1"]
    assert page.response.status == 200
    assert len(server.asked) == 4


def test_nothing_is_asked_before_it_is_needed(use: Use) -> None:
    with serving(three_pages) as (server, url):
        use(url, lambda client: client.teams.list() and None)
    assert server.asked == []

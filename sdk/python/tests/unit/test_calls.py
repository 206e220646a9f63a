"""Requests, results, and forward compatibility."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from aviation_maintenance_knowledge import OMITTED, ApiError, Client, Tokens, UnexpectedResponse
from aviation_maintenance_knowledge.models import TeamResponse

from ..conftest import Use
from .scripted_server import Asked, Told, ok, refused, serving

TEAM = {
    "id": "team_1",
    "name": "Line",
    "created_at": "2026-11-28T10:00:00.000Z",
    "updated_at": "2026-11-28T10:00:00.000Z",
}
USER: dict[str, Any] = {
    "id": "user_1",
    "email": "a@example.com",
    "name": "A",
    "role": "engineer",
    "status": "active",
    "team_id": None,
    "organization_id": "org_1",
    "mfa_enabled": False,
    "grants": [],
    "last_login_at": None,
    "created_at": "2026-11-28T10:00:00.000Z",
    "updated_at": "2026-11-28T10:00:00.000Z",
}


def test_results_are_typed_and_know_their_response(use: Use) -> None:
    told = ok(TEAM, headers={"etag": '"7"'})
    told.body["meta"] = {**told.body["meta"], "warnings": ["partly"]}
    with serving([told]) as (server, url):
        team = use(url, lambda client: client.teams.get("team_1"), api_key="amk_secret")
    assert team.name == "Line"
    assert team.created_at == dt.datetime(2026, 11, 28, 10, tzinfo=dt.timezone.utc)
    assert (team.response.status, team.response.etag) == (200, '"7"')
    assert (team.response.request_id, team.response.warnings) == ("req_1", ("partly",))
    (asked,) = server.asked
    assert (asked.method, asked.path) == ("GET", "/api/v1/teams/team_1")
    assert asked.headers["x-api-key"] == "amk_secret"
    assert asked.headers["user-agent"].startswith("aviation-maintenance-knowledge-client/")


def test_fields_and_values_of_later_releases_are_kept(use: Use) -> None:
    later = {**USER, "role": "inspector", "shift": {"name": "night"}, "response": "later"}
    with serving([ok(later)]) as (_, url):
        user = use(url, lambda client: client.users.get("user_1"))
    assert user.role == "inspector"
    assert user.shift == {"name": "night"}
    assert user.response.status == 200


def test_a_result_without_what_it_needs_is_named(use: Use) -> None:
    with serving(lambda _: ok({"id": "team_1"})) as (_, url), pytest.raises(UnexpectedResponse):
        use(url, lambda client: client.teams.get("team_1"))


def test_none_leaves_out_what_cannot_be_null(use: Use) -> None:
    def change(client: Any) -> Any:
        return client.users.update("user_1", name=None, role="viewer", team_id=None, if_match='"1"')

    def keep(client: Any) -> Any:
        return client.users.update("user_1", name="B", team_id=OMITTED)

    with serving([ok(USER), ok(USER)]) as (server, url):
        use(url, change)
        use(url, keep)
    assert [asked.json for asked in server.asked] == [
        {"role": "viewer", "team_id": None},
        {"name": "B"},
    ]
    assert [asked.headers.get("if-match") for asked in server.asked] == ['"1"', None]


def test_queries_have_times_and_truth_values_as_the_service_reads_them(use: Use) -> None:
    since = dt.datetime(2026, 1, 2, 3, tzinfo=dt.timezone.utc)
    page = {"next_cursor": None, "has_more": False, "total_count": 0, "total_count_is_exact": True}
    with serving(lambda _: ok([], pagination=page)) as (server, url):
        use(url, lambda client: client.documents.list(updated_since=since))
        use(url, lambda client: client.users.list(mfa_enabled=False, limit=5))
    paths = [asked.path for asked in server.asked]
    assert paths == [
        "/api/v1/documents?updated_since=2026-01-02T03%3A00%3A00Z",
        "/api/v1/users?limit=5&mfa_enabled=false",
    ]


def test_an_id_cannot_leave_its_path(use: Use) -> None:
    with serving([ok(TEAM)]) as (server, url):
        use(url, lambda client: client.teams.get("../users/me?x=#"))
        for hostile in ("..", ".", ""):
            with pytest.raises(ValueError, match="is no id"):
                use(url, lambda client, hostile=hostile: client.teams.get(hostile))
    assert [asked.path for asked in server.asked] == ["/api/v1/teams/..%2Fusers%2Fme%3Fx%3D%23"]


def test_errors_say_what_the_service_said(use: Use) -> None:
    def failing(_: Asked) -> Told:
        return refused(403, "FORBIDDEN", required_permission="user.manage")

    with serving(failing) as (_, url), pytest.raises(ApiError) as caught:
        use(url, lambda client: client.teams.delete("team_1"))
    error = caught.value
    assert (error.status, error.code, error.request_id) == (403, "FORBIDDEN", "req_1")
    assert error.details == {"required_permission": "user.manage"}
    assert str(error) == "403 FORBIDDEN: No"


def test_what_a_proxy_says_is_an_error_too(use: Use) -> None:
    gone = Told(410, "<html>", {"content-type": "text/html", "retry-after": "7"})
    with serving([gone]) as (_, url), pytest.raises(ApiError) as caught:
        use(url, lambda client: client.teams.get("team_1"))
    assert (caught.value.status, caught.value.code, caught.value.retry_after) == (410, "UNKNOWN", 7)


def test_a_redirect_does_not_get_the_key(use: Use) -> None:
    with serving([ok(TEAM)]) as (other, elsewhere):
        moved = Told(307, None, {"location": f"{elsewhere}/teams/team_1"})
        with serving([moved]) as (_, url), pytest.raises(ApiError) as caught:
            use(url, lambda client: client.teams.get("team_1"), api_key="amk_secret")
    assert caught.value.status == 307
    assert other.asked == []


def test_a_client_shows_no_secret_and_takes_one_credential() -> None:
    with pytest.raises(TypeError, match="only one"):
        Client("https://example.com/api/v1", api_key="amk_1", access_token="t")
    with pytest.raises(ValueError, match="no http"):
        Client("example.com/api/v1")
    tokens = Tokens("access-secret", "refresh-secret")
    with Client("https://example.com/api/v1", tokens=tokens) as client:
        shown = repr([tokens, vars(client), vars(client.teams._transport)])
    assert "secret" not in shown


def test_no_part_of_a_result_claims_a_response() -> None:
    with pytest.raises(AttributeError, match="Only the result"):
        _ = TeamResponse.model_validate(TEAM).response

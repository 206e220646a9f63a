from __future__ import annotations

import asyncio
import datetime as dt
import inspect
import threading
import uuid
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import httpx
import pytest

from aviation_maintenance_knowledge import (
    ApiError,
    AsyncClient,
    Client,
    IngestionFailed,
    Listing,
    Tokens,
    WebhookEvent,
    verify_webhook,
)
from aviation_maintenance_knowledge.models import TokenSetResponse

from ..conftest import Use
from .conftest import Service

ABOUT: Any = {"document_type": "TASK_CARD", "aircraft_type": "TR46", "version": "1"}


def part_of(card: bytes) -> str:
    return card.decode().split("pivot ")[1].split(" ")[0]


def test_a_document_is_uploaded_found_asked_about_and_removed(client: Client, card: bytes) -> None:
    progress: list[tuple[int, int]] = []
    document = client.documents.upload(
        file=("card.txt", card),
        title=f"Card {part_of(card)}",
        on_progress=lambda *now: progress.append(now),
        **ABOUT,
    )
    assert progress == [(len(card), len(card))]
    assert client.documents.wait_until_ready(document.id).state == "ready"

    found = client.search.documents(query=f"grease {part_of(card)}", limit=1)
    assert (found[0].id, found[0].matches[0].page_number) == (document.id, 1)
    assert found.response.request_id

    answer = client.chat.ask(f"How much grease for the bracket pivot {part_of(card)}?")
    assert (answer.answer_status, answer.citations[0].document_id) == ("grounded", document.id)
    assert "3 g of grease G-11" in answer.content
    assert answer.created_at.tzinfo is not None

    with client.documents.download_content(document.id) as response:
        assert b"".join(response.iter_bytes()) == card
        etag = response.headers["etag"]
    with client.documents.download_content(document.id, range="bytes=0-8") as response:
        assert (response.status_code, response.read()) == (206, b"TASK CARD")
    with client.documents.download_content(document.id, if_none_match=etag) as response:
        assert response.status_code == 304

    seen = client.documents.get(document.id)
    changed = client.documents.update(
        document.id, ata_chapter="32", document_number="C-1", if_match=seen.response.etag
    )
    assert (changed.ata_chapter, changed.document_number) == ("32", "C-1")
    with pytest.raises(ApiError) as stale:
        client.documents.update(document.id, title="Late", if_match=seen.response.etag)
    assert stale.value.code == "PRECONDITION_FAILED"
    assert client.documents.update(document.id, document_number=None).document_number is None

    client.documents.delete(document.id)
    with pytest.raises(ApiError) as gone:
        client.documents.get(document.id)
    assert (gone.value.status, gone.value.code) == (404, "NOT_FOUND")
    assert gone.value.details == {"resource": "document"}


def test_the_same_as_coroutines(service: Service, card: bytes) -> None:
    async def main() -> None:
        async with AsyncClient(service.url, api_key=service.key) as client:
            document = await client.documents.upload(file=card, title=part_of(card), **ABOUT)
            await client.documents.wait_until_ready(document.id)
            question = f"How much grease for the bracket pivot {part_of(card)}?"
            answer, found, listed = await asyncio.gather(
                client.chat.ask(question),
                client.search.passages(query=question, limit=1),
                client.documents.list(q=part_of(card)).page(),
            )
            assert answer.citations[0].document_id == document.id
            assert found[0].document_id == document.id
            assert [one.id for one in listed] == [document.id]
            async with client.documents.download_content(document.id) as response:
                assert await response.aread() == card

    asyncio.run(main())


def test_a_file_that_cannot_be_read_says_why(client: Client) -> None:
    broken = b"%PDF-1.7\n" + uuid.uuid4().hex.encode() + b"\n%%EOF\n"
    with pytest.raises((IngestionFailed, ApiError)) as caught:
        document = client.documents.upload(file=("broken.pdf", broken), title="Broken", **ABOUT)
        client.documents.wait_until_ready(document.id)
    error: Any = caught.value
    assert error.ingestion.error if isinstance(error, IngestionFailed) else error.details["reason"]


def test_an_answer_comes_in_pieces(use: Use, service: Service) -> None:
    with Client(service.url, api_key=service.key) as client:
        session = client.chat.create_session(copilot_type="mro")

    def ask(client: Any) -> Any:
        question = "What torque does the apex nut TA32-11047-3 get?"
        return client.chat.stream_message(session.session_id, content=question)

    told = use(service.url, ask, api_key=service.key)
    assert told[-1].event == "message.done"
    assert told[-1].data.answer_status == "grounded"
    assert "118 to 126" in "".join(one.data.content for one in told if one.event == "message.delta")
    assert any(one.event == "citation" for one in told)
    with Client(service.url, api_key=service.key) as client:
        again = list(client.chat.follow_message(session.session_id, told[-1].data.id))
        exported = client.chat.export_session(session.session_id, format="md")
        with exported as response:
            assert b"apex nut" in response.read()
    assert again[-1].event == "message.done"


def test_lists_go_over_pages(use: Use, service: Service, client: Client) -> None:
    made = {client.teams.create(name=uuid.uuid4().hex).id for _ in range(5)}
    teams = use(service.url, lambda client: client.teams.list(limit=2), api_key=service.key)
    assert made <= {team.id for team in teams}
    assert len(teams) == client.teams.list(limit=1).page().pagination.total_count


def test_everything_that_can_be_read_without_an_id_fits_its_model(service: Service) -> None:
    with Client(service.url) as visitor:
        login = visitor.auth.login(email=service.email, password=service.password)
    assert isinstance(login, TokenSetResponse)
    read, refused = [], {}
    with Client(service.url, access_token=login.access_token) as client:
        for group in vars(client).values():
            for name, method in inspect.getmembers(group, inspect.ismethod):
                needed = [
                    one
                    for one in inspect.signature(method).parameters.values()
                    if one.default is inspect.Parameter.empty
                ]
                if needed or not name.startswith(("get", "list", "count", "unread")):
                    continue
                try:
                    result = method()
                    list(result) if isinstance(result, Listing) else result
                    read.append(name)
                except ApiError as error:
                    refused[name] = error.code
    assert len(read) > 25
    # Nothing is to be deleted, a session is no OAuth token, and the sandbox is under its base.
    assert refused == {
        "get_deletion": "NOT_FOUND",
        "get_userinfo": "UNKNOWN",
        "get": "FORBIDDEN",
    }


def test_an_import_is_followed_to_its_end(client: Client, card: bytes) -> None:
    import io
    import zipfile

    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("card.txt", card)
    started = client.imports.create(
        file=("cards.zip", archive.getvalue()),
        document_type="TASK_CARD",
        aircraft_type="TR46",
        version="1",
    )
    told = list(client.imports.follow(started.id))
    assert told[-1].event == "finished"
    assert told[-1].data.state == "completed"
    assert told[-1].data.counts.created == 1
    assert [item.state for item in client.imports.list_items(started.id)] == ["created"]


def test_notifications_come_until_the_reader_leaves(client: Client, service: Service) -> None:
    with Client(service.url) as visitor:
        login = visitor.auth.login(email=service.email, password=service.password)
    assert isinstance(login, TokenSetResponse)
    with Client(service.url, access_token=login.access_token) as person:
        stream = person.notifications.follow()
        assert next(stream).event == "ready"
        stream.close()


class ExpiredOnce(httpx.HTTPTransport):
    """An hour passes: the service's own refusal comes at once, everything else is the service."""

    def __init__(self, spent: str) -> None:
        super().__init__()
        self.spent = spent

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if request.headers.get("authorization") != f"Bearer {self.spent}":
            return super().handle_request(request)
        error = {"code": "UNAUTHORIZED", "message": "Expired", "details": {"reason": "expired"}}
        return httpx.Response(401, json={"success": False, "error": error})


def test_a_session_is_renewed(service: Service) -> None:
    with Client(service.url) as visitor:
        login = visitor.auth.login(email=service.email, password=service.password)
    assert isinstance(login, TokenSetResponse)
    kept: list[str] = []
    tokens = Tokens(
        login.access_token, login.refresh_token, on_refresh=lambda new: kept.append(new.refresh)
    )
    with (
        httpx.Client(transport=ExpiredOnce(login.access_token)) as http_client,
        Client(service.url, tokens=tokens, http_client=http_client) as person,
    ):
        assert person.users.get_own_profile().email == service.email
        assert person.users.get_own_profile().email == service.email
        assert kept == [tokens.refresh] != [login.refresh_token]
        person.auth.logout()
        with pytest.raises(ApiError) as over:
            person.users.get_own_profile()
    assert over.value.status == 401


@pytest.fixture
def received() -> Iterator[tuple[str, list[tuple[bytes, dict[str, str]]]]]:
    """A receiver of webhooks, its address, and what came."""
    came: list[tuple[bytes, dict[str, str]]] = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            came.append((body, dict(self.headers)))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Receiver)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/hook", came
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_webhook_of_the_service_is_verified(
    client: Client, received: tuple[str, list[tuple[bytes, dict[str, str]]]]
) -> None:
    url, came = received
    webhook = client.webhooks.create(url=url, events=["document.deleted"])
    client.webhooks.test(webhook.id)
    deadline = dt.datetime.now() + dt.timedelta(seconds=30)
    while not came and dt.datetime.now() < deadline:
        threading.Event().wait(0.1)
    event: WebhookEvent = verify_webhook(*came[0], webhook.secret)
    assert (event.event, event.id[:6]) == ("webhook.test", "event_")
    client.webhooks.delete(webhook.id)

from __future__ import annotations

import io
from email.message import Message
from email.parser import BytesParser
from pathlib import Path
from typing import Any

import pytest

from ..conftest import Use
from .scripted_server import LOST, Asked, Told, ok, serving

CONTENT = bytes(range(256)) * 1024
DOCUMENT = {
    "id": "doc_1",
    "title": "Gear",
    "document_type": "AMM",
    "document_number": None,
    "ata_chapter": None,
    "status": "draft",
    "access": "organization",
    "team_id": None,
    "language": None,
    "page_count": None,
    "effectivity": None,
    "supersedes": None,
    "superseded_by": None,
    "created_by": None,
    "created_at": "2026-11-28T10:00:00.000Z",
    "updated_at": "2026-11-28T10:00:00.000Z",
    "aircraft_type": "TR46",
    "version": "1",
    "revision": {
        "id": "rev_1",
        "version": "1",
        "revision_date": "2026-11-01",
        "status": "draft",
        "content_sha256": "0" * 64,
    },
    "ingestion": {"state": "queued", "error": None},
}


def parts_of(asked: Asked) -> list[tuple[str, str | None, bytes]]:
    head = f"content-type: {asked.headers['content-type']}\r\n\r\n".encode()
    message = BytesParser().parsebytes(head + asked.body)
    parts = message.get_payload()
    assert isinstance(parts, list)
    return [part_of(part) for part in parts if isinstance(part, Message)]


def part_of(part: Message) -> tuple[str, str | None, bytes]:
    content = part.get_payload(decode=True)
    name = part.get_param("name", header="content-disposition")
    assert isinstance(content, bytes)
    assert isinstance(name, str)
    return name, part.get_filename(), content


@pytest.mark.parametrize("kind", ["path", "text", "bytes", "file", "named"])
def test_a_file_goes_up_whole_after_the_fields_and_says_how_far(
    use: Use, kind: str, tmp_path: Path
) -> None:
    path = tmp_path / "gear.pdf"
    path.write_bytes(CONTENT)
    given: dict[str, Any] = {
        "path": path,
        "text": str(path),
        "bytes": CONTENT,
        "file": io.BytesIO(CONTENT),
        "named": ("gear.pdf", CONTENT),
    }
    progress: list[tuple[int, int]] = []

    def upload(client: Any) -> Any:
        return client.documents.upload(
            file=given[kind],
            title="Gear",
            document_type="AMM",
            on_progress=lambda sent, total: progress.append((sent, total)),
        )

    with serving([LOST, ok(DOCUMENT, 202)]) as (server, url):
        document = use(url, upload, max_delay=0.01)
    assert (document.revision.revision_date.year, document.ingestion.state) == (2026, "queued")
    for asked in server.asked:
        *fields, (name, filename, content) = parts_of(asked)
        assert fields == [("title", None, b"Gear"), ("document_type", None, b"AMM")]
        assert (name, content == CONTENT) == ("file", True)
        assert filename == ("file" if kind in ("bytes", "file") else "gear.pdf")
    assert progress[-1] == (len(CONTENT), len(CONTENT))
    assert len(progress) > 4
    again = [sent for sent, _ in progress].index(progress[0][0], 1)
    assert 0 < again < len(progress)


def test_an_import_without_a_file_is_json(use: Use) -> None:
    with serving(lambda _: Told(400, "{}")) as (server, url), pytest.raises(Exception, match="400"):
        use(url, lambda client: client.imports.create(source="manuals", dry_run=True))
    assert server.asked[0].json == {"source": "manuals", "dry_run": True}


def test_a_file_comes_down_in_pieces() -> None:
    import asyncio

    from aviation_maintenance_knowledge import AsyncClient, Client

    text = "x" * 300_000

    async def main() -> int:
        async with AsyncClient(url) as client:
            async with client.documents.download_content("doc_1") as response:
                return sum([len(chunk) async for chunk in response.aiter_bytes()])

    with serving([LOST, Told(206, text), LOST, Told(206, text)]) as (server, url):
        with Client(url) as client:
            with client.documents.download_content("doc_1", range="bytes=0-9") as response:
                assert response.status_code == 206
                assert not response.is_stream_consumed
                assert sum(len(chunk) for chunk in response.iter_bytes()) == len(text)
        assert asyncio.run(main()) == len(text)
    assert server.asked[0].headers["range"] == "bytes=0-9"
    assert server.asked[0].headers["accept"] == "*/*"

"""One call of an operation, and its request."""

from __future__ import annotations

import io
import os
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import IO, Any, BinaryIO, Literal, TypeAlias, TypedDict, cast
from urllib.parse import quote

import httpx
from pydantic_core import to_jsonable_python


class _Omitted(Enum):
    OMITTED = "omitted"


Omitted: TypeAlias = Literal[_Omitted.OMITTED]
OMITTED: Omitted = _Omitted.OMITTED
"""Leaves out a field of a body in which None means null."""

File: TypeAlias = str | os.PathLike[str] | bytes | BinaryIO | tuple[str, bytes | BinaryIO]
"""A path, the content, a seekable binary file, or a name with one of the two."""

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the bytes sent so far and all bytes of the file. A retry begins again at 0."""


class CallOptions(TypedDict, total=False):
    """Of one call. They take precedence over the client's."""

    headers: Mapping[str, str]
    timeout: float
    """Longest silence in seconds."""
    retries: int


SHORT_TIMEOUT = 30.0
LONG_TIMEOUT = 300.0


@dataclass(frozen=True)
class Call:
    method: str
    route: str
    path: Mapping[str, str | int] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str | None] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    """Fields that are None are not sent."""
    nullable: Mapping[str, Any] = field(default_factory=dict)
    """Fields that are OMITTED are not sent."""
    file: File | None = None
    on_progress: Progress | None = None
    keyed: bool = False
    """Takes an `Idempotency-Key`; gets its own if the caller gives none."""
    idempotency_key: str | None = None
    repeatable: bool = False
    """A POST that changes nothing."""
    long: bool = False
    unread: bool = False
    """The body of the response is left to the caller."""
    options: CallOptions | None = None

    @property
    def is_repeatable(self) -> bool:
        """Whether a repeated call has no further effect."""
        return self.keyed or self.repeatable or self.method in ("GET", "PUT", "DELETE")

    @cached_property
    def url(self) -> str:
        def segment(value: str | int) -> str:
            text = quote(str(value), safe="")
            if text in ("", ".", ".."):
                raise ValueError(f"{value!r} is no id")
            return text

        return self.route.format(**{name: segment(value) for name, value in self.path.items()})

    @cached_property
    def all_headers(self) -> dict[str, str]:
        """The same for all attempts."""
        key = self.idempotency_key or (str(uuid.uuid4()) if self.keyed else None)
        own = {"Accept": "application/json", "Idempotency-Key": key, **self.headers}
        sent = {name: value for name, value in own.items() if value is not None}
        return {**sent, **(self.options or {}).get("headers", {})}

    @cached_property
    def fields(self) -> dict[str, Any]:
        sent = {name: value for name, value in (self.body or {}).items() if value is not None}
        sent |= {name: value for name, value in self.nullable.items() if value is not OMITTED}
        return cast(dict[str, Any], to_jsonable_python(sent))

    def timeout(self, default: float | None) -> float:
        usual = LONG_TIMEOUT if self.long else SHORT_TIMEOUT
        return (self.options or {}).get("timeout") or default or usual

    @contextmanager
    def request(
        self,
        client: httpx.Client | httpx.AsyncClient,
        base_url: str,
        credential: Mapping[str, str],
        timeout: float,
    ) -> Iterator[httpx.Request]:
        """A new request for each attempt. Its file is open within the context."""
        query = {name: value for name, value in self.query.items() if value is not None}
        content: dict[str, Any] = {}
        with _opened(self.file, self.on_progress) as upload:
            if upload is not None:
                form = {name: _text(value) for name, value in self.fields.items()}
                # httpx sends the fields before the file, as the service needs them.
                content = {"data": form, "files": {"file": upload}}
            elif self.body is not None:
                content = {"json": self.fields}
            yield client.build_request(
                self.method,
                f"{base_url}{self.url}",
                params=to_jsonable_python(query),
                headers={**self.all_headers, **credential},
                timeout=timeout,
                **content,
            )


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class _Tracked:
    """Reports how much of a file was read."""

    def __init__(self, file: BinaryIO, on_progress: Progress | None) -> None:
        self._file = file
        self._on_progress = on_progress
        self._total = file.seek(0, os.SEEK_END)
        self.seek, self.tell = file.seek, file.tell
        file.seek(0)

    def read(self, size: int = -1) -> bytes:
        chunk = self._file.read(size)
        if chunk and self._on_progress is not None:
            self._on_progress(self._file.tell(), self._total)
        return chunk


@contextmanager
def _opened(
    file: File | None, on_progress: Progress | None
) -> Iterator[tuple[str, IO[bytes]] | None]:
    if file is None:
        yield None
        return
    name, content = file if isinstance(file, tuple) else (None, file)
    if isinstance(content, (str, os.PathLike)):
        with Path(content).open("rb") as opened:
            yield Path(content).name, cast(IO[bytes], _Tracked(opened, on_progress))
        return
    source = io.BytesIO(content) if isinstance(content, bytes) else content
    given = name or getattr(source, "name", None)
    yield (
        Path(given).name if isinstance(given, str) else "file",
        cast(IO[bytes], _Tracked(source, on_progress)),
    )

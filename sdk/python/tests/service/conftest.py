"""The real service, which `npm run test:python` starts."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from aviation_maintenance_knowledge import Client

ROOT = Path(__file__).parents[4]
MANUAL = ROOT / "samples/pdf/amm-tr46-32-landing-gear.pdf"


@dataclass(frozen=True)
class Service:
    url: str
    """With the version."""
    email: str
    password: str
    key: str
    """With all scopes, of an organization whose library is the manual of the guides."""


@pytest.fixture(scope="session")
def service() -> Service:
    url = os.environ.get("AMK_URL")
    if url is None:
        pytest.fail("Run these tests by npm run test:python, which starts the service")
    email, password = os.environ["AMK_EMAIL"], os.environ["AMK_PASSWORD"]
    with Client(url) as visitor:
        login: Any = visitor.auth.login(email=email, password=password)
    with Client(url, access_token=login.access_token) as client:
        created = client.api_keys.create(
            name="python",
            scopes=[
                "document.view",
                "document.search",
                "document.comment",
                "document.share",
                "document.manage",
                "chat.use",
                "user.manage",
                "api.access",
                "webhook.manage",
                "audit.view",
                "system.settings",
            ],
        )
    with Client(url, api_key=created.key) as client:
        manual = client.documents.upload(
            file=MANUAL,
            title="Chapter 32 Landing Gear",
            document_type="AMM",
            aircraft_type="TR46",
            version="Rev 14",
        )
        client.documents.wait_until_ready(manual.id)
    return Service(url, email, password, created.key)


@pytest.fixture
def client(service: Service) -> Iterator[Client]:
    with Client(service.url, api_key=service.key, client_name="python-tests") as client:
        yield client


@pytest.fixture
def card() -> bytes:
    """A task card that no other test has."""
    part = uuid.uuid4().hex[:8].upper()
    return (
        f"TASK CARD 99-00-00\n\n1. Grease the bracket pivot {part} with 3 g of grease G-11.\n"
        f"2. Tighten the bolts of the bracket {part} to 120 Nm.\n"
    ).encode()

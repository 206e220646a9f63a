"""Each test runs with both clients."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from typing import Any

import pytest

from aviation_maintenance_knowledge import AsyncClient, Client, Listing

Action = Callable[[Any], Any]
"""Uses a client. What it returns is awaited and collected."""
Use = Callable[..., Any]


@pytest.fixture(params=["sync", "async"])
def use(request: pytest.FixtureRequest) -> Use:
    """Runs an action with a client of these options."""
    return use_sync if request.param == "sync" else use_async


def use_sync(url: str, action: Action, **options: Any) -> Any:
    with Client(url, **options) as client:
        result = action(client)
        return (
            list(result) if isinstance(result, Listing) or inspect.isgenerator(result) else result
        )


def use_async(url: str, action: Action, **options: Any) -> Any:
    async def main() -> Any:
        async with AsyncClient(url, **options) as client:
            result = action(client)
            if hasattr(result, "__aiter__"):
                return [item async for item in result]
            return await result if inspect.isawaitable(result) else result

    return asyncio.run(main())

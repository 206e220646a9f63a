"""Verification of webhooks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import standardwebhooks
from pydantic import AwareDatetime, BaseModel, ConfigDict, ValidationError

from .errors import ClientError
from .models import WebhookEventName


class WebhookError(ClientError):
    """Not a webhook of the service: answer 400 and do nothing."""


class WebhookEvent(BaseModel):
    """The payload. `id` stays the same when an event is sent again: ignore ids already seen."""

    model_config = ConfigDict(extra="allow")

    id: str
    event: WebhookEventName | str
    data: dict[str, Any]
    timestamp: AwareDatetime


def verify_webhook(body: bytes | str, headers: Mapping[str, str], secret: str) -> WebhookEvent:
    """
    Args:
        body: as received, before any parsing
        headers: with names in any case
        secret: of the endpoint, `whsec_…`
    Raises:
        WebhookError: for a wrong signature, or a time more than five minutes off
    """
    try:
        payload = standardwebhooks.Webhook(secret).verify(body, dict(headers))
        message_id = next(value for name, value in headers.items() if name.lower() == "webhook-id")
        return WebhookEvent.model_validate({**payload, "id": message_id})
    except (standardwebhooks.WebhookVerificationError, ValueError, TypeError) as error:
        reason = "The payload is malformed" if isinstance(error, ValidationError) else str(error)
        raise WebhookError(reason) from error

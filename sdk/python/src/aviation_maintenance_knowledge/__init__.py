"""Client of the Aviation Maintenance Knowledge Service."""

from . import models
from .async_transport import AsyncDownload, AsyncListing
from .call import OMITTED, CallOptions, File, Progress
from .client import AsyncClient, Client, IngestionFailed
from .errors import ApiConnectionError, ApiError, ClientError, UnexpectedResponse
from .model import Items, Page, ResponseInfo
from .policy import Tokens
from .transport import Download, Listing
from .webhooks import WebhookError, WebhookEvent, verify_webhook

__all__ = [
    "OMITTED",
    "ApiConnectionError",
    "ApiError",
    "AsyncClient",
    "AsyncDownload",
    "AsyncListing",
    "CallOptions",
    "Client",
    "ClientError",
    "Download",
    "File",
    "IngestionFailed",
    "Items",
    "Listing",
    "Page",
    "Progress",
    "ResponseInfo",
    "Tokens",
    "UnexpectedResponse",
    "WebhookError",
    "WebhookEvent",
    "models",
    "verify_webhook",
]

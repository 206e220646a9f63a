import { WEBHOOK_EVENT_NAMES } from '../../../src/modules/webhooks/events/event-types.js';
import type { ApiClient, Json } from '../api/api-client.js';
import type { TestWorld } from '../service/test-world.js';

/** An address that no name server knows. */
export const NOWHERE = 'https://hooks.example.invalid/manuals';

/** Registers a webhook for every type of event, unless told otherwise, and answers it with its secret. */
export async function registerWebhook(api: ApiClient, terms: Json = {}): Promise<Json> {
  const { status, body, text } = await api.post('/webhooks', { url: NOWHERE, events: WEBHOOK_EVENT_NAMES, ...terms });
  if (status !== 201) throw new Error(`registering a webhook answered ${status}: ${text}`);
  return body.data;
}

/** What was recorded for an organization, in the order of occurrence; of one type or of all. */
export function recordedEvents(
  { sql }: TestWorld,
  organization: { id: string },
  type: string | null = null,
): Promise<{ id: string; type: string; data: Record<string, unknown> }[]> {
  return sql.query(
    `SELECT id, type, data FROM webhook_events WHERE organization_id = $1 AND type = coalesce($2, type) ORDER BY position`,
    [organization.id, type],
  );
}

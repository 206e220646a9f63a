import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from './event-types.js';

const HEADERS = {
  'webhook-id': 'Id of the event. Repeated deliveries have the same.',
  'webhook-timestamp': 'Time of sending in Unix seconds.',
  'webhook-signature': 'Signatures of Standard Webhooks: `v1,` and base64, separated by spaces.',
};
const TIMESTAMP = '2026-11-21T01:22:59.795Z';

/** The `webhooks` of OpenAPI 3.1: each type of event in the format `standard`, with the example of the catalog. */
export function describedWebhooks(): Record<string, object> {
  const parameters = Object.entries(HEADERS).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  }));
  const post = ({ name, description, example }: WebhookEventType): object => ({
    tags: ['Webhooks'],
    summary: description,
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['event', 'data', 'timestamp', 'livemode'],
            properties: {
              event: { type: 'string', enum: [name] },
              data: schemaOf(example),
              timestamp: { type: 'string', format: 'date-time', description: 'Time of the event.' },
              livemode: { type: 'boolean', description: 'False for events of a sandbox.' },
            },
          },
          example: { event: name, data: example, timestamp: TIMESTAMP, livemode: true },
        },
      },
    },
    responses: { '2XX': { description: 'received' } },
  });
  return Object.fromEntries(WEBHOOK_EVENT_TYPES.map((type) => [type.name, { post: post(type) }]));
}

/** Every field of an example is sent with each event of its type. */
function schemaOf(example: unknown): object {
  if (Array.isArray(example)) return { type: 'array', items: schemaOf(example[0]) };
  if (typeof example !== 'object' || example === null)
    return { type: typeof example === 'number' ? 'integer' : typeof example };
  const properties = Object.entries(example).map(([name, value]) => [name, schemaOf(value)] as const);
  return { type: 'object', required: Object.keys(example), properties: Object.fromEntries(properties) };
}

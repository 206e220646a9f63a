import type { WebhookFormat } from '../endpoints/webhook-endpoint.entity.js';

/** What a delivery reports. */
export interface ReportedEvent {
  event_id: string;
  type: string;
  data: Record<string, unknown>;
  occurred_at: Date;
}

/** The service and the organization that report. */
export interface EventOrigin {
  /** PUBLIC_URL. */
  issuer: string;
  organizationId: string;
  /** False in a sandbox. */
  livemode: boolean;
}

export interface EventBody {
  contentType: string;
  body: string;
}

type Writer = (event: ReportedEvent, origin: EventOrigin) => EventBody;

const WRITERS: Readonly<Record<WebhookFormat, Writer>> = {
  standard: (event, origin) => json('application/json', standardBody(event, origin)),
  cloudevents: (event, origin) => json('application/cloudevents+json; charset=utf-8', cloudEvent(event, origin)),
  slack: (event, origin) => json('application/json', slackMessage(event, origin)),
  teams: (event, origin) => json('application/json', teamsMessage(event, origin)),
};

/** The body of the same event is the same in every attempt. */
export const formatEvent = (format: WebhookFormat, event: ReportedEvent, origin: EventOrigin): EventBody =>
  WRITERS[format](event, origin);

const json = (contentType: string, body: object): EventBody => ({ contentType, body: JSON.stringify(body) });

/** Contract section 4: what the feed lists, too. */
export const standardBody = (
  { type, data, occurred_at }: ReportedEvent,
  { livemode }: Pick<EventOrigin, 'livemode'>,
) => ({
  event: type,
  data,
  timestamp: occurred_at.toISOString(),
  livemode,
});

/** CloudEvents 1.0.2, structured mode of its HTTP binding. `source` and `id` identify the event; `livemode` is an extension. */
const cloudEvent = (
  { event_id, type, data, occurred_at }: ReportedEvent,
  { issuer, organizationId, livemode }: EventOrigin,
) => ({
  specversion: '1.0',
  id: event_id,
  source: `${issuer}/organizations/${organizationId}`,
  type,
  time: occurred_at.toISOString(),
  datacontenttype: 'application/json',
  livemode,
  data,
});

/** Slack takes ten fields in a section. */
const SLACK_FIELDS = 10;

/**
 * Block Kit for an incoming webhook. Only names of the catalog are markup: values are `plain_text`, so that a version such as `<!channel>`
 * notifies nobody.
 */
function slackMessage(event: ReportedEvent, origin: EventOrigin) {
  const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });
  const fields = factsOf(event.data)
    .slice(0, SLACK_FIELDS)
    .map(([name, value]) => plain(`${name}\n${value}`));
  return {
    text: headlineOf(event, origin),
    blocks: [
      { type: 'header', text: plain(headlineOf(event, origin)) },
      ...(fields.length > 0 ? [{ type: 'section', fields }] : []),
      { type: 'context', elements: [plain(`${event.occurred_at.toISOString()} · ${event.event_id}`)] },
    ],
  };
}

/** An Adaptive Card 1.4 for a Teams workflow ("When a webhook request is received"). Text runs have no markup, other texts do. */
function teamsMessage(event: ReportedEvent, origin: EventOrigin) {
  const line = (...inlines: object[]) => ({
    type: 'RichTextBlock',
    inlines: inlines.map((run) => ({ type: 'TextRun', ...run })),
  });
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      line({ text: headlineOf(event, origin), weight: 'Bolder', size: 'Medium' }),
      ...factsOf(event.data).map(([name, value]) => line({ text: `${name}: `, weight: 'Bolder' }, { text: value })),
      line({ text: `${event.occurred_at.toISOString()} · ${event.event_id}`, isSubtle: true, size: 'Small' }),
    ],
  };
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content };
  return { type: 'message', attachments: [attachment] };
}

/** "Document: revision activated" of `document.revision_activated`; marked in a sandbox. */
function headlineOf({ type }: ReportedEvent, { livemode }: EventOrigin): string {
  const [object = '', act = ''] = type.split('.').map((word) => word.replaceAll('_', ' '));
  return `${livemode ? '' : '[Sandbox] '}${object.slice(0, 1).toUpperCase()}${object.slice(1)}: ${act}`;
}

/** Names and values, one level deep; without nulls. */
function factsOf(data: Record<string, unknown>, prefix = ''): [string, string][] {
  return Object.entries(data).flatMap(([name, value]): [string, string][] => {
    if (value === null || value === undefined) return [];
    if (Array.isArray(value)) return [[prefix + name, value.join(', ')]];
    if (typeof value === 'object') return factsOf(value as Record<string, unknown>, `${prefix}${name}.`);
    return [[prefix + name, typeof value === 'string' ? value : JSON.stringify(value)]];
  });
}

import { WEBHOOK_EVENT_TYPES } from '../events/event-types.js';
import { formatEvent } from './event-formats.js';

const ORIGIN = { issuer: 'https://manuals.example.com', organizationId: 'org_1', livemode: true };
const event = (type: string, data: Record<string, unknown>) => ({
  ...{ event_id: 'event_1', type, data },
  occurred_at: new Date('2026-11-21T01:22:59.795Z'),
});
const EXAMPLES = WEBHOOK_EVENT_TYPES.map(({ name, example }) => event(name, { ...example }));

/** Text elements of a message. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, child]) =>
        key === 'text' && typeof child === 'string' ? [child] : textsOf(child),
      )
    : [];

describe('formatEvent', () => {
  it('writes Slack messages with all fields of every event, within the ten that a section takes', () => {
    for (const example of EXAMPLES) {
      const { blocks } = JSON.parse(formatEvent('slack', example, ORIGIN).body) as {
        blocks: { type: string; fields: object[] }[];
      };
      const fields = textsOf(blocks.find(({ type }) => type === 'section')?.fields).map((text) => text.split('\n')[0]);
      const names = Object.entries(example.data).flatMap(([name, value]) =>
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? Object.keys(value).map((inner) => `${name}.${inner}`)
          : [name],
      );
      expect(fields).toEqual(names);
    }
  });

  it.each(['slack', 'teams'] as const)('has no markup in %s messages that comes from data', (format) => {
    const version = '<!channel> [open](https://evil.example) *5* :fire:';
    const { body } = formatEvent(format, event('document.created', { document_id: 'doc_1', version }), ORIGIN);
    const message = JSON.parse(body) as object;
    const holders = [...body.matchAll(/\{[^{}]*<!channel>[^{}]*\}/g)].map(([text]) => JSON.parse(text) as object);
    expect(textsOf(message)[0]).toBe('Document: created');
    const expected = format === 'slack' ? { type: 'plain_text', emoji: false } : { type: 'TextRun' };
    expect(holders).toEqual([expect.objectContaining(expected)]);
  });

  it('writes a Teams card in the envelope that workflows take', () => {
    const { body, contentType } = formatEvent('teams', event('user.deleted', { user_id: 'user_1' }), ORIGIN);
    expect(contentType).toBe('application/json');
    expect(JSON.parse(body)).toMatchObject({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: { type: 'AdaptiveCard', version: '1.4', body: { length: 3 } },
        },
      ],
    });
  });
});

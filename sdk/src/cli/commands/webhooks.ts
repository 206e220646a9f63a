import type { Schema } from '../../index.js';
import { defineCommand, listed, whole } from '../command.js';
import { connect } from '../connection.js';
import { UsageError } from '../exit.js';
import type { Forwarded } from '../events/forwarding.js';
import { listen, type ListenTerms } from '../events/listener.js';
import { listeningSecret } from '../events/secret.js';
import { interruptible } from '../interruption.js';
import { redacted } from '../redaction.js';
import type { Terminal } from '../terminal.js';

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

export const commands = [
  defineCommand({
    name: 'webhooks listen',
    summary: 'forwards what webhooks report to an address of this machine',
    details: `Needs the scope webhook.manage. Each event is signed as a delivery of the service is, with the secret that is
printed; it stays the same for the organization. Events of before are not sent. With --json, one event a line.`,
    positionals: [],
    options: {
      'forward-to': { type: 'string', value: 'URL', summary: 'such as http://127.0.0.1:4242/hook' },
      events: { type: 'string', value: 'LIST', summary: 'types, such as document.created,document.deleted (all)' },
      interval: {
        ...{ type: 'string', value: 'SECONDS' },
        summary: 'between two requests to the service (2 after an event, growing to 30)',
      },
      'print-secret': { type: 'boolean', summary: 'prints the secret and ends' },
    },
    action: async ({ values, connection, terminal }) => {
      const target = values['print-secret'] ? null : targetOf(values['forward-to']);
      const pauses = pausesOf(values.interval);
      const { client, baseUrl } = connect(connection);
      const types = listed(values.events);
      if (types) requireTypes(types, (await client.GET('/webhooks/event-types')).data);
      const { data: user } = await client.GET('/users/me');
      const secret = await listeningSecret(baseUrl, user.organization_id ?? user.id);
      if (!target) {
        if (terminal.isJson) terminal.document({ secret });
        else terminal.line(secret);
        return;
      }
      if (terminal.isJson) terminal.jsonLine({ type: 'listening', forward_to: target.href, secret });
      else terminal.line(`Forwarding to ${target.href}. The secret is ${secret}`);
      await interruptible('Stopped', (signal) => {
        const terms = {
          ...{ target, secret, pauses, types: types ? new Set(types) : null },
          serverTime: async () => (await client.GET('/users/me', { signal, retries: 0 })).meta.timestamp,
          onForwarded: (event: Schema<'EventResponse'>, outcome: Forwarded) => showForwarded(event, outcome, terminal),
          onProblem: (message: string | null) =>
            terminal.note(message === null ? 'Continuing' : `${redacted(message)}. Waiting`),
        };
        return listen(client, terms, signal);
      });
    },
  }),
  defineCommand({
    name: 'webhooks trigger',
    summary: 'sends the event webhook.test to an endpoint',
    positionals: [{ name: 'ENDPOINT' }],
    options: {},
    action: async ({ positionals: [id = ''], connection, terminal }) => {
      const { client } = connect(connection);
      const { data } = await client.POST('/webhooks/{id}/test', { params: { path: { id } } });
      if (terminal.isJson) terminal.document(data);
      else terminal.line(`${data.id}: ${data.event} is ${data.state}`);
    },
  }),
];

/** An event is often followed by others; what waits for a day must leave most of an hourly limit to the organization. */
function pausesOf(interval: string | undefined): ListenTerms['pauses'] {
  if (interval === undefined) return { least: 2000, most: 30_000 };
  const fixed = whole('interval', interval, 1, 3600) * 1000;
  return { least: fixed, most: fixed };
}

/** @throws UsageError */
function targetOf(given: string | undefined): URL {
  const url = given !== undefined && URL.canParse(given) ? new URL(given) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (url && isSafe && url.username === '' && url.password === '') return url;
  throw new UsageError('--forward-to must be an address of this machine, such as http://127.0.0.1:4242/hook, or https');
}

/** @throws UsageError */
function requireTypes(types: string[], known: Schema<'WebhookEventTypeResponse'>[]): void {
  const wrong = types.find((type) => !known.some(({ name }) => name === type));
  if (wrong !== undefined) throw new UsageError(`--events: there is no event ${JSON.stringify(wrong)}`);
}

function showForwarded(event: Schema<'EventResponse'>, outcome: Forwarded, terminal: Terminal): void {
  const { status, milliseconds, error } = outcome;
  if (terminal.isJson)
    return terminal.jsonLine({ type: 'forwarded', id: event.id, event: event.event, status, milliseconds, error });
  const isDone = status !== null && status >= 200 && status < 300;
  const result = terminal.style(isDone ? 'green' : 'red', status === null ? (error ?? 'failed') : String(status));
  terminal.line(`${event.timestamp}  ${event.event}  ${event.id}  ${result}  ${milliseconds} ms`);
}

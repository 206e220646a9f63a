import { paginate, type Schema } from '../../index.js';
import { defineCommand, given, listed, whole, type Options } from '../command.js';
import { connect } from '../connection.js';
import { UsageError } from '../exit.js';
import { printableLine, table, type Terminal } from '../terminal.js';

const OWNER = {
  owner: { type: 'string', value: 'ID', summary: 'service account that owns the key; for administrators' },
} as const satisfies Options;

/** The service lets neither a sign-in of an application nor a key do more than this. */
const LIMITS = `Keys are created, rotated and revoked with an API key that has the scope api.access: itself, and keys created
with it. The first key is made in a session. See the guide of the interface.`;

export const commands = [
  defineCommand({
    name: 'keys list',
    summary: 'lists your API keys, without the keys themselves',
    details: 'With --json, one key a line.',
    positionals: [],
    options: OWNER,
    action: async ({ values, connection, terminal }) => {
      const { client } = connect(connection);
      const rows: string[][] = [];
      const params = { query: given({ owner_id: values.owner }) };
      for await (const key of paginate(client, '/api-keys', { params })) {
        if (terminal.isJson) terminal.jsonLine(key);
        else rows.push(rowOf(key));
      }
      for (const line of table(rows)) terminal.line(line);
    },
  }),
  defineCommand({
    name: 'keys create',
    summary: 'creates an API key and prints it, this once',
    details: LIMITS,
    positionals: [{ name: 'NAME' }],
    options: {
      scopes: { type: 'string', value: 'LIST', summary: 'what it may do, such as document.view,document.search' },
      expires: { type: 'string', value: 'TIME', summary: 'such as 2027-01-01T00:00:00.000Z' },
      addresses: { type: 'string', value: 'LIST', summary: 'addresses or CIDR blocks that may use it' },
      ...OWNER,
    },
    action: async ({ values, positionals: [name = ''], connection, terminal }) => {
      const scopes = listed(values.scopes) as Schema<'Permission'>[] | undefined;
      if (!scopes) throw new UsageError('Name what the key may do with --scopes');
      const { client } = connect(connection);
      const optional = { expires_at: values.expires, allowed_cidrs: listed(values.addresses), owner_id: values.owner };
      const { data } = await client.POST('/api-keys', { body: { name, scopes, ...given(optional) } });
      showNew(data, terminal);
    },
  }),
  defineCommand({
    name: 'keys rotate',
    summary: 'replaces an API key and prints the new one, this once',
    details: LIMITS,
    positionals: [{ name: 'ID' }],
    options: {
      grace: { type: 'string', value: 'SECONDS', default: '86400', summary: 'for which the replaced key works' },
    },
    action: async ({ values, positionals: [id = ''], connection, terminal }) => {
      const grace_period_seconds = whole('grace', values.grace, 0, 604_800);
      const { client } = connect(connection);
      const params = { path: { id } };
      const { data } = await client.POST('/api-keys/{id}/rotate', { params, body: { grace_period_seconds } });
      showNew(data, terminal);
    },
  }),
  defineCommand({
    name: 'keys revoke',
    summary: 'ends an API key and those created with it',
    details: LIMITS,
    positionals: [{ name: 'ID' }],
    options: {},
    action: async ({ positionals: [id = ''], connection, terminal }) => {
      const { client } = connect(connection);
      await client.DELETE('/api-keys/{id}', { params: { path: { id } } });
      if (terminal.isJson) terminal.document({ id, revoked: true });
      else terminal.line(`Revoked ${id}`);
    },
  }),
];

/** The key alone is the output, for `$(…)`. */
function showNew(key: Schema<'CreatedApiKeyResponse'>, terminal: Terminal): void {
  if (terminal.isJson) return terminal.document(key);
  terminal.note(`${key.id}, ${key.scopes.join(', ')}. Keep the key: it is not shown again`);
  terminal.line(key.key);
}

function rowOf({ id, prefix, name, scopes, expires_at, last_used_at }: Schema<'ApiKeyResponse'>): string[] {
  const facts = [id, `${prefix}…`, name, scopes.join(','), `expires ${expires_at ?? 'never'}`];
  return [...facts, `used ${last_used_at ?? 'never'}`].map(printableLine);
}

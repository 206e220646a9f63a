import { Injectable } from '@nestjs/common';
import type { Plan } from '../../../common/principal/principal.js';
import { Database } from '../../../common/database/database.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import { OAuthClient } from './client.entity.js';
import { SCOPES } from '../scopes.js';
import { CONSOLE_CLIENT_ID } from './console-client.js';

export interface ClientRegistration {
  id: string;
  /** Null for a built-in client. */
  organization_id: string | null;
  name: string;
  type: OAuthClient['type'];
  redirect_uris: string[];
  scopes: string[];
  first_party: boolean;
  /** The organization's plan. */
  plan: Plan | null;
  secret_hashes: string[];
}

const COLUMNS = `id, organization_id, name, type, redirect_uris, scopes, first_party, previous_expires_at, row_version,
  created_at, updated_at`;

const COMMAND_LINE_SCOPES = [
  ...['openid', 'profile', 'email', 'offline_access'],
  ...['document.view', 'document.search', 'document.manage', 'chat.use'],
  ...['api.access', 'webhook.manage', 'system.settings'],
];

@Injectable()
export class ClientRepository {
  constructor(private readonly db: Database) {}

  /** The client of `amk login`, with the scopes that its commands need. Nodes of all releases may register it at the same time. */
  async registerCommandLine(): Promise<void> {
    const callback = 'http://127.0.0.1/callback';
    await this.register('amk', 'Command line (amk)', [callback], COMMAND_LINE_SCOPES, false);
  }

  /** The client of the web console. Its redirect URI depends on the node's public URL: see ClientAdapter. */
  async registerConsole(): Promise<void> {
    await this.register(CONSOLE_CLIENT_ID, 'Console', [], [...SCOPES], true);
  }

  private async register(
    ...[id, name, redirectUris, scopes, isFirstParty]: [string, string, string[], string[], boolean]
  ): Promise<void> {
    await this.db.query(
      `INSERT INTO oauth_clients AS c (id, organization_id, name, type, redirect_uris, scopes, first_party)
       VALUES ($1, NULL, $2, 'public', $3, $4, $5)
       ON CONFLICT ON CONSTRAINT pk_oauth_clients DO UPDATE SET scopes = excluded.scopes
       WHERE c.scopes <> excluded.scopes`,
      [id, name, redirectUris, scopes, isFirstParty],
    );
  }

  async insert(client: OAuthClient): Promise<void> {
    await this.db.repository(OAuthClient).insert(client);
  }

  async list(organizationId: string, afterId: string | null, rowCount: number): Promise<KeysetRows<OAuthClient>> {
    return this.db.list<OAuthClient>(
      {
        sql: `SELECT ${COLUMNS} FROM oauth_clients WHERE organization_id = $1 AND ($2::text IS NULL OR id < $2)
       ORDER BY id DESC LIMIT $3`,
        parameters: [organizationId, afterId, rowCount],
      },
      { sql: `FROM oauth_clients WHERE organization_id = $1`, parameters: [organizationId] },
    );
  }

  async find(organizationId: string, id: string): Promise<OAuthClient | null> {
    const [row] = await this.db.query<OAuthClient>(
      `SELECT ${COLUMNS} FROM oauth_clients WHERE id = $1 AND organization_id = $2`,
      [id, organizationId],
    );
    return row ?? null;
  }

  async lock(organizationId: string, id: string): Promise<OAuthClient | null> {
    const [row] = await this.db.query<OAuthClient>(
      `SELECT ${COLUMNS} FROM oauth_clients WHERE id = $1 AND organization_id = $2 FOR UPDATE`,
      [id, organizationId],
    );
    return row ?? null;
  }

  async findRegistration(id: string): Promise<ClientRegistration | null> {
    const [row] = await this.db.query<ClientRegistration>(
      `SELECT c.id, c.organization_id, c.name, c.type, c.redirect_uris, c.scopes, c.first_party, o.plan,
              array_remove(
                ARRAY[c.secret_hash, CASE WHEN c.previous_expires_at > now() THEN c.previous_secret_hash END], NULL
              ) AS secret_hashes
       FROM oauth_clients c LEFT JOIN organizations o ON o.id = c.organization_id WHERE c.id = $1`,
      [id],
    );
    return row ?? null;
  }

  /** Writes the editable fields. Returns the new version. */
  async update({ id, name, redirect_uris, scopes, first_party }: OAuthClient): Promise<OAuthClient> {
    const rows = await this.db.query<OAuthClient>(
      `UPDATE oauth_clients SET name = $2, redirect_uris = $3, scopes = $4, first_party = $5,
              row_version = row_version + 1, updated_at = now()
       WHERE id = $1 RETURNING ${COLUMNS}`,
      [id, name, redirect_uris, scopes, first_party],
    );
    return onlyOne(rows);
  }

  /** The replaced secret works for `graceSeconds`. */
  async rotate(id: string, secretHash: string, graceSeconds: number): Promise<OAuthClient> {
    const rows = await this.db.query<OAuthClient>(
      `UPDATE oauth_clients SET previous_secret_hash = secret_hash, secret_hash = $2,
              previous_expires_at = now() + make_interval(secs => $3),
              row_version = row_version + 1, updated_at = now()
       WHERE id = $1 RETURNING ${COLUMNS}`,
      [id, secretHash, graceSeconds],
    );
    return onlyOne(rows);
  }

  async delete(id: string): Promise<void> {
    await this.db.query(`DELETE FROM oauth_clients WHERE id = $1`, [id]);
  }
}

function onlyOne(rows: OAuthClient[]): OAuthClient {
  const [row] = rows;
  if (!row) throw new Error('a locked OAuth client no longer exists');
  return row;
}

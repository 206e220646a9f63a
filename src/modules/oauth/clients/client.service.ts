import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HAS_CONSOLE } from '../../../common/console-path.js';
import type { Principal } from '../../../common/principal/principal.js';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { requireMatch } from '../../../common/http/if-match.js';
import { newId } from '../../../common/ids/type-id.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import type { Page } from '../../../common/pagination/page.js';
import type { PageQuery } from '../../../common/pagination/page-query.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { differences } from '../differences.js';
import { GrantRepository } from '../grants/grant.repository.js';
import { hashOfClientSecret, makeClientSecret } from './client-secret.js';
import type { OAuthClient } from './client.entity.js';
import { ClientRepository } from './client.repository.js';
import type { CreateClientRequest, UpdateClientRequest } from './dto/client.request.js';

/** A stored client and its secret, which is not stored; null for public clients. */
export interface MadeClient {
  client: OAuthClient;
  secret: string | null;
}

const TERMS = ['redirect_uris', 'scopes', 'first_party'] as const;
const CHANGEABLE = ['name', ...TERMS] as const;

@Injectable()
export class ClientService implements OnApplicationBootstrap {
  constructor(
    private readonly clients: ClientRepository,
    private readonly grants: GrantRepository,
    private readonly audit: AuditTrail,
    private readonly paginator: KeysetPaginator,
    private readonly db: Database,
    @Inject(HAS_CONSOLE) private readonly hasConsole: boolean,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.clients.registerCommandLine();
    if (this.hasConsole) await this.clients.registerConsole();
  }

  async create({ organizationId }: Principal, request: CreateClientRequest): Promise<MadeClient> {
    const secret = request.type === 'confidential' ? makeClientSecret() : null;
    const now = new Date();
    const client: OAuthClient = {
      id: newId('oauth_client'),
      organization_id: organizationId,
      name: request.name,
      type: request.type,
      redirect_uris: request.redirect_uris,
      scopes: request.scopes,
      first_party: request.first_party,
      secret_hash: secret === null ? null : hashOfClientSecret(secret),
      previous_secret_hash: null,
      previous_expires_at: null,
      row_version: 1,
      created_at: now,
      updated_at: now,
    };
    await this.db.transaction(async () => {
      await this.clients.insert(client);
      const { type, redirect_uris, scopes, first_party } = client;
      await this.record('created', client, { type, redirect_uris, scopes, first_party });
    });
    return { client, secret };
  }

  list({ organizationId }: Principal, query: PageQuery): Promise<Page<OAuthClient>> {
    return this.paginator.page('oauth-clients', query, (afterId, rowCount) =>
      this.clients.list(organizationId, afterId, rowCount),
    );
  }

  /** @throws AppError NOT_FOUND */
  async get({ organizationId }: Principal, id: string): Promise<OAuthClient> {
    return required(await this.clients.find(organizationId, id));
  }

  /** Applies to the client's next request. @throws AppError NOT_FOUND, PRECONDITION_FAILED for a stale `ifMatch` */
  update(
    { organizationId }: Principal,
    id: string,
    request: UpdateClientRequest,
    ifMatch: string | null,
  ): Promise<OAuthClient> {
    return this.db.transaction(async () => {
      const client = required(await this.clients.lock(organizationId, id));
      requireMatch(ifMatch, client.row_version);
      const given = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
      const wanted: OAuthClient = { ...client, ...given };
      const changed = Object.keys(differences(CHANGEABLE, client, wanted));
      if (changed.length === 0) return client;
      const updated = await this.clients.update(wanted);
      await this.grants.follow(updated);
      await this.record('updated', updated, { changed, ...differences(TERMS, client, wanted) });
      return updated;
    });
  }

  /** The current secret works for `graceSeconds`; an earlier one stops. @throws AppError NOT_FOUND, CONFLICT (public_client) */
  rotateSecret({ organizationId }: Principal, id: string, graceSeconds: number): Promise<MadeClient> {
    return this.db.transaction(async () => {
      const { type } = required(await this.clients.lock(organizationId, id));
      if (type === 'public') throw AppError.conflict('public_client', 'A public client has no secret');
      const secret = makeClientSecret();
      const client = await this.clients.rotate(id, hashOfClientSecret(secret), graceSeconds);
      await this.record('secret_rotated', client, { grace_period_seconds: graceSeconds });
      return { client, secret };
    });
  }

  /** Deletes the client with all grants, so its tokens stop working immediately. @throws AppError NOT_FOUND */
  async delete({ organizationId }: Principal, id: string): Promise<void> {
    await this.db.transaction(async () => {
      const client = required(await this.clients.lock(organizationId, id));
      await this.clients.delete(id);
      await this.record('deleted', client, {});
    });
  }

  private record(act: string, client: OAuthClient, details: Record<string, unknown>): Promise<void> {
    return this.audit.record({
      action: `oauth_client.${act}`,
      target: { type: 'oauth_client', id: client.id },
      details,
      organization_id: client.organization_id,
    });
  }
}

function required(client: OAuthClient | null): OAuthClient {
  if (!client) throw AppError.notFound('oauth_client');
  return client;
}

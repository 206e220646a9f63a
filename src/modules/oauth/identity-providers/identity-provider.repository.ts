import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import { IdentityProvider } from './identity-provider.entity.js';

export interface ProviderDomain {
  domain: string;
  challenge: string;
  verified_at: Date | null;
}

/** `email_domains` is in alphabetical order; `domains` has the verification status. */
export type ProviderWithDomains = IdentityProvider & { email_domains: string[]; domains: ProviderDomain[] };

export type DraftProvider = Omit<ProviderWithDomains, 'domains'>;

const SELECT = `SELECT p.*, d.email_domains, d.domains
  FROM identity_providers p CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(d.domain ORDER BY d.domain), '{}') AS email_domains,
           coalesce(jsonb_agg(jsonb_build_object('domain', d.domain, 'challenge', d.challenge, 'verified_at', d.verified_at)
                              ORDER BY d.domain), '[]') AS domains
    FROM identity_provider_domains d WHERE d.provider_id = p.id) d`;

@Injectable()
export class IdentityProviderRepository {
  constructor(private readonly db: Database) {}

  async list(
    organizationId: string,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<ProviderWithDomains>> {
    const { rows, ...count } = await this.db.list<ProviderWithDomains>(
      {
        sql: `${SELECT} WHERE p.organization_id = $1 AND ($2::text IS NULL OR p.id < $2) ORDER BY p.id DESC LIMIT $3`,
        parameters: [organizationId, afterId, rowCount],
      },
      { sql: `FROM identity_providers WHERE organization_id = $1`, parameters: [organizationId] },
    );
    return { rows: rows.map(withDates), ...count };
  }

  /** Searches all organizations by default. */
  async find(id: string, organizationId: string | null = null): Promise<ProviderWithDomains | null> {
    const sql = `${SELECT} WHERE p.id = $1 AND ($2::text IS NULL OR p.organization_id = $2)`;
    return this.one(sql, [id, organizationId]);
  }

  async lock(id: string, organizationId: string): Promise<ProviderWithDomains | null> {
    const sql = `${SELECT} WHERE p.id = $1 AND p.organization_id = $2 FOR UPDATE OF p`;
    return this.one(sql, [id, organizationId]);
  }

  /** Locks the organization, which prevents new providers until the end of the transaction. Call before locking its rows. */
  async lockOrganization(organizationId: string): Promise<void> {
    await this.db.defer(`SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE`, [organizationId]);
  }

  count(organizationId: string): Promise<number> {
    return this.db.repository(IdentityProvider).countBy({ organization_id: organizationId });
  }

  /** @param organizationId null for any; the first to prove the domain */
  async findByDomain(domain: string, organizationId: string | null): Promise<ProviderWithDomains | null> {
    return this.one(
      `${SELECT} JOIN identity_provider_domains o ON o.provider_id = p.id
       WHERE o.domain = $1 AND o.verified_at IS NOT NULL AND ($2::text IS NULL OR p.organization_id = $2) AND p.enabled
       ORDER BY o.verified_at LIMIT 1`,
      [domain, organizationId],
    );
  }

  async disableAll(organizationId: string): Promise<void> {
    await this.db.query(`UPDATE identity_providers SET enabled = false WHERE organization_id = $1`, [organizationId]);
  }

  async insert(provider: IdentityProvider): Promise<void> {
    await this.db.repository(IdentityProvider).insert(provider);
  }

  /** Increments the version even if only the domains, which are stored elsewhere, changed. */
  async update(provider: IdentityProvider): Promise<void> {
    await this.db.query(
      `UPDATE identity_providers SET name = $2, issuer = $3, authorization_url = $4, token_url = $5, userinfo_url = $6,
              client_id = $7, sealed_client_secret = $8, scopes = $9, default_role = $10, default_team_id = $11,
              role_mapping = $12, max_role = $13, enabled = $14, saml = $15, row_version = row_version + 1, updated_at = now()
       WHERE id = $1`,
      [
        provider.id,
        provider.name,
        provider.issuer,
        provider.authorization_url,
        provider.token_url,
        provider.userinfo_url,
        provider.client_id,
        provider.sealed_client_secret,
        provider.scopes,
        provider.default_role,
        provider.default_team_id,
        JSON.stringify(provider.role_mapping),
        provider.max_role,
        provider.enabled,
        provider.saml && JSON.stringify(provider.saml),
      ],
    );
  }

  /** Replaces the domains; kept ones stay verified. Returns a domain that another provider of the organization has: then roll back. */
  async setDomains({ id, organization_id }: IdentityProvider, domains: readonly string[]): Promise<string | null> {
    await this.db.defer(`DELETE FROM identity_provider_domains WHERE provider_id = $1 AND domain <> ALL ($2)`, [
      id,
      domains,
    ]);
    await this.db.defer(
      `INSERT INTO identity_provider_domains (domain, provider_id)
       SELECT domain, $1 FROM unnest($2::text[]) AS domain ON CONFLICT DO NOTHING`,
      [id, domains],
    );
    const [taken] = await this.db.query<{ domain: string }>(
      `SELECT d.domain FROM identity_provider_domains d JOIN identity_providers p ON p.id = d.provider_id
       WHERE p.organization_id = $1 AND p.id <> $2 AND d.domain = ANY ($3) LIMIT 1`,
      [organization_id, id, domains],
    );
    return taken?.domain ?? null;
  }

  /** False when it was already verified or has another challenge. */
  async markVerified(providerId: string, { domain, challenge }: ProviderDomain): Promise<boolean> {
    const rows = await this.db.query(
      `UPDATE identity_provider_domains SET verified_at = now()
       WHERE provider_id = $1 AND domain = $2 AND challenge = $3 AND verified_at IS NULL RETURNING 1`,
      [providerId, domain, challenge],
    );
    return rows.length > 0;
  }

  async delete(id: string): Promise<void> {
    await this.db.query(`DELETE FROM identity_providers WHERE id = $1`, [id]);
  }

  private async one(sql: string, parameters: unknown[]): Promise<ProviderWithDomains | null> {
    const [row] = await this.db.query<ProviderWithDomains>(sql, parameters);
    return row ? withDates(row) : null;
  }
}

/** JSON has no dates. */
function withDates(row: ProviderWithDomains): ProviderWithDomains {
  const domains = row.domains.map((domain) => ({
    ...domain,
    verified_at: domain.verified_at && new Date(domain.verified_at),
  }));
  return { ...row, domains };
}

import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import { canonicalDomain } from './email-domains.js';
import { IdentityProvider } from './identity-provider.entity.js';

/** A provider with the domains that it speaks for, in alphabetical order. */
export type ProviderWithDomains = IdentityProvider & { email_domains: string[] };

const SELECT = `SELECT p.*, ARRAY(SELECT d.domain FROM identity_provider_domains d WHERE d.provider_id = p.id ORDER BY 1) AS email_domains
  FROM identity_providers p`;

@Injectable()
export class IdentityProviderRepository {
  constructor(private readonly db: Database) {}

  async list(
    organizationId: string,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<ProviderWithDomains>> {
    const rows = await this.db.query<ProviderWithDomains>(
      `${SELECT} WHERE p.organization_id = $1 AND ($2::text IS NULL OR p.id < $2) ORDER BY p.id DESC LIMIT $3`,
      [organizationId, afterId, rowCount],
    );
    const totalCount = await this.db.repository(IdentityProvider).countBy({ organization_id: organizationId });
    return { rows, totalCount };
  }

  /** Of any organization, when none is named. */
  async find(id: string, organizationId: string | null = null): Promise<ProviderWithDomains | null> {
    const sql = `${SELECT} WHERE p.id = $1 AND ($2::text IS NULL OR p.organization_id = $2)`;
    return (await this.db.query<ProviderWithDomains>(sql, [id, organizationId]))[0] ?? null;
  }

  /** Takes the provider for the rest of the transaction. */
  async lock(id: string, organizationId: string): Promise<ProviderWithDomains | null> {
    const sql = `${SELECT} WHERE p.id = $1 AND p.organization_id = $2 FOR UPDATE OF p`;
    return (await this.db.query<ProviderWithDomains>(sql, [id, organizationId]))[0] ?? null;
  }

  /** How many the organization has. The organization is held for the rest of the transaction, so that no other comes. */
  async countForUpdate(organizationId: string): Promise<number> {
    await this.db.query(`SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE`, [organizationId]);
    return this.db.repository(IdentityProvider).countBy({ organization_id: organizationId });
  }

  /** The organization's enabled provider that speaks for a domain. */
  async findByDomain(domain: string, organizationId: string): Promise<ProviderWithDomains | null> {
    const rows = await this.db.query<ProviderWithDomains>(
      `${SELECT} JOIN identity_provider_domains o ON o.provider_id = p.id
       WHERE o.domain = $1 AND p.organization_id = $2 AND p.enabled`,
      [domain, organizationId],
    );
    return rows[0] ?? null;
  }

  async disableAll(organizationId: string): Promise<void> {
    await this.db.query(`UPDATE identity_providers SET enabled = false WHERE organization_id = $1`, [organizationId]);
  }

  async insert(provider: IdentityProvider): Promise<void> {
    await this.db.repository(IdentityProvider).insert(provider);
  }

  /** Writes what may be changed, as the next version even when only the domains, which are elsewhere, did. */
  async update(provider: IdentityProvider): Promise<void> {
    await this.db.query(
      `UPDATE identity_providers SET name = $2, issuer = $3, authorization_url = $4, token_url = $5, userinfo_url = $6,
              client_id = $7, sealed_client_secret = $8, scopes = $9, default_role = $10, default_team_id = $11,
              role_mapping = $12, max_role = $13, enabled = $14, row_version = row_version + 1, updated_at = now()
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
      ],
    );
  }

  /** Makes these the provider's domains. Answers one that is another provider's, if any: then give the transaction up. */
  async setDomains(providerId: string, domains: readonly string[]): Promise<string | null> {
    await this.db.query(`DELETE FROM identity_provider_domains WHERE provider_id = $1 AND domain <> ALL ($2)`, [
      providerId,
      domains,
    ]);
    // Waits for whoever is claiming the same one; in one order, so that no two wait for each other.
    await this.db.query(
      `INSERT INTO identity_provider_domains (domain, provider_id)
       SELECT domain, $1 FROM unnest($2::text[]) AS domain ORDER BY domain ON CONFLICT DO NOTHING`,
      [providerId, domains],
    );
    const owned = await this.db.query<{ domain: string }>(
      `SELECT domain FROM identity_provider_domains WHERE provider_id = $1`,
      [providerId],
    );
    const isOwned = new Set(owned.map(({ domain }) => domain));
    return domains.find((domain) => !isOwned.has(domain)) ?? null;
  }

  /**
   * The first of the domains in which people of another organization are, invited ones too, and none of this one are active:
   * whom it only invited has not shown yet that the mailbox is theirs. Addresses with letters beyond ASCII are many spellings of
   * a domain, which PostgreSQL does not know: all of those are read.
   */
  async findInhabited(organizationId: string, domains: readonly string[]): Promise<string | null> {
    const rows = await this.db.query<{ domain: string; others: boolean; own: boolean }>(
      `SELECT a.domain, bool_or(u.organization_id <> $1) AS others,
              bool_or(u.organization_id = $1 AND u.status = 'active') AS own
       FROM users u, lower(substring(u.email FROM '@([^@]+)$')) AS a (domain)
       WHERE (a.domain = ANY ($2) OR a.domain ~ '[^[:ascii:]]')
         AND u.status IN ('active', 'invited') AND u.role <> 'api_user' AND u.removed_at IS NULL
       GROUP BY a.domain`,
      [organizationId, domains],
    );
    const isThere = (who: 'others' | 'own', domain: string): boolean =>
      rows.some((row) => row[who] && canonicalDomain(row.domain) === domain);
    return domains.find((domain) => isThere('others', domain) && !isThere('own', domain)) ?? null;
  }

  /** What goes with it: domains, links, and logins on their way. */
  async delete(id: string): Promise<void> {
    await this.db.query(`DELETE FROM identity_providers WHERE id = $1`, [id]);
  }
}

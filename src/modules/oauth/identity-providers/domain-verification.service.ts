import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { NameResolver } from '../../../integrations/outbound-http/name-resolver.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { canonicalDomain, challengeRecord, type ChallengeRecord } from './email-domains.js';
import { IdentityProviderRepository, type ProviderDomain } from './identity-provider.repository.js';
import { IdentityProviderService, type IdentityProviderView } from './identity-provider.service.js';

/** DNS errors for a missing name or record. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);

/** Verifies that a domain belongs to an organization by a DNS record. */
@Injectable()
export class DomainVerification {
  constructor(
    private readonly providers: IdentityProviderService,
    private readonly repository: IdentityProviderRepository,
    private readonly resolver: NameResolver,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  /** @throws AppError NOT_FOUND, CONFLICT (domain_not_proven) without the TXT record, UPSTREAM_ERROR and UPSTREAM_TIMEOUT (dns) */
  async verify(principal: Principal, id: string, name: string): Promise<IdentityProviderView> {
    const domain = await this.find(principal, id, name);
    const record = challengeRecord(domain);
    const texts = await this.textsOf(record);
    if (!texts.includes(record.value)) {
      throw AppError.conflict(
        'domain_not_proven',
        `The TXT record ${record.name} with the value ${record.value} was not found`,
      );
    }
    return this.db.transaction(async () => {
      if (await this.repository.markVerified(id, domain)) {
        await this.audit.record({
          action: 'identity_provider.domain_verified',
          target: { type: 'identity_provider', id },
          details: { domain: domain.domain },
        });
      }
      return this.providers.get(principal, id);
    });
  }

  private async find(principal: Principal, id: string, name: string): Promise<ProviderDomain> {
    const { provider } = await this.providers.get(principal, id);
    const wanted = canonicalDomain(name);
    const domain = provider.domains.find((candidate) => candidate.domain === wanted);
    if (!domain) throw AppError.notFound('domain');
    return domain;
  }

  private async textsOf({ name }: ChallengeRecord): Promise<string[]> {
    try {
      return await this.resolver.texts(name);
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      if (ABSENT.has(code)) return [];
      throw code === 'ETIMEOUT'
        ? new AppError(
            'UPSTREAM_TIMEOUT',
            'The name servers did not respond in time',
            { reason: 'dns' },
            { cause: error },
          )
        : new AppError('UPSTREAM_ERROR', 'The name servers failed to respond', { reason: 'dns' }, { cause: error });
    }
  }
}

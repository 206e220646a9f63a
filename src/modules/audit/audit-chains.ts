import { Injectable, Logger } from '@nestjs/common';
import { Secrets } from '../../common/crypto/secrets.js';
import { newId } from '../../common/ids/type-id.js';
import type { AuditChain } from './audit-chain.entity.js';
import { AuditChainRepository, chainOf } from './audit-chain.repository.js';
import type { AuditEvent } from './audit-event.entity.js';
import { GENESIS_HASH, hashOf } from './audit-hash.js';
import { isSealedBy, sealOf } from './audit-seal.js';

export type GatheredEvent = Omit<AuditEvent, 'id' | 'sequence' | 'previous_hash' | 'hash'>;

@Injectable()
export class AuditChains {
  private readonly logger = new Logger('Audit');

  constructor(
    private readonly chains: AuditChainRepository,
    private readonly secrets: Secrets,
  ) {}

  /** Appends in order in the open transaction. Locks heads by name, so that transactions with several chains do not deadlock. */
  async append(gathered: readonly GatheredEvent[]): Promise<void> {
    const events: AuditEvent[] = [];
    const heads: AuditChain[] = [];
    for (const chain of [...new Set(gathered.map(chainOf))].sort()) {
      const head = await this.lockHead(chain);
      const isSealed = isSealedBy(head, this.secrets);
      for (const event of gathered.filter((candidate) => chainOf(candidate) === chain)) {
        const linked = {
          ...event,
          id: newId('audit_event'),
          sequence: head.last_sequence + 1,
          previous_hash: head.last_hash,
        };
        const hash = hashOf(linked);
        events.push({ ...linked, hash });
        head.last_sequence = linked.sequence;
        head.last_hash = hash;
      }
      // A forged head is never sealed, so that verification reports it.
      if (isSealed) head.seal = sealOf(head, this.secrets);
      else this.logger.error({ chain }, 'the seal of an audit chain is invalid; run npm run audit:verify');
      heads.push(head);
    }
    await this.chains.append(events, heads);
  }

  private async lockHead(chain: string): Promise<AuditChain> {
    const known = await this.chains.lockHead(chain);
    if (known) return known;
    const empty = { chain, last_sequence: 0, last_hash: GENESIS_HASH };
    await this.chains.createHead(chain, sealOf(empty, this.secrets));
    const created = await this.chains.lockHead(chain);
    if (!created) throw new Error(`the audit chain ${chain} has no head`);
    return created;
  }
}

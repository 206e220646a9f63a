import { Injectable, Logger } from '@nestjs/common';
import { Secrets } from '../../../common/crypto/secrets.js';
import { Database } from '../../../common/database/database.js';
import { removalDeadline, removeInBatches } from '../../../common/runtime/batched-removal.js';
import { INSTALLATION } from '../audit-chain.repository.js';
import type { AuditEvent } from '../audit-event.entity.js';
import { GENESIS_HASH, isWhole } from '../audit-hash.js';
import { ANCHOR } from '../audit-seal.js';
import { AuditTrail } from '../audit.service.js';
import { AuditAnchorRepository, type OverdueChain } from './audit-anchor.repository.js';

/** Retention of the installation's events, in days: seven years. */
const INSTALLATION_DAYS = 2555;
const BATCH = 1000;

/**
 * Deletes events beyond their organization's retention from the start of its chain. The last deleted event becomes the anchor, from which
 * verification continues; the deletion is an event itself. Inconsistent events are kept as evidence.
 */
@Injectable()
export class AuditRetention {
  private readonly log = new Logger('Audit');

  constructor(
    private readonly anchors: AuditAnchorRepository,
    private readonly trail: AuditTrail,
    private readonly secrets: Secrets,
    private readonly db: Database,
  ) {}

  async run(): Promise<void> {
    const end = removalDeadline();
    await this.db.withLock('audit retention', async () => {
      for (const overdue of await this.anchors.listOverdue(INSTALLATION_DAYS)) {
        await removeInBatches(() => this.removeSome(overdue), end);
      }
    });
  }

  private removeSome(overdue: OverdueChain): Promise<boolean> {
    const { chain, days } = overdue;
    return this.db.transaction(async () => {
      const before = await this.anchors.lock(chain);
      const { last_sequence, last_hash } = before ?? { last_sequence: 0, last_hash: GENESIS_HASH };
      const events = await this.anchors.listOld(overdue, last_sequence, BATCH);
      const last = events.at(-1);
      if (!last) return false;
      const isSealed = before === null || ANCHOR.isSealed(before, before.seal, this.secrets);
      if (!isSealed || !fitTogether(events, last_sequence, last_hash)) {
        this.log.error({ chain }, 'old events of an audit chain are inconsistent and were not deleted');
        return false;
      }
      const end = { chain, last_sequence: last.sequence, last_hash: last.hash };
      const anchor = { ...end, seal: ANCHOR.seal(end, this.secrets) };
      await this.anchors.save(anchor);
      await this.anchors.removeUpTo(anchor);
      const organizationId = chain === INSTALLATION ? null : chain;
      await this.trail.record({
        action: 'audit_events.removed',
        target: organizationId === null ? undefined : { type: 'organization', id: organizationId },
        details: {
          first_sequence: last_sequence + 1,
          last_sequence: last.sequence,
          last_hash: last.hash.toString('hex'),
          older_than_days: days,
        },
        organization_id: organizationId,
      });
      return events.length === BATCH;
    });
  }
}

/** Whether the events are unchanged and consecutive, starting after the given number and hash. */
function fitTogether(events: readonly AuditEvent[], sequence: number, hash: Buffer): boolean {
  return events.every((event, index) => {
    const before = events[index - 1]?.hash ?? hash;
    return event.sequence === sequence + index + 1 && event.previous_hash.equals(before) && isWhole(event);
  });
}

import { Injectable } from '@nestjs/common';
import type { AuditChain } from './audit-chain.entity.js';
import { AuditChainRepository } from './audit-chain.repository.js';
import { AuditChains } from './audit-chains.js';
import type { AuditEvent } from './audit-event.entity.js';
import { GENESIS_HASH, hashOf } from './audit-hash.js';

/** Events held in memory at once. */
const BATCH_SIZE = 1000;

/**
 * What is wrong with a chain: an event `changed`, `missing`, `added` past the service, not following the one before it
 * (`reordered`); the last events removed (`tail_cut`); a head that no holder of SECRET_KEY wrote, or none (`seal_wrong`).
 */
export type BreakReason = 'changed' | 'missing' | 'added' | 'reordered' | 'tail_cut' | 'seal_wrong';

/** The first thing wrong, and at which event. */
export interface ChainBreak {
  sequence: number;
  reason: BreakReason;
}

export interface ChainReport {
  /** Id of the organization, or `installation`. */
  chain: string;
  /** How many events were read and found whole. */
  events: number;
  /** Hash of the last of them, in hexadecimal. */
  last_hash: string;
  broken: ChainBreak | null;
}

/** Recomputes the chains from what the database holds. */
@Injectable()
export class AuditVerification {
  constructor(
    private readonly repository: AuditChainRepository,
    private readonly chains: AuditChains,
  ) {}

  /** Reports on every chain, one after the other; while it runs, events may be appended. */
  async *verifyAll(): AsyncGenerator<ChainReport> {
    for (const chain of await this.repository.chains()) yield this.verify(chain);
  }

  private async verify(chain: string): Promise<ChainReport> {
    const { head, newest } = await this.repository.end(chain);
    let last: Pick<AuditEvent, 'sequence' | 'hash'> = { sequence: 0, hash: GENESIS_HASH };
    const report = (broken: ChainBreak | null): ChainReport => ({
      chain,
      events: last.sequence,
      last_hash: last.hash.toString('hex'),
      broken,
    });
    for await (const event of this.events(chain, newest)) {
      const broken = await this.breakOf(chain, event, last);
      if (broken) return report(broken);
      last = event;
    }
    return report(this.breakOfHead(head, last));
  }

  /** The events of a chain in order, up to and with number `newest`. */
  private async *events(chain: string, newest: number | null): AsyncGenerator<AuditEvent> {
    let after = Number.MIN_SAFE_INTEGER;
    while (newest !== null && after < newest) {
      const batch = await this.repository.eventsAfter(chain, after, BATCH_SIZE);
      yield* batch.filter(({ sequence }) => sequence <= newest);
      after = batch.at(-1)?.sequence ?? newest;
    }
  }

  private async breakOf(
    chain: string,
    event: AuditEvent,
    before: Pick<AuditEvent, 'sequence' | 'hash'>,
  ): Promise<ChainBreak | null> {
    const { sequence } = event;
    const expected = before.sequence + 1;
    if (sequence > expected) return { sequence: expected, reason: 'missing' };
    if (sequence < expected) return { sequence, reason: 'added' };
    const isWhole = hashOf(event).equals(event.hash);
    if (event.previous_hash.equals(before.hash)) return isWhole ? null : { sequence, reason: 'changed' };
    // It follows another event than the one before it; where there is no such event, one of the two was written anew.
    if (await this.repository.hasHash(chain, event.previous_hash)) return { sequence, reason: 'reordered' };
    return { sequence: isWhole && before.sequence > 0 ? before.sequence : sequence, reason: 'changed' };
  }

  private breakOfHead(
    head: AuditChain | null,
    { sequence, hash }: Pick<AuditEvent, 'sequence' | 'hash'>,
  ): ChainBreak | null {
    if (!head || !this.chains.isSealed(head)) return { sequence, reason: 'seal_wrong' };
    if (head.last_sequence > sequence) return { sequence: sequence + 1, reason: 'tail_cut' };
    if (head.last_sequence < sequence) return { sequence: head.last_sequence + 1, reason: 'added' };
    return head.last_hash.equals(hash) ? null : { sequence, reason: 'changed' };
  }
}

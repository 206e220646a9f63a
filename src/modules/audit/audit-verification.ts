import { Injectable } from '@nestjs/common';
import { Secrets } from '../../common/crypto/secrets.js';
import type { AuditChain } from './audit-chain.entity.js';
import { AuditChainRepository } from './audit-chain.repository.js';
import type { AuditEvent } from './audit-event.entity.js';
import { GENESIS_HASH, isWhole } from './audit-hash.js';
import { ANCHOR, isSealedBy } from './audit-seal.js';
import type { AuditAnchor } from './retention/audit-anchor.entity.js';
import { AuditAnchorRepository } from './retention/audit-anchor.repository.js';

/** Events held in memory at once. */
const BATCH_SIZE = 1000;

/**
 * What is wrong with a chain: an event `changed`, `missing`, `added` past the service, not following the one before it
 * (`reordered`); the last events removed (`tail_cut`); a head or anchor that no holder of SECRET_KEY wrote, or no head (`seal_wrong`);
 * not the chain that an earlier report saw (`rolled_back`), as when an old copy of the database is put in its place.
 */
export type BreakReason = 'changed' | 'missing' | 'added' | 'reordered' | 'tail_cut' | 'seal_wrong' | 'rolled_back';

/** The first thing wrong, and at which event. */
export interface ChainBreak {
  sequence: number;
  reason: BreakReason;
}

export interface ChainReport {
  /** Id of the organization, or `installation`. */
  chain: string;
  /** Number of the last event that was read and found whole. */
  events: number;
  /** Number of the last event that was removed for its age; those after it were read. 0 while there is none. */
  removed: number;
  /** Hash of the last of them, in hexadecimal. */
  last_hash: string;
  broken: ChainBreak | null;
}

type Link = Pick<AuditEvent, 'sequence' | 'hash'>;
type Earlier = Pick<ChainReport, 'chain' | 'events' | 'last_hash'>;

/** Recomputes the chains from what the database holds. */
@Injectable()
export class AuditVerification {
  constructor(
    private readonly chains: AuditChainRepository,
    private readonly anchors: AuditAnchorRepository,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Reports on every chain, one after the other; while it runs, events may be appended.
   *
   * @param earlier what was found whole before: all of it must still be there. A seal cannot tell that, for what an old
   *   copy of the database holds was sealed too, so keep reports where the database's administrators cannot write. A
   *   report that ends before what was removed for its age says nothing any more.
   */
  async *verifyAll(earlier: readonly Earlier[] = []): AsyncGenerator<ChainReport> {
    const known = new Map(earlier.map((report) => [report.chain, report]));
    const chains = new Set([...(await this.chains.names()), ...known.keys()]);
    for (const chain of chains) yield this.verify(chain, known.get(chain));
  }

  /** As {@link verifyAll}, of one chain. */
  async verify(chain: string, earlier?: Earlier): Promise<ChainReport> {
    for (;;) {
      const anchor = await this.anchors.find(chain);
      const report = await this.verifyAfter(anchor, chain, earlier);
      if (report.broken === null) return report;
      // What was still to be read may have been removed for its age meanwhile.
      if ((await this.anchors.find(chain))?.last_sequence === anchor?.last_sequence) return report;
    }
  }

  private async verifyAfter(anchor: AuditAnchor | null, chain: string, earlier?: Earlier): Promise<ChainReport> {
    const { head, newest } = await this.chains.end(chain);
    const removed = anchor?.last_sequence ?? 0;
    let last: Link = { sequence: removed, hash: anchor?.last_hash ?? GENESIS_HASH };
    const report = (broken: ChainBreak | null): ChainReport => ({
      chain,
      events: last.sequence,
      removed,
      last_hash: last.hash.toString('hex'),
      broken,
    });
    if (anchor && !isSealedBy(anchor, this.secrets, ANCHOR)) return report({ sequence: removed, reason: 'seal_wrong' });
    const changedBefore = breakSince(earlier, last);
    if (changedBefore && removed > 0) return report(changedBefore);
    for await (const event of this.events(chain, newest)) {
      const broken = (await this.breakOf(chain, event, last)) ?? breakSince(earlier, event);
      if (broken) return report(broken);
      last = event;
    }
    const isShorter = earlier !== undefined && earlier.events > last.sequence;
    const cut: ChainBreak | null = isShorter ? { sequence: last.sequence + 1, reason: 'rolled_back' } : null;
    return report(breakOfHead(head, last, this.secrets) ?? cut);
  }

  /** The events of a chain in order, up to and with number `newest`. */
  private async *events(chain: string, newest: number | null): AsyncGenerator<AuditEvent> {
    let after = Number.MIN_SAFE_INTEGER;
    while (newest !== null && after < newest) {
      const batch = await this.chains.eventsAfter(chain, after, BATCH_SIZE);
      yield* batch.filter(({ sequence }) => sequence <= newest);
      after = batch.at(-1)?.sequence ?? newest;
    }
  }

  private async breakOf(chain: string, event: AuditEvent, before: Link): Promise<ChainBreak | null> {
    const { sequence } = event;
    const expected = before.sequence + 1;
    if (sequence > expected) return { sequence: expected, reason: 'missing' };
    if (sequence < expected) return { sequence, reason: 'added' };
    const whole = isWhole(event);
    if (event.previous_hash.equals(before.hash)) return whole ? null : { sequence, reason: 'changed' };
    // It follows another event than the one before it; where there is no such event, one of the two was written anew.
    if (await this.chains.hasHash(chain, event.previous_hash)) return { sequence, reason: 'reordered' };
    return { sequence: whole && before.sequence > 0 ? before.sequence : sequence, reason: 'changed' };
  }
}

function breakOfHead(head: AuditChain | null, { sequence, hash }: Link, secrets: Secrets): ChainBreak | null {
  // Nothing at all: only an earlier report knows such a chain.
  if (!head && sequence === 0) return null;
  if (!head || !isSealedBy(head, secrets)) return { sequence, reason: 'seal_wrong' };
  if (head.last_sequence > sequence) return { sequence: sequence + 1, reason: 'tail_cut' };
  if (head.last_sequence < sequence) return { sequence: head.last_sequence + 1, reason: 'added' };
  return head.last_hash.equals(hash) ? null : { sequence, reason: 'changed' };
}

/** Whether the event that an earlier report ended with is another one now. */
function breakSince(earlier: Earlier | undefined, { sequence, hash }: Link): ChainBreak | null {
  const isAnother = earlier?.events === sequence && earlier.last_hash !== hash.toString('hex');
  return isAnother ? { sequence, reason: 'rolled_back' } : null;
}

import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Secrets } from '../../common/crypto/secrets.js';
import type { AuditChain } from './audit-chain.entity.js';
import { AuditChainRepository } from './audit-chain.repository.js';
import type { AuditEvent } from './audit-event.entity.js';
import { GENESIS_HASH, isWhole } from './audit-hash.js';
import { ANCHOR, HEAD, RECORD, treeHeadOf } from './audit-seal.js';
import type { AuditAnchor } from './retention/audit-anchor.entity.js';
import { AuditAnchorRepository } from './retention/audit-anchor.repository.js';
import { UnsealedEventRepository, type UnsealedEvent } from './sealing/unsealed-event.repository.js';
import { TileRepository } from './tree/tile.repository.js';
import { TreeCheck } from './tree/tree-check.js';

const BATCH_SIZE = 1000;
/** A late event may just have been committed by a long transaction: a sealer takes it within this time. Milliseconds. */
const SEALER_MS = 3_000;
const LOOK_MS = 500;

/**
 * What is wrong with a chain: an event `changed`, `missing`, `added` outside the service or not following its predecessor (`reordered`);
 * the last events deleted (`tail_cut`); a head or anchor with an invalid seal, or no head (`seal_wrong`); a Merkle tree that is not that
 * of the events or has an invalid seal (`tree_wrong`); an unsealed event that the service did not record (`forged`) or that has waited for
 * more than a minute (`unsealed`); not a continuation of an earlier report (`rolled_back`), such as an old copy of the database.
 */
export type BreakReason =
  | 'changed'
  | 'missing'
  | 'added'
  | 'reordered'
  | 'tail_cut'
  | 'seal_wrong'
  | 'tree_wrong'
  | 'forged'
  | 'unsealed'
  | 'rolled_back';

export interface ChainBreak {
  sequence: number;
  reason: BreakReason;
}

export interface ChainReport {
  /** Id of the organization, or `installation`. */
  chain: string;
  /** Number of the last valid event. */
  events: number;
  /** Number of the last event deleted after its retention; 0 without one. */
  removed: number;
  last_hash: string;
  /** Events that have no number yet. */
  unsealed: number;
  broken: ChainBreak | null;
}

type Link = Pick<AuditEvent, 'sequence' | 'hash'>;
type Earlier = Pick<ChainReport, 'chain' | 'events' | 'last_hash'>;

@Injectable()
export class AuditVerification {
  constructor(
    private readonly chains: AuditChainRepository,
    private readonly anchors: AuditAnchorRepository,
    private readonly unsealed: UnsealedEventRepository,
    private readonly tiles: TileRepository,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Verifies every chain. Events can be appended meanwhile.
   * @param earlier results of earlier reports, which must still be contained. Detects the restoration of an old copy, whose seals are
   * valid; keep reports where database administrators cannot write. Ignored for events that have been deleted after their retention.
   */
  async *verifyAll(earlier: readonly Earlier[] = []): AsyncGenerator<ChainReport> {
    const known = new Map(earlier.map((report) => [report.chain, report]));
    const chains = new Set([...(await this.chains.names()), ...known.keys()]);
    for (const chain of chains) yield this.verify(chain, known.get(chain));
  }

  /** {@link verifyAll} for one chain. */
  async verify(chain: string, earlier?: Earlier): Promise<ChainReport> {
    for (;;) {
      const anchor = await this.anchors.find(chain);
      const report = await this.verifyAfter(anchor, chain, earlier);
      if (report.broken === null) return report;
      // Events may have been deleted by retention during the verification.
      if ((await this.anchors.find(chain))?.last_sequence === anchor?.last_sequence) return report;
    }
  }

  private async verifyAfter(anchor: AuditAnchor | null, chain: string, earlier?: Earlier): Promise<ChainReport> {
    const { head, newest } = await this.chains.end(chain);
    const removed = anchor?.last_sequence ?? 0;
    let last: Link = { sequence: removed, hash: anchor?.last_hash ?? GENESIS_HASH };
    const report = (broken: ChainBreak | null, unsealed = 0): ChainReport => ({
      chain,
      events: last.sequence,
      removed,
      last_hash: last.hash.toString('hex'),
      unsealed,
      broken,
    });
    if (anchor && !ANCHOR.isSealed(anchor, anchor.seal, this.secrets)) {
      return report({ sequence: removed, reason: 'seal_wrong' });
    }
    const changedBefore = breakSince(earlier, last);
    if (changedBefore && removed > 0) return report(changedBefore);
    const treeHead = head && treeHeadOf(head);
    const tree = treeHead && (await TreeCheck.begin(treeHead, removed, this.tiles));
    for await (const event of this.events(chain, newest)) {
      const broken = (await this.breakOf(chain, event, last)) ?? breakSince(earlier, event);
      if (broken) return report(broken);
      last = event;
      await tree?.add(event.sequence, event.hash);
    }
    const isShorter = earlier !== undefined && earlier.events > last.sequence;
    const cut: ChainBreak | null = isShorter ? { sequence: last.sequence + 1, reason: 'rolled_back' } : null;
    const brokenTree = (await tree?.end(head?.tree_seal ?? null, this.secrets)) ?? null;
    const waiting = await this.checkUnsealed(chain);
    return report(
      breakOfHead(head, last, this.secrets) ??
        cut ??
        (brokenTree === null ? null : { sequence: brokenTree, reason: 'tree_wrong' }) ??
        (waiting.reason && { sequence: last.sequence + 1, reason: waiting.reason }),
      waiting.count,
    );
  }

  private async checkUnsealed(chain: string): Promise<{ count: number; reason: BreakReason | null }> {
    let count = 0;
    let late: UnsealedEvent | null = null;
    for (let after = 0; ;) {
      const events = await this.unsealed.listAfter([{ chain, after }], BATCH_SIZE);
      const forged = events.find((event) => event.is_known || !RECORD.isSealed(event, event.mac, this.secrets));
      if (forged) return { count, reason: 'forged' };
      count += events.length;
      late ??= events.find(({ is_late }) => is_late) ?? null;
      after = events.at(-1)?.arrival ?? after;
      if (events.length < BATCH_SIZE) break;
    }
    return { count, reason: late && (await this.isStuck(late)) ? 'unsealed' : null };
  }

  private async isStuck({ chain, arrival }: UnsealedEvent): Promise<boolean> {
    for (const end = performance.now() + SEALER_MS; ; await pause(LOOK_MS)) {
      const [event] = await this.unsealed.listAfter([{ chain, after: arrival - 1 }], 1);
      if (event?.arrival !== arrival) return false;
      if (performance.now() > end) return true;
    }
  }

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
    // Its predecessor is another event of the chain; otherwise one of the two was changed.
    if (await this.chains.hasHash(chain, event.previous_hash)) return { sequence, reason: 'reordered' };
    return { sequence: whole && before.sequence > 0 ? before.sequence : sequence, reason: 'changed' };
  }
}

function breakOfHead(head: AuditChain | null, { sequence, hash }: Link, secrets: Secrets): ChainBreak | null {
  // No such chain, except in an earlier report.
  if (!head && sequence === 0) return null;
  if (!head || !HEAD.isSealed(head, head.seal, secrets)) return { sequence, reason: 'seal_wrong' };
  if (head.last_sequence > sequence) return { sequence: sequence + 1, reason: 'tail_cut' };
  if (head.last_sequence < sequence) return { sequence: head.last_sequence + 1, reason: 'added' };
  return head.last_hash.equals(hash) ? null : { sequence, reason: 'changed' };
}

/** Whether the last event of an earlier report has changed. */
function breakSince(earlier: Earlier | undefined, { sequence, hash }: Link): ChainBreak | null {
  const isAnother = earlier?.events === sequence && earlier.last_hash !== hash.toString('hex');
  return isAnother ? { sequence, reason: 'rolled_back' } : null;
}

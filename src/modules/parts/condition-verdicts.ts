import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Aircraft } from '../applicability/applicability.service.js';
import type { Decide } from './part-verdict.js';
import type { Excluded, FoundConditions } from './part-rows.repository.js';
import { PartRepository } from './part.repository.js';

/** Conditions that are decided without a pause. */
const DECIDED_AT_ONCE = 20;
/** Verdicts in memory. */
const MAX_KEPT = 400_000;
/** Where only the condition decides. */
const ANYWHERE = { page_number: 1, start_offset: 0, end_offset: 1, temporary_revisions: [] };

/** Which conditions of rows do not hold for an aircraft. They are decided once for all pages of a list, and for other lists. */
@Injectable()
export class ConditionVerdicts {
  /** Whether a condition does not hold, by its position. The key has everything that decides: nothing in it grows old. */
  private readonly kept = new LRUCache<string, Map<number, boolean>>({
    maxSize: MAX_KEPT,
    sizeCalculation: (verdicts) => verdicts.size + 10,
  });

  constructor(private readonly parts: PartRepository) {}

  async excluded(aircraft: Aircraft, decide: Decide, found: readonly FoundConditions[]): Promise<Excluded> {
    const digest = createHash('sha256').update(JSON.stringify(aircraft)).digest('base64');
    const all = found.map(({ positions, ...source }) => {
      const key = JSON.stringify([digest, source]);
      return { source, positions, key, verdicts: new Map(this.kept.get(key)) };
    });
    const missing = new Map(
      all.flatMap(({ source, positions, verdicts }): [string, number[]][] => {
        const unknown = positions.filter((position) => !verdicts.has(position));
        return unknown.length > 0 ? [[source.revision_id, unknown]] : [];
      }),
    );
    if (missing.size > 0)
      await this.decideOn(missing, new Map(all.map((one) => [one.source.revision_id, one])), decide);
    const none = new Map(
      all.flatMap(({ source, positions, key, verdicts }): [string, number[]][] => {
        if (missing.has(source.revision_id)) this.kept.set(key, verdicts);
        const those = positions.filter((position) => verdicts.get(position));
        return those.length > 0 ? [[source.revision_id, those]] : [];
      }),
    );
    const changed = found.filter((one) => one.has_changes).map((one) => one.revision_id);
    return { positions: none, changed };
  }

  private async decideOn(
    missing: ReadonlyMap<string, readonly number[]>,
    revisions: ReadonlyMap<string, { source: Omit<FoundConditions, 'positions'>; verdicts: Map<number, boolean> }>,
    decide: Decide,
  ): Promise<void> {
    for (const [i, { revision_id, position, statements }] of (await this.parts.listConditions(missing)).entries()) {
      // Other requests must not wait for all of them.
      if (i % DECIDED_AT_ONCE === DECIDED_AT_ONCE - 1) await setImmediate();
      const { source, verdicts } = revisions.get(revision_id)!;
      const { verdict } = decide({ ...source, ...ANYWHERE, statements });
      verdicts.set(position, verdict === 'not_applicable');
    }
  }
}

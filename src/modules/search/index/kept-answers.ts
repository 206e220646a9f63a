import { LRUCache } from 'lru-cache';
import type { IndexQuery } from '@amks/search-engine/index-query.js';
import type { PositionedAnswer } from '../../../integrations/search-index/search-index.js';

const MAX_HITS = 20_000;
const BYTES_PER_HIT = 300;
/** A reader with more shared revisions has a longer key than it is worth. */
const MAX_SHARED_REVISIONS = 500;

/** Without timings: no stage runs for it. */
export type KeptAnswer = Omit<PositionedAnswer, 'timings'>;

/**
 * Answers of the index to repeated queries. An answer is valid while the library is at its position, which the caller must check. Readers who
 * see the same share answers, as they share vectors of queries: a response time tells nothing of documents hidden from them.
 */
export class KeptAnswers {
  private readonly answers = new LRUCache<string, KeptAnswer>({
    maxSize: MAX_HITS,
    sizeCalculation: ({ hits }, key) => 1 + hits.length + Math.ceil(key.length / BYTES_PER_HIT),
  });

  /** Null for a query whose answers are not kept. */
  static keyOf(organizationId: string, { vector, ...query }: IndexQuery): string | null {
    const { reader } = query;
    if (reader !== 'everything' && reader.revisions.length > MAX_SHARED_REVISIONS) return null;
    const numbers = vector && Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
    return JSON.stringify([organizationId, query, numbers]);
  }

  get(key: string | null): KeptAnswer | undefined {
    return key === null ? undefined : this.answers.get(key);
  }

  set(key: string | null, { hits, corrections, readable, position, model }: KeptAnswer): void {
    if (key !== null) this.answers.set(key, { hits, corrections, readable, position, model });
  }
}

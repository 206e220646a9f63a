import type { AdmittedHit } from './search.types.js';

/** Near-duplicates named beside a hit. */
const MAX_DUPLICATES = 10;

/** A hit and the near-duplicates of it that rank behind it. */
export interface FoldedHit {
  hit: AdmittedHit;
  /** Ids of passages, best first. */
  duplicates: string[];
}

/**
 * Of near-duplicates the best is shown and stands for the others. A superseded text never stands for a current one, nor
 * the other way round: whoever asked for superseded revisions is to see them.
 *
 * @param hits best first
 */
export function foldHits(hits: readonly AdmittedHit[]): FoldedHit[] {
  const groups = new Map<string, FoldedHit>();
  for (const hit of hits) {
    const key = `${hit.fold} ${hit.superseded}`;
    const group = groups.get(key);
    if (!group) groups.set(key, { hit, duplicates: [] });
    else if (group.duplicates.length < MAX_DUPLICATES) group.duplicates.push(hit.id);
  }
  return [...groups.values()];
}

/** Every hit by itself. */
export function unfolded(hits: readonly AdmittedHit[]): FoldedHit[] {
  return hits.map((hit) => ({ hit, duplicates: [] }));
}

/** Hits of one revision each, in the order of their best. */
export function byRevision(hits: readonly FoldedHit[]): Map<string, FoldedHit[]> {
  const groups = new Map<string, FoldedHit[]>();
  for (const folded of hits) {
    const { revision_id: revisionId } = folded.hit;
    const group = groups.get(revisionId);
    if (group) group.push(folded);
    else groups.set(revisionId, [folded]);
  }
  return groups;
}

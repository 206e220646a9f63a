import type { AdmittedHit } from './search.types.js';

/** Near-duplicates named beside a hit. */
const MAX_DUPLICATES = 10;

/** A hit and its near-duplicates. */
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
  return foldWithin(hits, () => '');
}

/** As {@link foldHits}, but in each revision one is shown: a document is no less found because another says the same. */
export function foldInRevisions(hits: readonly AdmittedHit[]): FoldedHit[] {
  return foldWithin(hits, ({ revision_id: revisionId }) => revisionId);
}

function foldWithin(hits: readonly AdmittedHit[], placeOf: (hit: AdmittedHit) => string): FoldedHit[] {
  const copies = new Map<string, string[]>();
  const shown = new Map<string, { hit: AdmittedHit; all: string[] }>();
  for (const hit of hits) {
    const text = `${hit.fold} ${hit.superseded}`;
    const all = copies.get(text) ?? [];
    copies.set(text, all);
    // One more than are named: the one that is shown is not.
    if (all.length <= MAX_DUPLICATES) all.push(hit.id);
    const key = `${text} ${placeOf(hit)}`;
    if (!shown.has(key)) shown.set(key, { hit, all });
  }
  return [...shown.values()].map(({ hit, all }) => ({
    hit,
    duplicates: all.filter((id) => id !== hit.id).slice(0, MAX_DUPLICATES),
  }));
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

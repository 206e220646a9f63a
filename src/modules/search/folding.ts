import type { AdmittedHit } from './search.types.js';

/** Maximum near-duplicates listed with a hit. */
const MAX_DUPLICATES = 10;

export interface FoldedHit {
  hit: AdmittedHit;
  /** Passage ids, best first. */
  duplicates: string[];
}

/** Superseded and current texts stay separate: a client that requests superseded revisions wants both. @param hits best first */
export function foldHits(hits: readonly AdmittedHit[]): FoldedHit[] {
  return foldWithin(hits, () => '');
}

/** As {@link foldHits} within each revision: a document must not lose its hit to a copy in another one. */
export function foldInRevisions(hits: readonly AdmittedHit[]): FoldedHit[] {
  return foldWithin(hits, ({ revision_id: revisionId }) => revisionId);
}

function foldWithin(hits: readonly AdmittedHit[], placeOf: (hit: AdmittedHit) => string): FoldedHit[] {
  const copies = new Map<string, string[]>();
  const shown = new Map<string, { hit: AdmittedHit; all: string[] }>();
  for (const hit of hits) {
    // A page and the page of the temporary revision that replaces it can have the same text; each is shown with its marks.
    const text = hit.marked ? hit.id : `${hit.fold} ${hit.superseded}`;
    const all = copies.get(text) ?? [];
    copies.set(text, all);
    // One more than the limit, because the shown hit is among them.
    if (all.length <= MAX_DUPLICATES) all.push(hit.id);
    const key = `${text} ${placeOf(hit)}`;
    if (!shown.has(key)) shown.set(key, { hit, all });
  }
  return [...shown.values()].map(({ hit, all }) => ({
    hit,
    duplicates: all.filter((id) => id !== hit.id).slice(0, MAX_DUPLICATES),
  }));
}

export function unfolded(hits: readonly AdmittedHit[]): FoldedHit[] {
  return hits.map((hit) => ({ hit, duplicates: [] }));
}

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

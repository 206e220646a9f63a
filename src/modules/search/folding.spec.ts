import { byRevision, foldHits, foldInRevisions } from './folding.js';
import type { AdmittedHit } from './search.types.js';

const hit = (id: string, revisionId: string, fold: number): AdmittedHit =>
  ({ id, revision_id: revisionId, fold, superseded: false, marked: false }) as AdmittedHit;

describe('folding', () => {
  const hits = [hit('a1', 'a', 0), hit('b1', 'b', 0), hit('a2', 'a', 0), hit('b2', 'b', 1)];
  const shown = (folded: ReturnType<typeof foldHits>) =>
    folded.map(({ hit: { id }, duplicates }) => [id, ...duplicates].join(' '));

  it('shows a text once among passages, and once in each document', () => {
    expect(shown(foldHits(hits))).toEqual(['a1 b1 a2', 'b2']);
    expect(shown(foldInRevisions(hits))).toEqual(['a1 b1 a2', 'b1 a1 a2', 'b2']);
    expect([...byRevision(foldInRevisions(hits)).keys()]).toEqual(['a', 'b']);
  });

  it('shows what a temporary revision marks, and none as its duplicate', () => {
    const marked = { ...hit('c', 'c', 0), marked: true };
    expect(shown(foldHits([hits[0]!, marked, hits[1]!]))).toEqual(['a1 b1', 'c']);
  });

  it('names ten others', () => {
    const copies = Array.from({ length: 20 }, (_, i) => hit(`p${i}`, `r${i}`, 0));
    const folded = foldInRevisions(copies);
    expect(folded.map(({ duplicates }) => duplicates.length)).toEqual(Array<number>(20).fill(10));
    expect(folded[0]!.duplicates).not.toContain('p0');
  });
});

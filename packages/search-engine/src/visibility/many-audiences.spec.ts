import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { indexedPassage, indexedRevision } from '../../../../test/factories/indexed-passage.factory.js';
import { Library } from '../libraries/library.js';
import { MAX_BRUTE_FORCE } from '../vectors/library-graph.js';
import { OrganizationIndex } from '../organization-index.js';
import { VectorGraph } from '../vectors/vector-graph.js';

const SPACE = { model: 'm', dimensions: 4 };
const TEAMS = 300;

describe('an index with many audiences', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'index-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  afterEach(() => jest.restoreAllMocks());

  const index = new OrganizationIndex(SPACE);
  for (let team = 0; team < TEAMS; team += 1) {
    index.put({ ...indexedRevision(`r${team}`), audience: `team${team}` }, [indexedPassage(`p${team}`, 'pump')]);
  }

  it('knows who has a revision without asking every library', () => {
    const find = jest.spyOn(Library.prototype, 'find');
    expect(index.textVersionOf(`r${TEAMS - 1}`)).not.toBeNull();
    expect(index.textVersionOf('unknown')).toBeNull();
    expect(find.mock.calls.length).toBeLessThanOrEqual(1);
  });

  it('follows a revision from one audience to the next, and forgets it', () => {
    const reader = (audience: string) => ({ audiences: [audience], revisions: [] });
    const found = (audience: string): number =>
      index.search({ reader: reader(audience), text: 'pump', vector: null, mode: 'keyword', limit: 5 }).hits.length;
    index.describe({ ...indexedRevision('r1'), audience: 'team2' });
    expect([found('team1'), found('team2')]).toEqual([0, 2]);
    index.remove('r1');
    expect([index.textVersionOf('r1'), found('team2')]).toEqual([null, 1]);
    index.put({ ...indexedRevision('r1'), audience: 'team1' }, [indexedPassage('p1', 'pump')]);
  });

  it('is saved without a new file for each of them every time, and read back', () => {
    index.save(folder);
    const names = new Set(readdirSync(folder));
    index.describe({ ...indexedRevision('r7'), audience: 'team7', title: 'Other' });
    index.save(folder);
    const written = readdirSync(folder).filter((name) => !names.has(name));
    expect(written).toEqual([expect.stringMatching(/^slots-/)]);
    const loaded = OrganizationIndex.load(folder)!;
    for (let team = 0; team < TEAMS; team += 1) expect(loaded.textVersionOf(`r${team}`)).not.toBeNull();
    expect(loaded.passages).toBe(index.passages);
  });

  it('asks no graph that others’ passages are in', () => {
    const large = new OrganizationIndex(SPACE);
    const passages = (name: string) =>
      Array.from({ length: MAX_BRUTE_FORCE + 1 }, (_, i) =>
        indexedPassage(`${name}${i}`, 'pump', { vector: Float32Array.of(Math.sin(i), Math.cos(i), i % 7, 1) }),
      );
    for (const name of ['shared', 'hidden']) large.put({ ...indexedRevision(name), audience: 'team' }, passages(name));
    while (large.maintain());
    const nearest = jest.spyOn(VectorGraph.prototype, 'nearest');
    const ask = (reader: { audiences: string[]; revisions: string[] }) =>
      large.search({ reader, text: 'x', vector: Float32Array.of(0, 0, 0, 1), mode: 'semantic', limit: 5 }).hits;
    expect(ask({ audiences: [], revisions: ['shared'] })).toHaveLength(5);
    expect(nearest).not.toHaveBeenCalled();
    ask({ audiences: ['team'], revisions: [] });
    expect(nearest).toHaveBeenCalled();
  });
});

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { indexedPassage, indexedRevision } from '../../../test/factories/indexed-passage.factory.js';
import type { IndexedPassage, IndexedRevision } from '@amks/search-engine/engine.types.js';
import type { OrganizationIndex } from '@amks/search-engine/organization-index.js';
import { IndexCache } from './index-cache.js';
import type { IndexQuery } from '@amks/search-engine/index-query.js';

const SPACE = { model: 'm', dimensions: 4 };
const MEGABYTE = 2 ** 20;
const QUERY: IndexQuery = { reader: 'everything', text: 'pump', vector: null, mode: 'keyword', limit: 10 };

/** An index whose passages take a megabyte each, and whose snapshot is an empty file. */
class FakeIndex {
  position = 0;
  readonly space = SPACE;
  maintenanceSteps = 0;
  readonly revisions = new Map<string, { revision: IndexedRevision; passages: IndexedPassage[] }>();
  private pending: IndexedPassage[] = [];

  get passages(): number {
    return [...this.revisions.values()].reduce((sum, { passages }) => sum + passages.length, 0);
  }
  get bytes(): number {
    return this.passages * MEGABYTE;
  }
  textVersionOf(id: string): string | null {
    return this.revisions.get(id)?.revision.text_version ?? null;
  }
  append(_: IndexedRevision, passages: IndexedPassage[]): void {
    this.pending.push(...passages);
  }
  finish(revision: IndexedRevision): void {
    this.revisions.set(revision.id, { revision, passages: this.pending });
    this.pending = [];
    this.maintenanceSteps += 2;
  }
  discard(): void {
    this.pending = [];
  }
  describe(revision: IndexedRevision): boolean {
    const known = this.revisions.get(revision.id);
    if (known) known.revision = revision;
    return known !== undefined;
  }
  remove(id: string): void {
    this.revisions.delete(id);
  }
  search() {
    const ids = [...this.revisions.values()].flatMap(({ passages }) => passages.map(({ id }) => ({ id })));
    return { hits: ids, timings: {}, corrections: [] };
  }
  maintain(): boolean {
    this.maintenanceSteps -= 1;
    return this.maintenanceSteps > 0;
  }
  save(folder: string): void {
    writeFileSync(path.join(folder, 'saved'), '');
    saved.set(folder, this);
  }
}

const saved = new Map<string, FakeIndex>();
let folder: string;
let troubles: string[];

const held = (megabytes: number): IndexCache =>
  new IndexCache({
    folder,
    memoryBytes: megabytes * MEGABYTE,
    engine: {
      create: () => new FakeIndex() as unknown as OrganizationIndex,
      load: (from) => {
        if (from.endsWith('org_broken')) throw new RangeError('out of range');
        return (saved.get(from) as unknown as OrganizationIndex) ?? null;
      },
    },
    onSnapshotError: (message) => troubles.push(message),
  });
const put = (indexes: IndexCache, organization: string, revision: string, count: number): void => {
  const passages = Array.from({ length: count }, (_, i) => indexedPassage(`${revision}-${i}`, 'pump'));
  indexes.prepare(organization, SPACE);
  indexes.append(organization, indexedRevision(revision), passages);
  indexes.commit(organization, indexedRevision(revision), count);
};
const found = (indexes: IndexCache, organization: string): string[] =>
  indexes.search(organization, QUERY).hits.map(({ id }) => id);

beforeEach(() => {
  saved.clear();
  troubles = [];
  folder = mkdtempSync(path.join(os.tmpdir(), 'held-indexes-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the indexes that are held', () => {
  it('are nothing at first, are at 0 while something is put into them, and then where they were settled', () => {
    const indexes = held(10);
    expect(indexes.position('org_1')).toBeNull();
    expect(indexes.search('org_1', QUERY)).toMatchObject({ hits: [], position: null, model: null });
    indexes.prepare('org_1', SPACE);
    expect(indexes.position('org_1')).toBeNull();
    put(indexes, 'org_1', 'a', 1);
    expect(indexes.position('org_1')).toBe(0);
    indexes.setPosition('org_1', 7);
    expect(indexes.search('org_1', QUERY)).toMatchObject({ hits: [{ id: 'a-0' }], position: 7 });
    expect(indexes.position('org_2')).toBeNull();
  });

  it('show a revision once it is complete, and never less than was announced', () => {
    const indexes = held(10);
    expect(() => indexes.append('org_1', indexedRevision('a'), [])).toThrow('no such index');
    indexes.prepare('org_1', SPACE);
    indexes.append('org_1', indexedRevision('a'), [indexedPassage('a-0', 'pump')]);
    expect(found(indexes, 'org_1')).toEqual([]);
    expect(() => indexes.commit('org_1', indexedRevision('a'), 2)).toThrow('1 of 2');
    put(indexes, 'org_1', 'a', 2);
    expect(found(indexes, 'org_1')).toEqual(['a-0', 'a-1']);
    indexes.append('org_1', indexedRevision('a'), [indexedPassage('other', 'pump')]);
    indexes.discard('org_1');
    indexes.commit('org_1', indexedRevision('a'), 0);
    expect(indexes.count('org_1')).toBe(0);
  });

  it('are rebuilt, with a warning, when a snapshot is unusable for any reason', () => {
    const indexes = held(10);
    expect(indexes.position('org_broken')).toBeNull();
    expect(troubles).toEqual([expect.stringMatching(/org_broken could not be loaded: RangeError/)]);
    put(indexes, 'org_broken', 'a', 1);
    expect(found(indexes, 'org_broken')).toEqual(['a-0']);
  });

  it('put the one used longest ago away, saved, and bring it back, at 0', () => {
    const indexes = held(4);
    for (const id of ['org_1', 'org_2']) put(indexes, id, 'a', 2);
    indexes.setPosition('org_1', 5);
    indexes.position('org_2');
    indexes.position('org_1');
    put(indexes, 'org_3', 'a', 1);
    expect([...saved.keys()]).toEqual([path.join(folder, 'org_2')]);
    expect(indexes.position('org_1')).toBe(5);
    expect(indexes.position('org_2')).toBe(0);
    expect(indexes.count('org_2')).toBe(2);
  });

  it('hold what is larger than all memory, and what a revision is being put into', () => {
    const indexes = held(1);
    put(indexes, 'org_1', 'a', 3);
    expect(indexes.count('org_1')).toBe(3);
    indexes.append('org_1', indexedRevision('b'), [indexedPassage('b-0', 'pump')]);
    put(indexes, 'org_2', 'a', 1);
    indexes.commit('org_1', indexedRevision('b'), 1);
    expect(indexes.count('org_1')).toBe(4);
  });

  it('are loaded ahead while there is room', () => {
    for (const id of ['org_1', 'org_2', 'org_3']) {
      put(held(10), id, 'a', 1);
      const index = new FakeIndex();
      index.append(indexedRevision('a'), [indexedPassage('a', 'pump')]);
      index.finish(indexedRevision('a'));
      saved.set(path.join(folder, id), index);
    }
    const indexes = held(2);
    expect(['org_1', 'org_2', 'org_3'].map((id) => indexes.warm(id))).toEqual([true, false, false]);
  });

  it('are tidied step by step and saved once, when they have changed', () => {
    const indexes = held(10);
    put(indexes, 'org_1', 'a', 1);
    expect([indexes.maintain(), indexes.maintain(), indexes.maintain()]).toEqual([true, true, false]);
    expect(indexes.save(Date.now() - 1_000)).toBe(false);
    expect([indexes.save(), indexes.save()]).toEqual([true, false]);
    expect(statSync(path.join(folder, 'org_1')).mode & 0o777).toBe(0o700);
    indexes.describe('org_1', [indexedRevision('a', { status: 'superseded' })], []);
    expect(indexes.save()).toBe(true);
  });

  it('go on when a snapshot cannot be kept, and say so', () => {
    const indexes = held(10);
    writeFileSync(path.join(folder, 'org_1'), 'in the way');
    put(indexes, 'org_1', 'a', 1);
    expect(indexes.save()).toBe(true);
    expect(troubles).toEqual([expect.stringContaining('org_1')]);
    expect(found(indexes, 'org_1')).toEqual(['a-0']);
  });

  it('remember when they were used', () => {
    const indexes = held(10);
    mkdirSync(path.join(folder, 'org_1'));
    put(indexes, 'org_1', 'a', 1);
    const before = Date.now() - 1_000;
    indexes.recordUse();
    expect(statSync(path.join(folder, 'org_1')).mtimeMs).toBeGreaterThan(before);
  });

  it('are dropped with their snapshots, and never lead out of their folder', () => {
    const indexes = held(10);
    put(indexes, 'org_1', 'a', 1);
    indexes.save();
    indexes.drop('org_1');
    expect(existsSync(path.join(folder, 'org_1'))).toBe(false);
    for (const id of ['../org_1', '', 'org_1/..', '.']) expect(() => indexes.drop(id)).toThrow('not an id');
    expect(readdirSync(folder)).toEqual([]);
  });
});

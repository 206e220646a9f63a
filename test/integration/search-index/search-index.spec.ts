import type { EventEmitter } from 'node:events';
import { cp, mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SearchIndex, type SearchIndexOptions } from '../../../src/integrations/search-index/search-index.js';
import { indexedPassage as passage, indexedRevision as revision } from '../../factories/indexed-passage.factory.js';
import { until } from '../../support/until.js';

const SPACE = { model: 'test-model', dimensions: 4 };
let folder: string;
let index: SearchIndex;
const errors: Error[] = [];
const opened: SearchIndex[] = [];

const open = async (changes: Partial<SearchIndexOptions> = {}): Promise<SearchIndex> => {
  const onError = (error: Error) => void errors.push(error);
  const made = new SearchIndex({ folder, memoryBytes: 2 ** 28, onError, ...changes });
  opened.push(made);
  await made.start();
  for (const organization of ['org_1', 'org_2']) await made.prepare(organization, SPACE);
  return made;
};
const find = async (text: string, organization = 'org_1', of = index): Promise<string[]> =>
  (await of.search(organization, { reader: 'everything', text, vector: null, mode: 'keyword', limit: 10 })).hits
    .map(({ id }) => id)
    .sort();
/** Crashes the thread from inside. */
const crash = async (): Promise<void> => {
  const { worker } = (
    index as unknown as { thread: { worker: EventEmitter & { postMessage(message: unknown): void } } }
  ).thread;
  worker.postMessage(undefined);
  // Not events.once, which takes the error for its own.
  await new Promise((resolve) => worker.once('exit', resolve));
};

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'search-index-'));
  index = await open();
  errors.length = 0;
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the search index', () => {
  it('finds revisions as they were put in, described and taken away, and keeps organizations apart', async () => {
    expect([await find('pump'), await index.position('org_1'), await index.count('org_1')]).toEqual([[], null, 0]);
    expect(await index.put('org_1', revision('a'), [passage('a-1', 'hydraulic pump'), passage('a-2', 'valve')])).toBe(
      2,
    );
    await index.put('org_1', revision('b'), [passage('b-1', 'fuel pump')]);
    expect(await find('pump')).toEqual(['a-1', 'b-1']);
    await index.put('org_1', revision('a', { text_version: '2' }), [passage('a-3', 'oil pump')]);
    expect([await find('pump'), await find('valve'), await index.count('org_1')]).toEqual([['a-3', 'b-1'], [], 2]);
    expect(await index.textVersions('org_1', ['a', 'b', 'c'])).toEqual(
      new Map([
        ['a', '2'],
        ['b', '1'],
      ]),
    );
    await index.describe('org_1', [revision('a', { text_version: '2', status: 'draft' })], ['b']);
    expect([await find('pump'), await find('pump', 'org_2')]).toEqual([[], []]);
    await index.setPosition('org_1', 42);
    expect([await index.position('org_1'), await index.position('org_2')]).toEqual([42, null]);
    await index.drop('org_1');
    expect([await index.position('org_1'), await index.count('org_1')]).toEqual([null, 0]);
  });

  it('shows nothing of a revision until all of it is there, and nothing new of one that broke off', async () => {
    const arriving = async function* (count: number, breaksOff: boolean) {
      for (let i = 0; i < count; i += 1) {
        if (i % 500 === 499) expect(await find('pump')).toEqual([]);
        yield passage(`p${i}`, 'pump');
      }
      if (breaksOff) throw new Error('the database is gone');
    };
    await expect(index.put('org_1', revision('a'), arriving(1_200, true))).rejects.toThrow('the database is gone');
    expect(await index.count('org_1')).toBe(0);
    expect(await index.put('org_1', revision('a'), arriving(1_200, false))).toBe(1_200);
    expect(await index.count('org_1')).toBe(1_200);
    const wrong = passage('x', 'pump', { vector: new Float32Array(3) });
    await expect(index.put('org_1', revision('b'), [wrong])).rejects.toThrow('a vector of 3 dimensions, not 4');
    expect(await index.put('org_1', revision('b'), [passage('y', 'gasket')])).toBe(1);
    expect(await find('gasket')).toEqual(['y']);
  });

  it('answers searches while much is put in', async () => {
    await index.put('org_1', revision('a'), [passage('a', 'gasket')]);
    const many = Array.from({ length: 3_000 }, (_, i) =>
      passage(`p${i}`, `Pump ${i} `.repeat(40), { vector: Float32Array.from([1, i % 7, i % 11, i % 13]) }),
    );
    let isPutting = true;
    const putting = index.put('org_1', revision('b'), many).finally(() => (isPutting = false));
    let searches = 0;
    for (; isPutting; searches += 1) expect(await find('gasket')).toEqual(['a']);
    await putting;
    expect(searches).toBeGreaterThan(3);
  });

  it('goes on from its snapshots, whose position nobody has to believe', async () => {
    await index.put('org_1', revision('a'), [passage('a', 'pump', { vector: Float32Array.from([1, 0, 0, 0]) })]);
    await index.setPosition('org_1', 42);
    await index.close();
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const again = await open();
    expect(await again.listSnapshots()).toEqual(['org_1']);
    expect(await again.position('org_1')).toBe(0);
    expect(await again.textVersions('org_1', ['a'])).toEqual(new Map([['a', '1']]));
    expect(await find('pump', 'org_1', again)).toEqual(['a']);
    const query = {
      reader: 'everything' as const,
      text: 'x',
      vector: Float32Array.from([1, 0, 0, 0]),
      mode: 'semantic' as const,
      limit: 5,
    };
    expect((await again.search('org_1', query)).hits.map(({ id }) => id)).toEqual(['a']);
    expect(await again.prepare('org_1', { model: 'another', dimensions: 2 })).toEqual(SPACE);
  });

  it('restarts empty when any file of a snapshot is damaged', async () => {
    await index.put('org_1', revision('a'), [passage('a', 'pump', { vector: Float32Array.from([1, 0, 0, 0]) })]);
    await index.close();
    const files = await readdir(path.join(folder, 'org_1'));
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      const copy = path.join(folder, `without-${file}`);
      await cp(path.join(folder, 'org_1'), path.join(copy, 'org_1'), { recursive: true });
      await truncate(path.join(copy, 'org_1', file), 5);
      const damaged = await open({ folder: copy });
      expect(await damaged.position('org_1')).toBeNull();
      await damaged.put('org_1', revision('a'), [passage('a', 'pump')]);
      expect(await find('pump', 'org_1', damaged)).toEqual(['a']);
    }
  });

  it('rejects what a dying thread was asked, says so, and serves again from its snapshots', async () => {
    await index.put('org_1', revision('a'), [passage('a', 'pump')]);
    const asked = Promise.all(Array.from({ length: 50 }, () => find('pump')));
    const rejection = expect(asked).rejects.toThrow();
    await crash();
    await rejection;
    await expect(index.ping()).rejects.toThrow('not started');
    await until(
      () =>
        index.ping().then(
          () => true,
          () => false,
        ),
      (lives) => lives,
    );
    expect(errors).toHaveLength(1);
    // It was never saved.
    await expect(index.put('org_1', revision('b'), [])).rejects.toThrow('no such index');
    await index.prepare('org_1', SPACE);
    await index.put('org_1', revision('b'), [passage('b', 'pump')]);
    expect(await find('pump')).toContain('b');
  });

  it('takes its end between two things it does', async () => {
    await index.put('org_1', revision('a'), [passage('a', 'pump')]);
    const asked = Array.from({ length: 200 }, () => find('pump'));
    const outcomes = Promise.allSettled(asked);
    await index.close();
    expect((await outcomes).length).toBe(200);
    await expect(index.ping()).rejects.toThrow('not started');
  });

  it('lets two processes have one folder: the snapshot of one of them counts, whole', async () => {
    for (let round = 0; round < 3; round += 1) {
      const other = await open();
      for (let n = 0; n < 3; n += 1) {
        await index.put('org_1', revision(`one-${round}-${n}`), [passage(`one-${round}-${n}`, 'pump')]);
        await other.put('org_1', revision(`two-${n}`), [passage(`two-${n}`, 'pump')]);
      }
      await Promise.all([index.close(), other.close()]);
      index = await open();
      expect((await find('pump')).length).toBeGreaterThanOrEqual(3);
    }
    expect(errors).toEqual([]);
  });

  it('holds no more organizations in memory than fit', async () => {
    const small = await open({ memoryBytes: 2 ** 20 });
    const organizations = Array.from({ length: 6 }, (_, i) => `org_${i}`);
    const body = 'The hydraulic pump supplies pressure to the braking system. '.repeat(20);
    for (const id of organizations) {
      await small.prepare(id, SPACE);
      await small.put(
        id,
        revision('a'),
        Array.from({ length: 400 }, (_, i) => passage(`${id}-${i}`, `${body} ${i}`)),
      );
      await small.setPosition(id, 7);
    }
    const positions = await Promise.all(organizations.map((id) => small.position(id)));
    expect(positions[0]).toBe(0);
    for (const id of organizations) expect(await small.count(id)).toBe(400);
  });
});

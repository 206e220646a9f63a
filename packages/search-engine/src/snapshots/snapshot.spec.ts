import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { indexedPassage, indexedRevision } from '../../../../test/factories/indexed-passage.factory.js';
import { OrganizationIndex } from '../organization-index.js';
import { LIMITS } from '../segments/limits.js';

const SPACE = { model: 'test', dimensions: 4 };
const vector = (...values: number[]): Float32Array => Float32Array.from(values);

describe('snapshot', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'index-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function library(): OrganizationIndex {
    const index = new OrganizationIndex(SPACE);
    for (let n = 0; n < 20; n += 1) {
      index.put(indexedRevision(`r${n}`), [
        indexedPassage(`p${n}`, `pump ${n} – Größe`, { vector: vector(1, n, 0, 1), identifiers: [`TA32-110${n}`] }),
      ]);
    }
    index.position = 7;
    return index;
  }

  const answers = (index: OrganizationIndex): unknown =>
    index.search({
      reader: 'everything',
      text: 'pump TA32-1103',
      vector: vector(1, 5, 0, 1),
      mode: 'hybrid',
      limit: 20,
    }).hits;

  it('gives back what was saved, and what came after it', () => {
    const index = library();
    index.maintain();
    index.save(folder);
    for (const round of [1, 2, 3]) {
      index.put(indexedRevision(`later${round}`), [
        indexedPassage(`later${round}`, 'pump later', { vector: vector(1, 5, 0, 1) }),
      ]);
      index.remove(`r${round}`);
      index.position = 7 + round;
      index.save(folder);
      const loaded = OrganizationIndex.load(folder)!;
      expect(loaded.position).toBe(7 + round);
      expect(answers(loaded)).toEqual(answers(index));
      expect(loaded.textVersionOf('r1')).toBeNull();
    }
    while (index.maintain());
    index.save(folder);
    expect(answers(OrganizationIndex.load(folder)!)).toEqual(answers(index));
    expect(readdirSync(folder).length).toBeLessThan(20);
  });

  it('does not exist before the first save, and names the embedding space it accepts', () => {
    library().save(folder);
    expect(OrganizationIndex.load(path.join(folder, 'nowhere'))).toBeNull();
    expect(OrganizationIndex.load(folder)?.space).toEqual(SPACE);
  });

  it('is written and read in pieces, at any size', () => {
    const [whole, pieces] = [path.join(folder, 'whole'), path.join(folder, 'pieces')];
    library().save(whole);
    const { chunkBytes } = LIMITS;
    LIMITS.chunkBytes = 7;
    try {
      library().save(pieces);
      expect(answers(OrganizationIndex.load(whole)!)).toEqual(answers(library()));
    } finally {
      LIMITS.chunkBytes = chunkBytes;
    }
    expect(answers(OrganizationIndex.load(pieces)!)).toEqual(answers(library()));
  });

  it('leaves nothing behind when it cannot be written, and is written the next time', () => {
    const full = path.join(folder, 'full');
    const index = library();
    // A folder has the name of a file of the snapshot.
    mkdirSync(path.join(full, 'manifest.json'), { recursive: true });
    expect(() => index.save(full)).toThrow('EISDIR');
    expect(readdirSync(full)).toEqual(['manifest.json']);
    rmSync(full, { recursive: true });
    index.save(full);
    expect(answers(OrganizationIndex.load(full)!)).toEqual(answers(index));
  });

  it('holds the graph of a large library, and goes on with it', () => {
    const large = path.join(folder, 'large');
    const index = new OrganizationIndex(SPACE);
    const at = (n: number) => vector(Math.cos(n), Math.sin(n), Math.cos(n * 7), 0.1);
    index.put(
      indexedRevision('a'),
      Array.from({ length: 4_100 }, (_, n) => indexedPassage(`a${n}`, 'pump', { vector: at(n) })),
    );
    while (index.maintain());
    index.save(large);
    const nearest = (of: OrganizationIndex, n: number): unknown =>
      of.search({ reader: 'everything', text: 'x', vector: at(n), mode: 'semantic', limit: 5 }).hits;
    const loaded = OrganizationIndex.load(large)!;
    expect(nearest(loaded, 77)).toEqual(nearest(index, 77));
    loaded.put(indexedRevision('b'), [indexedPassage('b0', 'pump', { vector: vector(0, 0, 0, 1) })]);
    const last = { reader: 'everything', text: 'x', vector: vector(0, 0, 0, 1), mode: 'semantic', limit: 1 } as const;
    // Found at once, and in the graph between searches.
    expect(loaded.search(last).hits[0]!.id).toBe('b0');
    while (loaded.maintain());
    expect(loaded.search(last).hits[0]!.id).toBe('b0');
  });

  it('is not loaded when any of its files was damaged or is gone', () => {
    const fresh = path.join(folder, 'fresh');
    library().save(fresh);
    for (const name of readdirSync(fresh)) {
      const file = path.join(fresh, name);
      const content = readFileSync(file);
      const damaged = Buffer.from(content);
      damaged[damaged.length >> 1]! ^= 0x55;
      for (const other of [damaged, content.subarray(0, content.length - 1), Buffer.alloc(0)]) {
        writeFileSync(file, other);
        // Of the manifest itself some bytes may be other ones, and yet all that it names be there.
        if (name !== 'manifest.json') expect(() => OrganizationIndex.load(fresh)).toThrow();
      }
      rmSync(file);
      if (name === 'manifest.json') expect(OrganizationIndex.load(fresh)).toBeNull();
      else expect(() => OrganizationIndex.load(fresh)).toThrow();
      writeFileSync(file, content);
    }
    expect(OrganizationIndex.load(fresh)).not.toBeNull();
  });
});

import { createHash } from 'node:crypto';
import { EMPTY_ROOT, GrowingTree, inclusionPath, leafHash, tilesOfPath, edgeOf, type Tile } from './merkle-tree.js';

const sha256 = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/** MTH of RFC 9162, section 2.1.1, word for word. */
function mth(inputs: readonly Buffer[]): Buffer {
  if (inputs.length === 0) return sha256();
  if (inputs.length === 1) return sha256(Buffer.of(0), inputs[0]!);
  let k = 1;
  while (k * 2 < inputs.length) k *= 2;
  return sha256(Buffer.of(1), mth(inputs.slice(0, k)), mth(inputs.slice(k)));
}

/** The verification of an inclusion proof in section 2.1.3.2, word for word. */
function isIncluded(leaf: Buffer, index: number, size: number, path: readonly Buffer[], root: Buffer): boolean {
  if (index >= size) return false;
  let [fn, sn, r] = [index, size - 1, leaf];
  for (const p of path) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      r = sha256(Buffer.of(1), p, r);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
    } else {
      r = sha256(Buffer.of(1), r, p);
    }
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 && r.equals(root);
}

const inputs = Array.from({ length: 1101 }, (_, n) => sha256(Buffer.from(String(n))));

/** A tree that is stored after every few leaves and continued from its tiles. */
function stored(size: number, step: number): { root: Buffer; tiles: Tile[] } {
  const tiles = new Map<string, Tile>();
  let root: Buffer = EMPTY_ROOT;
  for (let from = 0; from < size; from += step) {
    const tree = new GrowingTree(from, [...tiles.values()]);
    for (const input of inputs.slice(from, Math.min(size, from + step))) tree.append(leafHash(input));
    for (const tile of [...tree.takeComplete(), ...tree.growing()]) tiles.set(`${tile.level} ${tile.position}`, tile);
    root = tree.root();
  }
  return { root, tiles: [...tiles.values()] };
}

describe('the Merkle tree', () => {
  const SIZES = [1, 2, 3, 31, 32, 33, 63, 64, 65, 96, 1023, 1024, 1025, 1057, 1100];

  it('has the root of RFC 9162, whatever it grew by', () => {
    expect(new GrowingTree().root()).toEqual(mth([]));
    for (const size of SIZES) {
      for (const step of [7, 32, 500]) expect(stored(size, step).root).toEqual(mth(inputs.slice(0, size)));
    }
  });

  it('proves each of its leaves, and no other', () => {
    const all = stored(1100, 100).tiles;
    for (const size of SIZES) {
      const root = mth(inputs.slice(0, size));
      for (const index of new Set([0, 1, size >> 1, size - 2, size - 1].filter((n) => n >= 0 && n < size))) {
        // Tiles that have grown since prove the smaller tree too, and no others are needed.
        const wanted = tilesOfPath(index, size);
        const tiles = all.filter((tile) =>
          wanted.some(({ level, position }) => tile.level === level && tile.position === position),
        );
        const path = inclusionPath(index, size, tiles);
        expect([size, index, isIncluded(leafHash(inputs[index]!), index, size, path, root)]).toContain(true);
        expect(isIncluded(leafHash(inputs[size]!), index, size, path, root)).toBe(false);
        if (size > 1) expect(isIncluded(leafHash(inputs[index]!), (index + 1) % size, size, path, root)).toBe(false);
      }
    }
  });

  it('is not continued from tiles that are missing or short', () => {
    const { tiles } = stored(100, 100);
    expect(edgeOf(100)).toEqual([
      { level: 0, position: 3 },
      { level: 1, position: 0 },
    ]);
    const short = tiles.map((tile) => ({ ...tile, hashes: tile.hashes.subarray(32) }));
    for (const wrong of [[], short]) expect(() => new GrowingTree(100, wrong)).toThrow(RangeError);
    expect(() => inclusionPath(5, 100, [])).toThrow(RangeError);
  });
});

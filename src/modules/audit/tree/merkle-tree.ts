import { createHash } from 'node:crypto';

/**
 * The Merkle tree of RFC 9162, section 2.1. Its nodes are kept in tiles: a tile of level 0 has the hashes of 32 consecutive leaves, a
 * tile of level 1 the roots of 32 consecutive tiles of level 0, and so on. Only the last tile of each level is incomplete and grows.
 */
export const TILE_WIDTH = 32;
export const HASH_BYTES = 32;

export interface Tile {
  level: number;
  position: number;
  /** One after the other. */
  hashes: Buffer;
}

export const EMPTY_ROOT = createHash('sha256').digest();
const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

export const leafHash = (input: Buffer): Buffer => createHash('sha256').update(LEAF).update(input).digest();
const nodeHash = (left: Buffer, right: Buffer): Buffer =>
  createHash('sha256').update(NODE).update(left).update(right).digest();

/** Hashes of a node list that belong to a tree of that size. */
export function hashesOf(tile: Tile, treeSize: number): Buffer[] {
  const count = Math.min(TILE_WIDTH, nodesAt(tile.level, treeSize) - tile.position * TILE_WIDTH);
  const present = Math.min(count, Math.floor(tile.hashes.length / HASH_BYTES));
  return Array.from({ length: Math.max(present, 0) }, (_, n) =>
    tile.hashes.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES),
  );
}

/** Complete subtrees of that level. */
const nodesAt = (level: number, treeSize: number): number => Math.floor(treeSize / TILE_WIDTH ** level);
/** The last tile of a level, which is incomplete or empty. */
const lastTile = (level: number, treeSize: number): number => nodesAt(level + 1, treeSize);

/** Position of each level's last tile that is not empty. */
export function edgeOf(treeSize: number): Omit<Tile, 'hashes'>[] {
  const edge: Omit<Tile, 'hashes'>[] = [];
  for (let level = 0; nodesAt(level, treeSize) > 0; level += 1) {
    if (nodesAt(level, treeSize) % TILE_WIDTH > 0) edge.push({ level, position: lastTile(level, treeSize) });
  }
  return edge;
}

/** A tree that grows at its right edge, with only this edge in memory. */
export class GrowingTree {
  /** Hashes of the last tile of each level. */
  private readonly edge: Buffer[][] = [];
  private complete: Tile[] = [];
  /** Levels whose last tile has changed. */
  private readonly changed = new Set<number>();

  /** @param tiles those of {@link edgeOf} @throws RangeError when one is missing or too short */
  constructor(
    private count = 0,
    tiles: readonly Tile[] = [],
  ) {
    for (const { level, position } of edgeOf(count)) {
      const tile = tiles.find((candidate) => candidate.level === level && candidate.position === position);
      const hashes = tile ? hashesOf(tile, count) : [];
      if (hashes.length !== nodesAt(level, count) % TILE_WIDTH) throw new RangeError('a tile of the tree is missing');
      this.edge[level] = hashes;
    }
  }

  get size(): number {
    return this.count;
  }

  append(leaf: Buffer): void {
    this.push(leaf, 0);
    this.count += 1;
  }

  root(): Buffer {
    let right: Buffer | null = null;
    for (let level = 0; level < this.edge.length; level += 1) {
      const hashes: Buffer[] = [...(this.edge[level] ?? []), ...(right ? [right] : [])];
      if (hashes.length > 0) right = rootOf(hashes);
    }
    return right ?? EMPTY_ROOT;
  }

  /** Tiles that were completed since the last call. */
  takeComplete(): Tile[] {
    const tiles = this.complete;
    this.complete = [];
    return tiles;
  }

  /** The incomplete tiles to which hashes were added. */
  growing(): Tile[] {
    return [...this.changed].map((level) => ({
      level,
      position: lastTile(level, this.count),
      hashes: Buffer.concat(this.edge[level] ?? []),
    }));
  }

  private push(hash: Buffer, level: number): void {
    const tile = (this.edge[level] ??= []);
    tile.push(hash);
    this.changed.add(level);
    if (tile.length < TILE_WIDTH) return;
    this.complete.push({ level, position: lastTile(level, this.count), hashes: Buffer.concat(tile) });
    this.edge[level] = [];
    this.changed.delete(level);
    this.push(rootOf(tile), level + 1);
  }
}

/** Tiles that {@link inclusionPath} needs. */
export function tilesOfPath(index: number, treeSize: number): Omit<Tile, 'hashes'>[] {
  const tiles = edgeOf(treeSize);
  for (let level = 0; TILE_WIDTH ** level < treeSize; level += 1) {
    const position = Math.floor(index / TILE_WIDTH ** (level + 1));
    if (!tiles.some((tile) => tile.level === level && tile.position === position)) tiles.push({ level, position });
  }
  return tiles;
}

/** The inclusion proof of a leaf (RFC 9162, section 2.1.3.1), from the leaf up. */
export function inclusionPath(index: number, treeSize: number, tiles: readonly Tile[]): Buffer[] {
  const hashesAt = (level: number, position: number): Buffer[] => {
    const tile = tiles.find((candidate) => candidate.level === level && candidate.position === position);
    return tile ? hashesOf(tile, treeSize) : [];
  };
  const path: Buffer[] = [];
  /** Root of the incomplete subtree to the right of the level's nodes. */
  let right: Buffer[] = [];
  for (let level = 0; TILE_WIDTH ** level < treeSize; level += 1) {
    const edge = [...hashesAt(level, lastTile(level, treeSize)), ...right];
    const position = Math.floor(index / TILE_WIDTH ** (level + 1));
    const nodes = position === lastTile(level, treeSize) ? edge : hashesAt(level, position);
    path.push(...pathIn(nodes, Math.floor(index / TILE_WIDTH ** level) % TILE_WIDTH));
    right = edge.length > 0 ? [rootOf(edge)] : [];
  }
  return path;
}

/** MTH of nodes; the last may be the root of a smaller subtree. */
function rootOf(nodes: readonly Buffer[]): Buffer {
  const [first] = nodes;
  if (!first) throw new RangeError('the root of no nodes');
  if (nodes.length === 1) return first;
  const split = splitOf(nodes.length);
  return nodeHash(rootOf(nodes.slice(0, split)), rootOf(nodes.slice(split)));
}

function pathIn(nodes: readonly Buffer[], index: number): Buffer[] {
  if (index >= nodes.length) throw new RangeError('a tile of the tree is missing');
  if (nodes.length === 1) return [];
  const split = splitOf(nodes.length);
  const [left, right] = [nodes.slice(0, split), nodes.slice(split)];
  return index < split ? [...pathIn(left, index), rootOf(right)] : [...pathIn(right, index - split), rootOf(left)];
}

/** The largest power of two below the number. */
const splitOf = (count: number): number => 2 ** Math.floor(Math.log2(count - 1));

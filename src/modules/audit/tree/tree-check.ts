import type { Secrets } from '../../../common/crypto/secrets.js';
import { TREE, type TreeHead } from '../audit-seal.js';
import { GrowingTree, HASH_BYTES, leafHash, TILE_WIDTH, type Tile } from './merkle-tree.js';
import type { TileRepository } from './tile.repository.js';

/** Tiles that are compared by one query. */
const TILES = 500;

/** Recomputes the tree of a chain, event by event, and compares it with the stored tiles and the sealed root. */
export class TreeCheck {
  private readonly tree = new GrowingTree();
  private computed: Tile[] = [];
  private firstDamaged: number | null = null;

  private constructor(
    private readonly head: TreeHead,
    private readonly tiles: TileRepository,
  ) {}

  /** @param removed number of the last event deleted after its retention, whose leaves are read from the tiles */
  static async begin(head: TreeHead, removed: number, tiles: TileRepository): Promise<TreeCheck> {
    const check = new TreeCheck(head, tiles);
    const leaves = removed - head.tree_start;
    for (let first = 0; first * TILE_WIDTH < leaves; first += TILES) {
      const wanted = Array.from({ length: TILES }, (_, n) => ({ level: 0, position: first + n }));
      const found = new Map((await tiles.find(head.chain, wanted)).map((tile) => [tile.position, tile.hashes]));
      const last = Math.min(leaves, (first + TILES) * TILE_WIDTH);
      for (let index = first * TILE_WIDTH; index < last; index += 1) {
        const from = (index % TILE_WIDTH) * HASH_BYTES;
        const leaf = found.get(Math.floor(index / TILE_WIDTH))?.subarray(from, from + HASH_BYTES);
        await check.append(leaf ?? Buffer.alloc(HASH_BYTES));
      }
    }
    return check;
  }

  /** The next event of the chain. */
  async add(sequence: number, hash: Buffer): Promise<void> {
    if (sequence > this.head.tree_start + this.tree.size) await this.append(leafHash(hash));
  }

  /** @returns number of an event where the stored tree differs, null when it is intact */
  async end(seal: Buffer | null, secrets: Secrets): Promise<number | null> {
    this.computed.push(...this.tree.takeComplete(), ...this.tree.growing());
    await this.compare();
    const { head, tree } = this;
    if (this.firstDamaged !== null) return head.tree_start + this.firstDamaged + 1;
    const isIntact =
      tree.size === head.tree_size && tree.root().equals(head.tree_root) && TREE.isSealed(head, seal, secrets);
    return isIntact ? null : head.tree_start + head.tree_size;
  }

  private async append(leaf: Buffer): Promise<void> {
    if (this.tree.size >= this.head.tree_size) return;
    this.tree.append(leaf);
    this.computed.push(...this.tree.takeComplete());
    if (this.computed.length >= TILES) await this.compare();
  }

  /** Stored tiles may have grown meanwhile. */
  private async compare(): Promise<void> {
    const stored = await this.tiles.find(this.head.chain, this.computed);
    const keyOf = ({ level, position }: Pick<Tile, 'level' | 'position'>): string => `${level} ${position}`;
    const byKey = new Map(stored.map((tile) => [keyOf(tile), tile.hashes]));
    for (const tile of this.computed) {
      const hashes = byKey.get(keyOf(tile));
      if (hashes?.subarray(0, tile.hashes.length).equals(tile.hashes)) continue;
      this.firstDamaged = Math.min(this.firstDamaged ?? Infinity, tile.position * TILE_WIDTH ** (tile.level + 1));
    }
    this.computed = [];
  }
}

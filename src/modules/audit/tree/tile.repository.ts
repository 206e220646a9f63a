import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Tile } from './merkle-tree.js';

/** A tile of a chain's tree. */
export type ChainTile = Tile & { chain: string };

@Injectable()
export class TileRepository {
  constructor(private readonly db: Database) {}

  find(chain: string, wanted: readonly Omit<Tile, 'hashes'>[]): Promise<Tile[]> {
    return this.db.query<Tile>(
      `SELECT t.level, t.position::float8 AS position, t.hashes
       FROM unnest($2::int[], $3::bigint[]) w (level, position)
       JOIN audit_tiles t ON t.chain = $1 AND t.level = w.level AND t.position = w.position`,
      [chain, wanted.map(({ level }) => level), wanted.map(({ position }) => position)],
    );
  }

  /** The last tile of each level, in the tree as the chain's head has it. */
  findEdges(chains: readonly string[]): Promise<ChainTile[]> {
    return this.db.query<ChainTile>(
      `SELECT t.chain, t.level, t.position::float8 AS position, t.hashes
       FROM audit_chains c CROSS JOIN generate_series(0, 9) l (level)
       JOIN audit_tiles t ON t.chain = c.chain AND t.level = l.level AND t.position = c.tree_size >> (5 * (l.level + 1))
       WHERE c.chain = ANY ($1)`,
      [chains],
    );
  }

  /** Adds tiles, or adds to them, with the next statement of the transaction. */
  async save(tiles: readonly ChainTile[]): Promise<void> {
    if (tiles.length === 0) return;
    await this.db.defer(
      `INSERT INTO audit_tiles (chain, level, position, hashes)
       SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::bytea[])
       ON CONFLICT (chain, level, position) DO UPDATE SET hashes = excluded.hashes
       WHERE length(audit_tiles.hashes) < length(excluded.hashes)`,
      [
        tiles.map(({ chain }) => chain),
        tiles.map(({ level }) => level),
        tiles.map(({ position }) => position),
        tiles.map(({ hashes }) => hashes),
      ],
    );
  }
}

import type { Table } from '@lancedb/lancedb';

type Engine = typeof import('@lancedb/lancedb');

/** Below this number of rows every vector is compared; above it an index is cheaper even where it gives the same. */
const MIN_ROWS = 4096;

/** Rows per cell of the index: a cell is read and compared as a whole. */
const ROWS_PER_PARTITION = 4096;

const COLUMN = 'vector';
const PREFIX = 'vector_2pow';

/**
 * Cells compared for every query, and the most compared when a filter leaves too few rows in those. 16 of 25 cells
 * found 99.8 % of the ten nearest of 100,000 passages (ADR 0005).
 */
export const PROBES = { least: 16, most: 10_000 };

/**
 * Most segments of the index: each `optimize` adds one for the new rows, and a query reads them all (0.3 ms each).
 * Dividing anew makes them one.
 */
const MAX_SEGMENTS = 12;

/**
 * Divides the vectors into cells: again whenever the table has doubled, because an old division grows unevenly and its
 * cells too large (the name of the index says for which size it was made), and whenever it is in too many segments.
 * Vectors are kept whole (IVF_FLAT), so distances stay exact; dividing 100,000 takes two seconds, building a graph of
 * them (HNSW) took 55.
 */
export async function divideVectors(table: Table, { Index }: Engine): Promise<void> {
  const rows = await table.countRows();
  if (rows < MIN_ROWS) return;
  const name = `${PREFIX}${Math.floor(Math.log2(rows))}`;
  const present = (await table.listIndices()).filter(({ columns }) => columns[0] === COLUMN);
  if (present.some((index) => index.name === name)) {
    const stats = await table.indexStats(name);
    if ((stats?.numIndices ?? 0) < MAX_SEGMENTS) return;
  }
  const numPartitions = Math.ceil(rows / ROWS_PER_PARTITION);
  await table.createIndex(COLUMN, {
    config: Index.ivfFlat({ distanceType: 'cosine', numPartitions }),
    name,
    replace: true,
  });
  for (const old of present) if (old.name !== name) await table.dropIndex(old.name);
}

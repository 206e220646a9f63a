import type { Table } from '@lancedb/lancedb';
import { fuse, type Candidate, type CandidateLists } from './fusion.js';
import { splitQuery } from './identifiers.js';
import { filterSql, sqlString, type IndexAnswer, type IndexQuery, type IndexTimings } from './index-query.js';
import { IndexTables, type IndexTablesOptions } from './index-tables.js';
import { toArrow, type IndexedPassage } from './indexed-passage.js';
import { divideVectors, PROBES } from './vector-index.js';

/** Candidates taken from each list before fusion. Deeper changed nothing on the measured sets, see ADR 0005. */
const CANDIDATES = 100;

/** Rows per write: bounds the memory of one commit to about 10 MB. */
const ROWS_PER_WRITE = 2000;

/**
 * Old versions of a table stay this long: a reader in another process may still be on one. Reads begin by looking for
 * the newest version and last milliseconds; each version can be as large as the table, so they do not stay longer.
 */
const KEEP_VERSIONS_MS = 2 * 60 * 1000;

/**
 * Rows not yet in the text index at which `optimize` has work to do: a search reads each of them (0.035 ms), while
 * optimizing rewrites the whole table. Half a percent of a large table, this number in a small one.
 */
const UNINDEXED_ROWS = { least: 100, share: 0.005 };

/** Files of a table at which it is worth merging them, however few rows they hold. */
const MAX_FRAGMENTS = 32;

/**
 * Proposes passages for a query. The index is derived data: PostgreSQL decides afterwards what the caller may see and
 * what is current, so a stale entry costs a candidate and never shows. It can be deleted and rebuilt at any time.
 *
 * Safe to use from several processes on one folder or object store.
 */
export class SearchIndex {
  private readonly tables: IndexTables;
  private readonly dimensions: number;

  constructor(options: IndexTablesOptions) {
    this.tables = new IndexTables(options);
    this.dimensions = options.dimensions;
  }

  async start(): Promise<void> {
    await this.tables.start();
  }

  async close(): Promise<void> {
    await this.tables.close();
  }

  /** Throws when the folder or object store cannot be reached. */
  async ping(): Promise<void> {
    await this.tables.ping();
  }

  /** Adds passages; those whose id is known are replaced. They are found as soon as this resolves. */
  async upsert(organizationId: string, passages: IndexedPassage[]): Promise<void> {
    for (let start = 0; start < passages.length; start += ROWS_PER_WRITE) {
      const rows = toArrow(passages.slice(start, start + ROWS_PER_WRITE), this.dimensions);
      await this.tables.write(organizationId, (table) =>
        table.mergeInsert('id').whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(rows),
      );
    }
  }

  async removeRevision(organizationId: string, revisionId: string): Promise<void> {
    await this.remove(organizationId, `revision_id = ${sqlString(revisionId)}`);
  }

  async removeDocument(organizationId: string, documentId: string): Promise<void> {
    await this.remove(organizationId, `document_id = ${sqlString(documentId)}`);
  }

  async removeOrganization(organizationId: string): Promise<void> {
    await this.tables.drop(organizationId);
  }

  /** Number of passages indexed. */
  async count(organizationId: string): Promise<number> {
    return this.tables.read(organizationId, 0, (table) => table.countRows());
  }

  /** Number of passages indexed of each revision that has any. */
  async countByRevision(organizationId: string): Promise<Map<string, number>> {
    return this.tables.read(organizationId, new Map<string, number>(), async (table) => {
      const counts = new Map<string, number>();
      for await (const batch of table.query().select(['revision_id'])) {
        const ids = batch.getChild('revision_id') as Iterable<string> | null;
        for (const id of ids ?? []) counts.set(id, (counts.get(id) ?? 0) + 1);
      }
      return counts;
    });
  }

  /**
   * The best passages for a query, best first; none when nothing is indexed. Without a vector, `hybrid` answers as
   * `keyword` and `semantic` finds nothing: the caller tells the user.
   */
  async search(organizationId: string, query: IndexQuery): Promise<IndexAnswer> {
    const none: CandidateLists = { words: [], identifiers: [], semantic: [] };
    const timings: IndexTimings = { keyword_ms: 0, semantic_ms: 0, fusion_ms: 0 };
    const lists = await this.tables.read(organizationId, none, (table) => this.candidates(table, query, timings));
    const startedAt = performance.now();
    const hits = fuse(lists, query);
    timings.fusion_ms = performance.now() - startedAt;
    return { hits, corrections: [], timings };
  }

  /**
   * Merges small files, brings the indexes up to date and deletes old versions, without which searches grow slower with
   * every upsert and the disk fills; does nothing while there is too little to gain. Called by the indexing job after it
   * has indexed a revision (many jobs may share one call) and by `index:rebuild`. Safe beside readers and writers.
   */
  async optimize(organizationId: string): Promise<void> {
    await this.tables.change(organizationId, async (table) => {
      if (!(await isWorthOptimizing(table))) return;
      await divideVectors(table, this.tables.lancedb);
      await table.optimize({ cleanupOlderThan: new Date(Date.now() - KEEP_VERSIONS_MS) });
    });
  }

  private async remove(organizationId: string, predicate: string): Promise<void> {
    await this.tables.change(organizationId, (table) => table.delete(predicate));
  }

  private async candidates(table: Table, query: IndexQuery, timings: IndexTimings): Promise<CandidateLists> {
    const { identifiers, words } = splitQuery(query.text);
    const byKeyword = async (): Promise<[Candidate[], Candidate[]]> => {
      if (query.mode === 'semantic') return [[], []];
      return timed(timings, 'keyword_ms', () =>
        Promise.all([
          words === '' ? [] : this.fullText(table, 'words', words, query),
          identifiers.length === 0 ? [] : this.fullText(table, 'identifiers', identifiers.join(' '), query),
        ]),
      );
    };
    const byMeaning = async () => {
      const { vector, mode } = query;
      if (mode === 'keyword' || !vector) return [];
      return timed(timings, 'semantic_ms', () => this.nearest(table, vector, query));
    };
    const [[wordHits, identifierHits], semantic] = await Promise.all([byKeyword(), byMeaning()]);
    return { words: wordHits, identifiers: identifierHits, semantic };
  }

  /** A match query only tokenizes its text: quotes, `AND`, `*` and the like are never operators. */
  private async fullText(
    table: Table,
    column: 'words' | 'identifiers',
    text: string,
    query: IndexQuery,
  ): Promise<Candidate[]> {
    const withVector = query.mode === 'hybrid' && query.vector !== null;
    const search = table
      .query()
      .fullTextSearch(new this.tables.lancedb.MatchQuery(text, column))
      .select(['id', 'document_id', 'revision_id', '_score', ...(withVector ? ['vector'] : [])])
      .limit(Math.max(CANDIDATES, query.limit));
    const where = filterSql(query.filter);
    const rows = (await (where ? search.where(where) : search).toArray()) as (PassageRow & { _score: number })[];
    return rows.map((row) => candidate(row, row._score));
  }

  private async nearest(table: Table, vector: Float32Array, query: IndexQuery): Promise<Candidate[]> {
    const search = table
      .query()
      .nearestTo(vector)
      .distanceType('cosine')
      .minimumNprobes(PROBES.least)
      .maximumNprobes(PROBES.most)
      .select(['id', 'document_id', 'revision_id', '_distance'])
      .limit(Math.max(CANDIDATES, query.limit));
    const where = filterSql(query.filter);
    const rows = (await (where ? search.where(where) : search).toArray()) as (PassageRow & { _distance: number })[];
    return rows.map((row) => candidate(row, 1 - row._distance));
  }
}

async function isWorthOptimizing(table: Table): Promise<boolean> {
  const { numRows, fragmentStats } = await table.stats();
  const text = (await table.listIndices()).find(({ columns }) => columns[0] === 'words');
  const unindexed = (text && (await table.indexStats(text.name))?.numUnindexedRows) ?? numRows;
  return (
    unindexed >= Math.max(UNINDEXED_ROWS.least, numRows * UNINDEXED_ROWS.share) ||
    fragmentStats.numFragments >= MAX_FRAGMENTS
  );
}

interface PassageRow {
  id: string;
  document_id: string;
  revision_id: string;
  vector?: { toArray(): Float32Array } | null;
}

function candidate({ id, document_id, revision_id, vector }: PassageRow, score: number): Candidate {
  return { id, document_id, revision_id, score, vector: vector?.toArray() ?? null };
}

async function timed<T>(timings: IndexTimings, stage: keyof IndexTimings, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  timings[stage] = performance.now() - startedAt;
  return result;
}

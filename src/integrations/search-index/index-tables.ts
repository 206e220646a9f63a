import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, Table } from '@lancedb/lancedb';
import { passageSchema } from './indexed-passage.js';

type Engine = typeof import('@lancedb/lancedb');

export interface IndexTablesOptions {
  /** A folder, or `s3://bucket/prefix`. */
  uri: string;
  /** Name of the embedding model. */
  model: string;
  dimensions: number;
  /** Credentials and endpoint of an object store, as LanceDB names them (`aws_access_key_id`, `endpoint`, …). */
  storageOptions?: Record<string, string>;
}

/** Raised with the column layout: tables of another layout are left alone and rebuilt under the new name. */
const LAYOUT = 1;

/** Caches of the engine, shared by all tables: its own default is 7 GB. */
const INDEX_CACHE_BYTES = 128n * 1024n * 1024n;
const METADATA_CACHE_BYTES = 32n * 1024n * 1024n;

/** Open tables kept; each costs some file handles and its manifest. */
const MAX_OPEN_TABLES = 100;

/** Attempts of a write that lost to another writer, and the longest first pause between them in milliseconds. */
const WRITE_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 50;

/** Opens, creates and drops the tables of the index: one per organization and embedding model. */
export class IndexTables {
  private engine: Engine | null = null;
  private connection: Connection | null = null;
  private readonly open = new Map<string, Promise<Table>>();
  private readonly prepared = new Set<string>();

  constructor(private readonly options: IndexTablesOptions) {}

  /** The engine, once started. Loaded late: its log level is read from the environment when the library loads. */
  get lancedb(): Engine {
    if (!this.engine) throw new Error('the search index is not started');
    return this.engine;
  }

  async start(): Promise<void> {
    process.env['LANCEDB_LOG'] ??= 'error';
    this.engine = await import('@lancedb/lancedb');
    const session = new this.engine.Session(INDEX_CACHE_BYTES, METADATA_CACHE_BYTES);
    // Interval 0: every read looks for commits of other processes first, so what a job has indexed is found at once.
    const connectionOptions = { readConsistencyInterval: 0, storageOptions: this.options.storageOptions };
    this.connection = await this.engine.connect(this.options.uri, connectionOptions, session);
  }

  async close(): Promise<void> {
    for (const table of this.open.values()) (await table).close();
    this.open.clear();
    this.prepared.clear();
    this.connection?.close();
    this.connection = null;
  }

  /** Throws when folder or object store cannot be reached. */
  async ping(): Promise<void> {
    await this.connect().tableNames({ limit: 1 });
  }

  /** Runs `read` on the organization's table, or answers `fallback` when there is none (yet, or any more). */
  async read<T>(organizationId: string, fallback: T, read: (table: Table) => Promise<T>): Promise<T> {
    try {
      return await read(await this.openTable(organizationId));
    } catch (error) {
      if (!isMissing(error)) throw error;
      this.forget(organizationId);
      return fallback;
    }
  }

  /** Runs `write` on the organization's table, creating it when needed, again when another writer came first. */
  async write<T>(organizationId: string, write: (table: Table) => Promise<T>): Promise<T> {
    return retryConflicts(async () => {
      try {
        return await write(await this.prepareTable(organizationId));
      } catch (error) {
        if (isMissing(error)) this.forget(organizationId);
        throw error;
      }
    });
  }

  /** Runs `change` on the organization's table when there is one, again when another writer came first. */
  async change(organizationId: string, change: (table: Table) => Promise<unknown>): Promise<void> {
    await retryConflicts(() => this.read<unknown>(organizationId, undefined, change));
  }

  async drop(organizationId: string): Promise<void> {
    this.forget(organizationId);
    try {
      await this.connect().dropTable(this.tableName(organizationId));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  private connect(): Connection {
    if (!this.connection) throw new Error('the search index is not started');
    return this.connection;
  }

  /** Names hold letters, digits, `_`, `-` and `.` only; organization ids and model names lose nothing by it. */
  private tableName(organizationId: string): string {
    const clean = (part: string) => part.replaceAll(/[^A-Za-z0-9_-]/g, '-');
    return `${clean(organizationId)}.${clean(this.options.model)}.v${LAYOUT}`;
  }

  private openTable(organizationId: string): Promise<Table> {
    const name = this.tableName(organizationId);
    const known = this.open.get(organizationId);
    if (known) {
      this.open.delete(organizationId);
      this.open.set(organizationId, known);
      return known;
    }
    const opening = this.connect().openTable(name);
    this.open.set(organizationId, opening);
    if (this.open.size > MAX_OPEN_TABLES) this.forget(this.open.keys().next().value!);
    opening.catch(() => this.forget(organizationId));
    return opening;
  }

  private async prepareTable(organizationId: string): Promise<Table> {
    if (this.prepared.has(organizationId)) return this.openTable(organizationId);
    const name = this.tableName(organizationId);
    const schema = passageSchema(this.options.dimensions);
    await this.connect().createEmptyTable(name, schema, { mode: 'create', existOk: true });
    const table = await this.openTable(organizationId);
    const present = (await table.listIndices()).map(({ columns }) => columns[0]);
    for (const [column, config] of Object.entries(this.textIndexes())) {
      if (!present.includes(column)) await table.createIndex(column, { config });
    }
    this.prepared.add(organizationId);
    return table;
  }

  private textIndexes() {
    const { Index } = this.lancedb;
    const language = Index.fts({
      baseTokenizer: 'simple',
      language: 'English',
      lowercase: true,
      stem: true,
      removeStopWords: true,
      asciiFolding: true,
      withPosition: false,
    });
    const whole = Index.fts({
      baseTokenizer: 'whitespace',
      maxTokenLength: 80,
      lowercase: true,
      stem: false,
      removeStopWords: false,
      asciiFolding: false,
      withPosition: false,
    });
    return { words: language, identifiers: whole };
  }

  private forget(organizationId: string): void {
    this.open.delete(organizationId);
    this.prepared.delete(organizationId);
  }
}

/** No table, or a table whose first writer has not created its text index yet: nothing is indexed. */
function isMissing(error: unknown): boolean {
  return /was not found|not found: |INVERTED index/i.test(messageOf(error));
}

/** The engine has no error classes, only messages. */
function messageOf(error: unknown): string {
  return String((error as { message?: unknown } | null)?.message);
}

/** Writers of a table commit optimistically; the engine merges what it can, the rest is done again. */
async function retryConflicts<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      // A missing table was dropped by another process meanwhile; the next attempt creates it.
      const isTransient = isMissing(error) || /conflict|concurrent|already exists/i.test(messageOf(error));
      if (!isTransient || attempt === WRITE_ATTEMPTS) throw error;
      await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** Math.min(attempt, 6));
    }
  }
}

import type { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo, type CopyToStreamQuery } from 'pg-copy-streams';
import { REMOVAL_LOCK } from '../integrations/storage/blob.repository.js';
import { BackupError } from './backup-folder.js';
import { orderByReferences, type Reference } from './load-order.js';

/** Advisory lock: one backup at a time. */
const BACKUP_LOCK = `hashtextextended('backup', 0)`;

/** Tables that migrations or triggers write. */
export const OWN_TABLES: readonly string[] = ['migrations', 'typeorm_metadata', 'document_counts'];

/** Maximum wait for running migrations. */
const LOCK_TIMEOUT = '30s';

export interface SnapshotTable {
  name: string;
  columns: string[];
}

export interface ReferredBlob {
  sha256: string;
  size: number;
}

/** The database in one read-only transaction. Stored files named in rows are not removed meanwhile, so they can be copied. */
export class DatabaseSnapshot {
  private constructor(
    private readonly client: pg.Client,
    readonly takenAt: Date,
  ) {}

  /** @throws BackupError while another backup runs, and without a schema */
  static async open(url: string): Promise<DatabaseSnapshot> {
    const client = new pg.Client({ connectionString: url, application_name: 'amks backup' });
    client.on('error', () => undefined);
    await client.connect();
    try {
      await client.query(`SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0`);
      const { rows } = await client.query<{ taken: boolean }>(`SELECT pg_try_advisory_lock(${BACKUP_LOCK}) AS taken`);
      if (!rows[0]?.taken) throw new BackupError('Another backup of this database is being made.');
      // Waits for running removals; later ones are left to the sweep.
      await client.query(`SELECT pg_advisory_lock(${REMOVAL_LOCK})`);
      const names = (await listTables(client)).map((name) => client.escapeIdentifier(name));
      if (names.length === 0) throw new BackupError('There is nothing to save: the service has not been started yet.');
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
      await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`);
      const { rows: time } = await client.query<{ now: Date }>(`SELECT clock_timestamp() AS now`);
      return new DatabaseSnapshot(client, time[0]!.now);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  async listTables(): Promise<SnapshotTable[]> {
    const { rows } = await this.client.query<SnapshotTable>(
      `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1)
       GROUP BY c.relname`,
      [OWN_TABLES],
    );
    const { rows: references } = await this.client.query<Reference>(
      `SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to FROM pg_constraint
       WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND NOT condeferrable`,
    );
    const order = orderByReferences(
      rows.map(({ name }) => name),
      references,
    );
    return order.map((name) => rows.find((table) => table.name === name)!);
  }

  /** The rows of a table; `rows` has their number after reading. */
  readTable({ name, columns }: SnapshotTable): { stream: Readable; rows: () => number } {
    const list = columns.map((column) => this.client.escapeIdentifier(column)).join(', ');
    const stream: CopyToStreamQuery = this.client.query(
      copyTo(`COPY (SELECT ${list} FROM ${this.client.escapeIdentifier(name)}) TO STDOUT`),
    );
    return { stream, rows: () => stream.rowCount };
  }

  async listMigrations(): Promise<string[]> {
    const { rows } = await this.client.query<{ name: string }>(`SELECT name FROM migrations ORDER BY id`);
    return rows.map(({ name }) => name);
  }

  /** Last values of used sequences. They are not transactional, but never behind the rows. */
  async listSequences(): Promise<Record<string, string>> {
    const { rows } = await this.client.query<{ name: string; value: string }>(
      `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
       WHERE schemaname = 'public' AND last_value IS NOT NULL AND sequencename <> 'migrations_id_seq'`,
    );
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  }

  /** A value sealed under the master key of this database; null without one. */
  async findSealed(): Promise<Buffer | null> {
    const { rows } = await this.client.query<{ sealed: Buffer }>(
      `SELECT sealed_private_key AS sealed FROM signing_keys ORDER BY created_at DESC LIMIT 1`,
    );
    return rows[0]?.sealed ?? null;
  }

  /** Stored files named in rows with a foreign key to `blobs`: lines of hash and bytes. */
  async readBlobs(): Promise<Readable> {
    const { rows: columns } = await this.client.query<{ source: string; name: string }>(
      `SELECT conrelid::regclass::text AS source, quote_ident(attname) AS name
       FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
       WHERE contype = 'f' AND confrelid = 'blobs'::regclass`,
    );
    const uses = columns.map(({ source, name }) => `SELECT 1 FROM ${source} WHERE ${name} = b.sha256`);
    const blobs = `SELECT b.sha256, b.size FROM blobs b WHERE EXISTS (${uses.join(' UNION ALL ')}) ORDER BY b.sha256`;
    return this.client.query(copyTo(`COPY (${blobs}) TO STDOUT (DELIMITER ' ')`));
  }

  /** The connection, for tables of other owners. */
  query<Row extends object>(sql: string): Promise<Row[]> {
    return this.client.query<Row>(sql).then(({ rows }) => rows);
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}

export async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

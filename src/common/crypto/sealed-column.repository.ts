import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { SealedColumn } from './sealed-columns.js';
import { KEY_ID_BYTES } from './secrets.js';

export interface SealedRow {
  key: string[];
  sealed: Buffer;
}

/** Reads and replaces sealed values of any table. Names come from SEALED_COLUMNS only. */
@Injectable()
export class SealedColumnRepository {
  constructor(private readonly db: Database) {}

  /** The next rows sealed under other keys, locked. Skips rows locked by others, because waiting for them could deadlock. */
  async lockBatch(column: SealedColumn, keyId: Buffer, after: string[] | null, limit: number): Promise<SealedRow[]> {
    const keys = column.keys.join(', ');
    const next = after ? `AND (${keys}) > (${after.map((_, index) => `$${index + 2}`).join(', ')})` : '';
    return this.db.query<SealedRow>(
      `SELECT ARRAY[${keys}]::text[] AS key, ${column.column} AS sealed FROM ${column.table}
       WHERE ${outdated(column)} ${next} ORDER BY ${keys} LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED`,
      [keyId, ...(after ?? [])],
    );
  }

  async replace(column: SealedColumn, { key, sealed }: SealedRow): Promise<void> {
    const isRow = column.keys.map((name, index) => `${name} = $${index + 2}`).join(' AND ');
    await this.db.query(`UPDATE ${column.table} SET ${column.column} = $1 WHERE ${isRow}`, [sealed, ...key]);
  }

  async countOutdated(column: SealedColumn, keyId: Buffer): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${column.table} WHERE ${outdated(column)}`,
      [keyId],
    );
    return row?.count ?? 0;
  }

  async now(): Promise<Date> {
    const [row] = await this.db.query<{ now: Date }>(`SELECT clock_timestamp() AS now`);
    if (!row) throw new Error('the database told no time');
    return row.now;
  }

  /** Open transactions of this service that started before the given time. */
  async countTransactionsBefore(time: Date): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = current_setting('application_name')
         AND pid <> pg_backend_pid() AND xact_start < $1`,
      [time],
    );
    return row?.count ?? 0;
  }
}

const outdated = ({ column }: SealedColumn): string =>
  `${column} IS NOT NULL AND substring(${column} FROM 1 FOR ${KEY_ID_BYTES}) <> $1`;

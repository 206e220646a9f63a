import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.js';
import { SealedColumnRepository } from './sealed-column.repository.js';
import type { SecretKeyFile } from './secret-key-file.js';
import { Secrets } from './secrets.js';

/** Rows per transaction, which are locked for milliseconds. */
const BATCH_SIZE = 100;
/** Until all processes use a new key: from encryption of a value to the start of its transaction. Milliseconds. */
const SETTLE_MS = 1000;
/** Interval of checks for rows and transactions in use. Milliseconds. */
const RETRY_MS = 200;

/** Data other than sealed columns that depends on the master key. Modules register it with {@link SecretRotation.onRotated}. */
export interface ResealStep {
  name: string;
  /** Reseals under the current key and returns the count. Repeated after an interruption; an error keeps the previous keys. */
  run(): Promise<number>;
}

export interface RotationReport {
  /** Whether a new key was created; false for a given key and for the key of an interrupted rotation. */
  newKey: boolean;
  /** Resealed values, by `table.column` or name of the step. */
  resealed: Record<string, number>;
  /** Rows that no available key opens, by `table.column`. While there are any, previous keys are kept. */
  unreadable: Record<string, number>;
  dropped: boolean;
}

/** Rotates the master key while the service runs. All keys in use are kept at every step, so an interrupted rotation can be repeated. */
@Injectable()
export class SecretRotation {
  private readonly steps: ResealStep[] = [];

  constructor(
    private readonly columns: SealedColumnRepository,
    private readonly secrets: Secrets,
    private readonly db: Database,
  ) {}

  onRotated(step: ResealStep): void {
    this.steps.push(step);
  }

  /**
   * @param keyFile the file that `Secrets` reads; null when the keys come from the environment
   * @param settleMs milliseconds until all processes use a new key; for tests
   * @throws Error when another rotation is running
   */
  async run(keyFile: SecretKeyFile | null, settleMs = SETTLE_MS): Promise<RotationReport> {
    const report = await this.db.withLock('secrets rotation', () => this.rotate(keyFile, settleMs));
    if (!report) throw new Error('another rotation is running');
    return report;
  }

  private async rotate(keyFile: SecretKeyFile | null, settleMs: number): Promise<RotationReport> {
    const newKey = keyFile?.keys().previous.length === 0;
    if (newKey) keyFile?.addKey();
    // Also for the key of an interrupted run, which may have ended right after writing it.
    if (keyFile) await this.untilKeyIsUsed(settleMs);
    const report: RotationReport = { newKey, resealed: {}, unreadable: {}, dropped: false };
    for (const column of SEALED_COLUMNS) {
      const name = `${column.table}.${column.column}`;
      const { resealed, unreadable } = await this.reseal(column);
      report.resealed[name] = resealed;
      if (unreadable > 0) report.unreadable[name] = unreadable;
    }
    for (const step of this.steps) report.resealed[step.name] = await step.run();
    if (keyFile && Object.keys(report.unreadable).length === 0) {
      keyFile.dropPrevious();
      report.dropped = true;
    }
    return report;
  }

  /** Waits for the end of all transactions that may contain values of the old key. */
  private async untilKeyIsUsed(settleMs: number): Promise<void> {
    await pause(settleMs);
    const switched = await this.columns.now();
    while ((await this.columns.countTransactionsBefore(switched)) > 0) await pause(RETRY_MS);
  }

  /** Repeats until only values remain that no key opens. */
  private async reseal(column: SealedColumn): Promise<{ resealed: number; unreadable: number }> {
    let resealed = 0;
    for (;;) {
      const pass = await this.pass(column);
      resealed += pass.resealed;
      if ((await this.columns.countOutdated(column, this.secrets.presentKeyId())) <= pass.unreadable) {
        return { resealed, unreadable: pass.unreadable };
      }
      await pause(RETRY_MS);
    }
  }

  private async pass(column: SealedColumn): Promise<{ resealed: number; unreadable: number }> {
    const done = { resealed: 0, unreadable: 0 };
    let after: string[] | null = null;
    do {
      after = await this.db.transaction(async () => {
        const rows = await this.columns.lockBatch(column, this.secrets.presentKeyId(), after, BATCH_SIZE);
        for (const { key, sealed } of rows) {
          const renewed = this.renew(sealed, column.purpose);
          if (renewed) await this.columns.replace(column, { key, sealed: renewed });
          done[renewed ? 'resealed' : 'unreadable'] += 1;
        }
        return rows.at(-1)?.key ?? null;
      });
    } while (after !== null);
    return done;
  }

  /** Null when no available key opens it. */
  private renew(sealed: Buffer, purpose: string): Buffer | null {
    let plaintext: Buffer;
    try {
      plaintext = this.secrets.decrypt(sealed, purpose);
    } catch {
      return null;
    }
    return this.secrets.encrypt(plaintext, purpose);
  }
}

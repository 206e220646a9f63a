import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { AppError } from '../../common/errors/app-error.js';
import { Draining } from '../../common/context/draining.js';
import { EmbeddingModels } from '../../integrations/embeddings/embedding-models.js';
import { SearchIndex } from '../../integrations/search-index/search-index.js';
import { BlobStorage } from '../../integrations/storage/blob-storage.js';

export interface Readiness {
  status: 'ok';
  checks: Record<string, 'ok'>;
}

/** A check that has not answered by then has failed. */
const CHECK_TIMEOUT_MS = 2_000;

/** For how long a look at the parts is shared. Milliseconds. */
const CHECK_HOLDS_MS = 200;

type Parts = Record<'database' | 'index' | 'models' | 'storage', boolean>;

@Injectable()
export class HealthService {
  private checking: Promise<Parts> | null = null;

  constructor(
    private readonly db: Database,
    private readonly index: SearchIndex,
    private readonly models: EmbeddingModels,
    private readonly storage: BlobStorage,
    private readonly draining: Draining,
  ) {}

  /** @throws AppError SERVICE_UNAVAILABLE with the state of each part */
  async requireReady(): Promise<Readiness> {
    const checks = { ...(await this.checkParts()), accepting: !this.draining.isUnderWay };
    const named = Object.fromEntries(Object.entries(checks).map(([name, ok]) => [name, ok ? 'ok' : 'failed']));
    if (Object.values(checks).includes(false)) {
      throw new AppError(
        'SERVICE_UNAVAILABLE',
        'Not ready',
        { reason: 'not_ready', checks: named },
        { headers: { 'retry-after': '2' } },
      );
    }
    return { status: 'ok', checks: named as Record<string, 'ok'> };
  }

  /** Concurrent probes share one check, because probes have no rate limit. */
  private checkParts(): Promise<Parts> {
    this.checking ??= this.look().finally(() => setTimeout(() => (this.checking = null), CHECK_HOLDS_MS).unref());
    return this.checking;
  }

  private async look(): Promise<Parts> {
    const [database, index, models, storage] = await Promise.all([
      passes(this.db.query('SELECT 1')),
      passes(this.index.ping()),
      // Remote models are not checked: searches and answers work without them and report it.
      Promise.resolve(this.models.local.ready),
      passes(this.storage.ping()),
    ]);
    return { database, index, models, storage };
  }
}

async function passes(check: Promise<unknown>): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), CHECK_TIMEOUT_MS).unref());
  return Promise.race([
    check.then(
      () => true,
      () => false,
    ),
    timeout,
  ]);
}

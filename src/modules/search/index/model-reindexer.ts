import { Injectable, Logger } from '@nestjs/common';
import { BoundedPool } from '../../../common/limits/bounded-pool.js';
import { shadowIndexOf, SearchIndex } from '../../../integrations/search-index/search-index.js';
import { IndexUpdater } from './index-updater.js';
import type { LibraryState } from './index-source.repository.js';

/** While one runs, its organization has two indexes in memory. */
const CONCURRENCY = 1;
/** A rejected organization is queued again by its next search. */
const MAX_WAITING = 10_000;
/** Pause after a failure, in milliseconds. */
const PAUSE_MS = 10_000;

/** Builds an index for another embedding model and swaps it in when complete, so that searches by meaning never see half of a library. */
@Injectable()
export class ModelReindexer {
  private readonly logger = new Logger(ModelReindexer.name);
  private readonly pool = new BoundedPool(CONCURRENCY, MAX_WAITING);
  private readonly runs = new Map<string, Promise<void>>();
  /** By organization: the model of a built index, or null while it is being built. */
  private readonly built = new Map<string, string | null>();
  private readonly restUntil = new Map<string, number>();

  constructor(
    private readonly updater: IndexUpdater,
    private readonly index: SearchIndex,
  ) {}

  /** Whether a build is running or pausing after a failure. */
  isBusy(organizationId: string): boolean {
    return this.runs.has(organizationId) || (this.restUntil.get(organizationId) ?? 0) > Date.now();
  }

  /** Waits for running builds. */
  async drain(): Promise<void> {
    await Promise.all(this.runs.values());
  }

  /** Starts a build. After `onBuilt`, the caller should {@link swap}. */
  start(organizationId: string, state: LibraryState, onBuilt: () => void): void {
    if (this.isBusy(organizationId)) return;
    const run = this.pool
      .run(() => this.build(organizationId, state))
      .then(
        () => {
          this.built.set(organizationId, state.model);
          this.runs.delete(organizationId);
          onBuilt();
        },
        (error: unknown) => {
          this.runs.delete(organizationId);
          this.restUntil.set(organizationId, Date.now() + PAUSE_MS);
          if (this.updater.isStopping) return;
          const said = { err: error, organization_id: organizationId };
          this.logger.warn(said, 'the search index could not be made for another embedding model');
        },
      );
    this.runs.set(organizationId, run);
  }

  /** Swaps in the built index. The caller must hold off other updates. @returns false without one for the model of `state` */
  async swap(organizationId: string, state: LibraryState): Promise<boolean> {
    if (this.built.get(organizationId) !== state.model) return false;
    this.built.set(organizationId, null);
    // Changes since it was built.
    await this.updater.update(shadowIndexOf(organizationId), organizationId, state);
    await this.index.replace(organizationId);
    this.built.delete(organizationId);
    this.logger.log({ organization_id: organizationId, model: state.model }, 'searched with another embedding model');
    return true;
  }

  /** Drops a built index whose model is no longer wanted. A running build is left to its end. */
  async discard(organizationId: string): Promise<void> {
    if (this.runs.has(organizationId) || !this.built.delete(organizationId)) return;
    await this.index.drop(shadowIndexOf(organizationId));
  }

  private async build(organizationId: string, state: LibraryState): Promise<void> {
    const name = shadowIndexOf(organizationId);
    this.built.set(organizationId, null);
    const space = { model: state.model, dimensions: state.dimensions };
    // A build may have been interrupted, for this or another model.
    if ((await this.index.prepare(name, space)).model !== state.model) {
      await this.index.drop(name);
      await this.index.prepare(name, space);
    }
    await this.updater.update(name, organizationId, state);
  }
}

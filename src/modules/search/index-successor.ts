import { Injectable, Logger } from '@nestjs/common';
import { BoundedPool } from '../../common/bounded-pool.js';
import { besideOf, SearchIndex } from '../../integrations/search-index/search-index.js';
import { IndexFiller } from './index-filler.js';
import type { LibraryHead } from './index-source.repository.js';

/** Successors made at a time: while one is, two indexes of its organization are held. */
const AT_A_TIME = 1;
/** Organizations that may wait for it; whose turn was refused comes again with its next search. */
const MAX_WAITING = 10_000;
/** Rest of one that could not be made. Milliseconds. */
const PAUSE_MS = 10_000;

/**
 * Makes indexes anew for another embedding model. That is done beside the one that goes on answering and following,
 * which it then takes the place of: so searches by meaning are answered all the while, and never from half of a library.
 */
@Injectable()
export class IndexSuccessor {
  private readonly logger = new Logger(IndexSuccessor.name);
  private readonly pool = new BoundedPool(AT_A_TIME, MAX_WAITING);
  private readonly runs = new Map<string, Promise<void>>();
  /** What stands beside, by organization: the model of what is complete but for the last changes, else null. */
  private readonly made = new Map<string, string | null>();
  private readonly restUntil = new Map<string, number>();

  constructor(
    private readonly filler: IndexFiller,
    private readonly index: SearchIndex,
  ) {}

  /** Whether there is nothing to do for an organization but to wait. */
  isBusy(organizationId: string): boolean {
    return this.runs.has(organizationId) || (this.restUntil.get(organizationId) ?? 0) > Date.now();
  }

  /** Waits for what is under way. */
  async settle(): Promise<void> {
    await Promise.all(this.runs.values());
  }

  /** Begins to make one, and tells when that is done: then somebody is to call {@link takeOver}. */
  begin(organizationId: string, head: LibraryHead, onMade: () => void): void {
    if (this.isBusy(organizationId)) return;
    const run = this.pool
      .run(() => this.make(organizationId, head))
      .then(
        () => {
          this.made.set(organizationId, head.model);
          this.runs.delete(organizationId);
          onMade();
        },
        (error: unknown) => {
          this.runs.delete(organizationId);
          this.restUntil.set(organizationId, Date.now() + PAUSE_MS);
          if (this.filler.isStopping) return;
          const said = { err: error, organization_id: organizationId };
          this.logger.warn(said, 'the search index could not be made for another embedding model');
        },
      );
    this.runs.set(organizationId, run);
  }

  /**
   * Puts the one that was made in the place of the organization's index, which nobody else may be changing; false when
   * none was made for the model of `head`.
   */
  async takeOver(organizationId: string, head: LibraryHead): Promise<boolean> {
    if (this.made.get(organizationId) !== head.model) return false;
    this.made.set(organizationId, null);
    // What changed while it was made.
    await this.filler.fill(besideOf(organizationId), organizationId, head);
    await this.index.replace(organizationId);
    this.made.delete(organizationId);
    this.logger.log({ organization_id: organizationId, model: head.model }, 'searched with another embedding model');
    return true;
  }

  /** Drops what was made for a model that is not wanted any more; what is under way tells when it can be. */
  async giveUp(organizationId: string): Promise<void> {
    if (this.runs.has(organizationId) || !this.made.delete(organizationId)) return;
    await this.index.drop(besideOf(organizationId));
  }

  private async make(organizationId: string, head: LibraryHead): Promise<void> {
    const name = besideOf(organizationId);
    this.made.set(organizationId, null);
    const space = { model: head.model, dimensions: head.dimensions };
    // One may have been left, complete or not, and for another model.
    if ((await this.index.prepare(name, space)).model !== head.model) {
      await this.index.drop(name);
      await this.index.prepare(name, space);
    }
    await this.filler.fill(name, organizationId, head);
  }
}

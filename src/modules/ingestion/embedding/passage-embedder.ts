import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { BoundedPool } from '../../../common/bounded-pool.js';
import { Database } from '../../../common/database/database.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { HourlyTask } from '../../../common/hourly-task.js';
import { EmbeddingModels } from '../../../integrations/embeddings/embedding-models.js';
import { JobQueue } from '../../../integrations/job-queue/job-queue.js';
import { RevisionReady, type RevisionUploaded } from '../../documents/document.events.js';
import { IndexChanges } from '../../documents/index-changes.service.js';
import { PassageEmbeddingRepository } from './passage-embedding.repository.js';
import { RevisionEmbedder } from './revision-embedder.js';

/** A revision is ready whose passages lack vectors. */
const PASSAGES_UNEMBEDDED = 'passages.unembedded';

/** Organizations whose passages are embedded at the same time, and revisions that just became ready. */
const ORGANIZATIONS_AT_A_TIME = 2;
const REVISIONS_AT_A_TIME = 2;

/** Shortest and longest rest of a model that did not answer. Milliseconds. */
const PAUSE_MS = { first: 1_000, longest: 60_000 };

/**
 * Sees to it that every passage has a vector of the model that its organization is searched with, and changes that model:
 * when another one is wanted, all passages get vectors of that as well, while the old ones are searched; then, between
 * two searches, the others are; then the old ones go. A model that does not answer is waited for.
 *
 * What is to be done is told by what is missing, so it goes on wherever it was cut off. New revisions are cared for one by
 * one, all others at start and every hour, each organization by one node.
 */
@Injectable()
export class PassageEmbedder extends HourlyTask implements OnApplicationBootstrap {
  private readonly log = new Logger(PassageEmbedder.name);
  private readonly stopping = new AbortController();
  private readonly pool = new BoundedPool(ORGANIZATIONS_AT_A_TIME, Infinity);
  private readonly underWay = new Map<string, Promise<void>>();
  /** Organizations to look at once more when what is under way has ended. */
  private readonly again = new Set<string>();
  /** Organizations that were searched with the wanted model: if they are not any more, a node of other settings changed it. */
  private readonly settled = new Set<string>();

  constructor(
    private readonly passages: PassageEmbeddingRepository,
    private readonly revisions: RevisionEmbedder,
    private readonly models: EmbeddingModels,
    private readonly changes: IndexChanges,
    private readonly jobs: JobQueue,
    private readonly db: Database,
    events: DomainEvents,
  ) {
    super();
    events.on(RevisionReady, ({ revision }) => this.announce(revision));
  }

  override async onApplicationBootstrap(): Promise<void> {
    const options = { concurrency: REVISIONS_AT_A_TIME };
    await this.jobs.subscribe<RevisionUploaded>(PASSAGES_UNEMBEDDED, 'embedding', options, (job) => this.embedNew(job));
    await super.onApplicationBootstrap();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    this.stopping.abort();
    await Promise.all(this.underWay.values());
  }

  protected async run(): Promise<void> {
    for (const id of await this.changes.listLibraries()) this.complete(id);
  }

  private async announce(revision: RevisionUploaded): Promise<void> {
    const { organization_id: organizationId, revision_id: id } = revision;
    for (const { model } of await this.revisions.modelsFor(organizationId)) {
      if ((await this.passages.listPassages(id, model, '', 1)).length === 0) continue;
      await this.jobs.publish(PASSAGES_UNEMBEDDED, revision);
      return;
    }
  }

  private async embedNew({ organization_id: organizationId, revision_id: id }: RevisionUploaded): Promise<void> {
    try {
      for (const model of await this.revisions.modelsFor(organizationId))
        await this.revisions.embed(organizationId, id, model, this.stopping.signal);
    } catch (error) {
      this.stopping.signal.throwIfAborted();
      this.noteFailure(organizationId, error);
      // That waits for the model as long as it takes.
      this.complete(organizationId);
    }
  }

  /** Begins what an organization's passages lack, or has it looked for once more by what is under way. */
  private complete(organizationId: string): void {
    if (this.underWay.has(organizationId)) {
      this.again.add(organizationId);
      return;
    }
    const work = async (): Promise<void> => {
      this.stopping.signal.throwIfAborted();
      await this.db.withLock(`embeddings of ${organizationId}`, () => this.completeAlone(organizationId));
    };
    // While one waits for its model, its place is another's.
    const done = this.patiently(organizationId, () => this.pool.run(work))
      // Only the end of the service ends it.
      .catch(() => undefined)
      .finally(() => {
        this.underWay.delete(organizationId);
        if (this.again.delete(organizationId) && !this.stopping.signal.aborted) this.complete(organizationId);
      });
    this.underWay.set(organizationId, done);
  }

  private async completeAlone(organizationId: string): Promise<void> {
    while (!(await this.step(organizationId)));
  }

  /** Embeds what lacks vectors and, when there is nothing left, changes the model that serves; true when all is done. */
  private async step(organizationId: string): Promise<boolean> {
    const { wanted } = this.models;
    const serving = await this.changes.modelOf(organizationId);
    const isForeign = serving !== wanted.model && this.settled.has(organizationId);
    for (const model of await this.revisions.modelsFor(organizationId)) {
      if (isForeign && model.model !== serving) continue;
      for (const revisionId of await this.passages.listLacking(organizationId, model.model))
        await this.revisions.embed(organizationId, revisionId, model, this.stopping.signal);
    }
    if (isForeign) return true;
    if (serving !== wanted.model) {
      const isChanged = await this.changes.changeModel(
        organizationId,
        { model: wanted.model, dimensions: wanted.dimensions },
        async () => (await this.passages.listLacking(organizationId, wanted.model)).length === 0,
      );
      // Something became ready meanwhile.
      if (!isChanged) return false;
      this.log.log({ organization_id: organizationId, from: serving, to: wanted.model }, 'embedding model changed');
    }
    this.settled.add(organizationId);
    await this.passages.removeOthers(organizationId, wanted.model);
    return true;
  }

  /** Does the work again, after growing pauses, until it does not fail. */
  private async patiently(organizationId: string, work: () => Promise<void>): Promise<void> {
    const { signal } = this.stopping;
    for (let pause = PAUSE_MS.first; ; pause = Math.min(pause * 2, PAUSE_MS.longest)) {
      try {
        return await work();
      } catch (error) {
        signal.throwIfAborted();
        this.noteFailure(organizationId, error);
        await sleep(pause, undefined, { signal });
      }
    }
  }

  private noteFailure(organizationId: string, error: unknown): void {
    this.log.warn({ organization_id: organizationId, err: error }, 'passages could not be embedded; it is tried again');
  }
}

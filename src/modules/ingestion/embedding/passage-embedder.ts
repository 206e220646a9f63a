import { setTimeout as sleep } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { BoundedPool } from '../../../common/limits/bounded-pool.js';
import { Database } from '../../../common/database/database.js';
import { BACKGROUND_WORK } from '../../../common/runtime/background-work.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { EmbeddingModels } from '../../../integrations/embeddings/embedding-models.js';
import { JobQueue } from '../../../integrations/job-queue/job-queue.js';
import { RevisionReady, type RevisionUploaded } from '../../documents/document.events.js';
import { IndexChanges } from '../../documents/index-changes/index-changes.service.js';
import { PassageEmbeddingRepository } from './passage-embedding.repository.js';
import { RevisionEmbedder } from './revision-embedder.js';

/** A ready revision lacks vectors. */
const PASSAGES_UNEMBEDDED = 'passages.unembedded';

/** Organizations embedded at the same time; likewise revisions that just became ready. */
const ORGANIZATIONS_AT_A_TIME = 2;
const REVISIONS_AT_A_TIME = 2;

/** Pauses after a model did not answer. Milliseconds. */
const PAUSE_MS = { first: 1_000, longest: 60_000 };

/**
 * Gives every passage a vector of its organization's model, and switches models: the old vectors are searched until all new ones exist,
 * then removed. Missing vectors define the work, so it resumes anywhere: new revisions one by one, all others at start and every hour, each
 * organization on one node.
 */
@Injectable()
export class PassageEmbedder implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(PassageEmbedder.name);
  private readonly stopping = new AbortController();
  private readonly pool = new BoundedPool(ORGANIZATIONS_AT_A_TIME, Infinity);
  private readonly underWay = new Map<string, Promise<void>>();
  /** Organizations to check again when the current run ends. */
  private readonly again = new Set<string>();
  /** Organizations already searched with the wanted model: if one no longer is, a node with other settings changed it. */
  private readonly settled = new Set<string>();

  constructor(
    private readonly passages: PassageEmbeddingRepository,
    private readonly revisions: RevisionEmbedder,
    private readonly models: EmbeddingModels,
    private readonly changes: IndexChanges,
    private readonly jobs: JobQueue,
    private readonly db: Database,
    events: DomainEvents,
    @Inject(BACKGROUND_WORK) private readonly isWanted: boolean,
  ) {
    events.on(RevisionReady, ({ revision }) => this.announce(revision));
  }

  async onApplicationBootstrap(): Promise<void> {
    const options = { concurrency: REVISIONS_AT_A_TIME };
    await this.jobs.subscribe<RevisionUploaded>(PASSAGES_UNEMBEDDED, 'embedding', options, (job) => this.embedNew(job));
    // Not by the schedule alone: the node that gets the job may want another model.
    if (this.isWanted) void this.run().catch((error: unknown) => this.log.warn(error));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.underWay.values());
  }

  async run(): Promise<void> {
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
      // Waits for the model without a limit.
      this.complete(organizationId);
    }
  }

  /** Starts the work for an organization, or queues it after the current run. */
  private complete(organizationId: string): void {
    if (this.underWay.has(organizationId)) {
      this.again.add(organizationId);
      return;
    }
    const work = async (): Promise<void> => {
      this.stopping.signal.throwIfAborted();
      await this.db.withLock(`embeddings of ${organizationId}`, () => this.completeAlone(organizationId));
    };
    // While one organization waits for its model, another takes its place.
    const done = this.patiently(organizationId, () => this.pool.run(work))
      // Fails only at shutdown.
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

  /** Embeds passages, then changes the model that serves. @returns true when nothing is left */
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
      // Another revision became ready in the meantime.
      if (!isChanged) return false;
      this.log.log({ organization_id: organizationId, from: serving, to: wanted.model }, 'embedding model changed');
    }
    this.settled.add(organizationId);
    await this.passages.removeOthers(organizationId, wanted.model);
    return true;
  }

  /** Retries after growing pauses until it succeeds. */
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

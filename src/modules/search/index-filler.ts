import { Injectable } from '@nestjs/common';
import { SearchIndex } from '../../integrations/search-index/search-index.js';
import { IndexSourceRepository, type LibraryHead } from './index-source.repository.js';

/** Brings indexes what PostgreSQL has and they lack. */
@Injectable()
export class IndexFiller {
  private stopping = false;

  constructor(
    private readonly source: IndexSourceRepository,
    private readonly index: SearchIndex,
  ) {}

  /** What is being brought breaks off before its next revision. */
  stop(): void {
    this.stopping = true;
  }

  get isStopping(): boolean {
    return this.stopping;
  }

  /**
   * Brings an index up to a position of the organization's library, with the vectors of one model; to be done by one at a
   * time. What it brought before it broke off is not brought again.
   *
   * @param name of the index, which is prepared for such vectors
   */
  async fill(name: string, organizationId: string, { position, model }: LibraryHead): Promise<void> {
    const held = (await this.index.position(name)) ?? 0;
    const changes = await this.source.listChanges(organizationId, held, model);
    const present = changes.flatMap(({ revision }) => revision ?? []);
    const gone = changes.filter(({ revision }) => revision === null).map(({ id }) => id);
    const versions = await this.index.textVersions(
      name,
      present.map(({ id }) => id),
    );
    // What is new comes before what it replaces is taken away.
    for (const revision of present) {
      if (versions.get(revision.id) === revision.text_version) continue;
      if (this.isStopping) throw new Error('stopping');
      await this.index.put(name, revision, this.source.passages(revision.id, model));
    }
    if (changes.length > 0) await this.index.describe(name, present, gone);
    await this.index.settle(name, position);
  }
}

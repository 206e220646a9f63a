import { Injectable } from '@nestjs/common';
import { SearchIndex } from '../../../integrations/search-index/search-index.js';
import { IndexSourceRepository, type LibraryState } from './index-source.repository.js';

/** Copies changes from PostgreSQL into an index. */
@Injectable()
export class IndexUpdater {
  private stopping = false;

  constructor(
    private readonly source: IndexSourceRepository,
    private readonly index: SearchIndex,
  ) {}

  /** Makes running updates fail before their next revision. */
  stop(): void {
    this.stopping = true;
  }

  get isStopping(): boolean {
    return this.stopping;
  }

  /** Resumes after an interruption. Must not run twice at a time for an index. @param name of an index prepared for this model */
  async update(name: string, organizationId: string, { position, model }: LibraryState): Promise<void> {
    const held = (await this.index.position(name)) ?? 0;
    const changes = await this.source.listChanges(organizationId, held, model);
    const present = changes.flatMap(({ revision }) => revision ?? []);
    const gone = changes.filter(({ revision }) => revision === null).map(({ id }) => id);
    const versions = await this.index.textVersions(
      name,
      present.map(({ id }) => id),
    );
    // Added before old revisions are removed, so that a search never misses both.
    for (const revision of present) {
      if (versions.get(revision.id) === revision.text_version) continue;
      if (this.isStopping) throw new Error('stopping');
      await this.index.put(name, revision, this.source.passages(revision.id, model));
    }
    if (changes.length > 0) await this.index.describe(name, present, gone);
    await this.index.setPosition(name, position);
  }
}

import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/auth/principal.js';
import { AppError } from '../../../common/errors/app-error.js';
import { warnClient } from '../../../common/http/request-context.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import type { Page } from '../../../common/pagination/page.js';
import type { CompareRevisionsQuery } from '../dto/revision.request.js';
import { PageService } from '../page.service.js';
import type { Revision } from '../revision.entity.js';
import { comparedLines, type ComparedLines } from './compared-lines.js';
import { ComparisonRepository, type ComparedPage } from './comparison.repository.js';
import { alignPages, type PageChange, type SketchSource } from './page-alignment.js';
import { sketchOf } from './page-sketch.js';

/** Pages whose texts are brought from the database at a time. */
const BATCH = 250;
/** Comparisons kept for the next part of their list: 20,000 pages take about 2 MB. */
const KEPT_COMPARISONS = 8;
/** What the hash of a page without any block is. */
const EMPTY = createHash('sha256').update('').digest('base64');

/** A page that is not as it was, with its lines around what changed. */
export type ChangedPage = ComparedLines & {
  change: Exclude<PageChange['change'], 'unchanged'>;
  from: ComparedPage | null;
  to: ComparedPage | null;
};

export type ComparisonSummary = Record<
  'pages_added' | 'pages_removed' | 'pages_changed' | 'pages_moved' | 'pages_unchanged' | 'pages_without_text',
  number
>;

interface Alignment {
  summary: ComparisonSummary;
  /** In order, without the unchanged. */
  changes: { change: ChangedPage['change']; from: ComparedPage | null; to: ComparedPage | null }[];
}

export interface Comparison {
  from: Revision;
  to: Revision;
  summary: ComparisonSummary;
  pages: Page<ChangedPage>;
}

/** What changed from one revision of a document to another: which pages, and which lines of them. */
@Injectable()
export class ComparisonService {
  /** By the two readings compared, the one used last at the end. */
  private readonly kept = new Map<string, Promise<Alignment>>();

  constructor(
    private readonly pages: PageService,
    private readonly comparisons: ComparisonRepository,
    private readonly paginator: KeysetPaginator,
  ) {}

  /** @throws AppError NOT_FOUND, CONFLICT (not_ready) while one of the revisions is not read */
  async compare(principal: Principal, documentId: string, query: CompareRevisionsQuery): Promise<Comparison> {
    const from = await this.pages.getRevision(principal, documentId, query.from);
    const to = await this.pages.getRevision(principal, documentId, query.to);
    for (const { id, ingestion_state: state } of [from, to]) {
      if (state === 'ready') continue;
      throw AppError.conflict('not_ready', 'Both revisions must have been read', { revision_id: id, ingestion: state });
    }
    const { summary, changes } = await this.alignmentOf(from, to);
    if (summary.pages_without_text > 0) {
      warnClient(`Pages without text, whose changes cannot be seen: ${summary.pages_without_text}.`);
    }
    const pages = await this.paginator.page('revision differences', query, async (after, rowCount) => {
      const first = Number(after ?? 0);
      const rows = changes.slice(first, first + rowCount);
      return { rows: await this.withLines(from, to, rows, first), totalCount: changes.length };
    });
    return { from, to, summary, pages: pages.map(({ page }) => page) };
  }

  private alignmentOf(from: Revision, to: Revision): Promise<Alignment> {
    const key = [from, to].map(({ id, reprocessed_at }) => `${id} ${reprocessed_at?.toISOString() ?? ''}`).join(' ');
    const alignment = this.kept.get(key) ?? this.align(from, to);
    this.kept.delete(key);
    this.kept.set(key, alignment);
    if (this.kept.size > KEPT_COMPARISONS) this.kept.delete(this.kept.keys().next().value!);
    alignment.catch(() => this.kept.delete(key));
    return alignment;
  }

  private async align(from: Revision, to: Revision): Promise<Alignment> {
    const before = await this.comparisons.listPages(from.id);
    const after = await this.comparisons.listPages(to.id);
    const all = await alignPages(
      before.map(({ hash }) => hash),
      after.map(({ hash }) => hash),
      { from: this.sketchesOf(from, before), to: this.sketchesOf(to, after) },
    );
    const count = (change: PageChange['change']): number => all.filter((page) => page.change === change).length;
    const summary = {
      pages_added: count('added'),
      pages_removed: count('removed'),
      pages_changed: count('changed'),
      pages_moved: count('moved'),
      pages_unchanged: count('unchanged'),
      pages_without_text: after.filter(({ hash }) => hash === EMPTY).length,
    };
    const changes = all.flatMap(({ change, from: a, to: b }) =>
      change === 'unchanged'
        ? []
        : [{ change, from: a === null ? null : before[a]!, to: b === null ? null : after[b]! }],
    );
    return { summary, changes };
  }

  private sketchesOf(revision: Revision, pages: readonly ComparedPage[]): SketchSource {
    return async (places) => {
      const placeOf = new Map(places.map((place) => [pages[place]!.page_number, place]));
      const numbers = [...placeOf.keys()];
      const sketches = new Map<number, Uint32Array>();
      for (let start = 0; start < numbers.length; start += BATCH) {
        const texts = await this.comparisons.listTexts(revision.id, numbers.slice(start, start + BATCH));
        for (const { page_number: number, text } of texts) sketches.set(placeOf.get(number)!, sketchOf(text));
      }
      return sketches;
    };
  }

  /** Rows of the list, each with its number in it: that is what a cursor holds. */
  private async withLines(
    from: Revision,
    to: Revision,
    changes: Alignment['changes'],
    first: number,
  ): Promise<{ id: string; page: ChangedPage }[]> {
    const shown = changes.filter(({ change }) => change !== 'moved');
    const numbers = (side: 'from' | 'to') => shown.flatMap((row) => row[side]?.page_number ?? []);
    const before = await this.comparisons.listLines(from.id, numbers('from'));
    const after = await this.comparisons.listLines(to.id, numbers('to'));
    const rows: { id: string; page: ChangedPage }[] = [];
    for (const row of changes) {
      const [old, now] = [before.get(row.from?.page_number ?? 0) ?? [], after.get(row.to?.page_number ?? 0) ?? []];
      rows.push({ id: String(first + rows.length + 1), page: { ...row, ...comparedLines(old, now) } });
      // Other requests are served between two pages.
      await setImmediate();
    }
    return rows;
  }
}

import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../../../common/principal/principal.js';
import { BoundedPool } from '../../../common/limits/bounded-pool.js';
import { EventLoopYielder } from '../../../common/runtime/event-loop-yielder.js';
import { AppError } from '../../../common/errors/app-error.js';
import { warnClient } from '../../../common/context/request-context.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import type { Page } from '../../../common/pagination/page.js';
import type { CompareRevisionsQuery } from '../dto/revision.request.js';
import { PageService } from '../page.service.js';
import type { Revision } from '../revision.entity.js';
import { comparedLines, type ComparedLines } from './compared-lines.js';
import { ComparisonRepository, type ComparedPage, type PageLine } from './comparison.repository.js';
import { alignPages, type PageChange, type SketchSource } from './page-alignment.js';
import { sketchOf } from './page-sketch.js';

const BATCH = 250;
/** Comparisons cached for the next page of their list: 20,000 pages take about 2 MB. */
const KEPT_COMPARISONS = 8;
/** Alignments run one at a time because each may take seconds of CPU; so many may wait. */
const MAX_WAITING = 16;
/** Maximum characters of either revision whose lines are compared for one answer. A page has a megabyte at most. */
const MAX_CHARACTERS_COMPARED = 4_000_000;
/** The hash of a page without blocks. */
const EMPTY = createHash('sha256').update('').digest('base64');

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
  approximate: boolean;
  /** In order, without unchanged pages. */
  changes: { change: ChangedPage['change']; from: ComparedPage | null; to: ComparedPage | null }[];
}

export interface Comparison {
  from: Revision;
  to: Revision;
  summary: ComparisonSummary;
  /** True if too many pages differ: the remaining ones are matched by position. */
  approximate: boolean;
  pages: Page<ChangedPage>;
}

@Injectable()
export class ComparisonService {
  /** Keyed by the two readings. */
  private readonly kept = new LRUCache<string, Promise<Alignment>>({ max: KEPT_COMPARISONS });
  private readonly pool = new BoundedPool(1, MAX_WAITING);

  constructor(
    private readonly pages: PageService,
    private readonly comparisons: ComparisonRepository,
    private readonly paginator: KeysetPaginator,
  ) {}

  async compare(principal: Principal, documentId: string, query: CompareRevisionsQuery): Promise<Comparison> {
    const from = await this.pages.getRevision(principal, documentId, query.from);
    const to = await this.pages.getRevision(principal, documentId, query.to);
    for (const { id, ingestion_state: state } of [from, to]) {
      if (state === 'ready') continue;
      throw AppError.conflict('not_ready', 'Both revisions must be read completely', {
        revision_id: id,
        ingestion: state,
      });
    }
    const { summary, approximate, changes } = await this.alignmentOf(from, to);
    if (summary.pages_without_text > 0) {
      warnClient(`Pages without text, whose changes cannot be seen: ${summary.pages_without_text}.`);
    }
    const pages = await this.paginator.page('revision differences', query, async (after, rowCount) => {
      const first = Number(after ?? 0);
      const rows = changes.slice(first, first + rowCount);
      return { rows: await this.withLines(from, to, rows, first), totalCount: changes.length };
    });
    return { from, to, summary, approximate, pages: pages.map(({ page }) => page) };
  }

  private alignmentOf(from: Revision, to: Revision): Promise<Alignment> {
    const key = [from, to].map(({ id, reprocessed_at }) => `${id} ${reprocessed_at?.toISOString() ?? ''}`).join(' ');
    const known = this.kept.get(key);
    if (known) return known;
    const alignment = this.pool.run(() => this.align(from, to));
    this.kept.set(key, alignment);
    alignment.catch(() => this.kept.delete(key));
    return alignment;
  }

  private async align(from: Revision, to: Revision): Promise<Alignment> {
    const before = await this.comparisons.listPages(from.id);
    const after = await this.comparisons.listPages(to.id);
    const { changes: all, approximate } = await alignPages(
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
    return { summary, approximate, changes };
  }

  private sketchesOf(revision: Revision, pages: readonly ComparedPage[]): SketchSource {
    return async (places) => {
      const placeOf = new Map(places.map((place) => [pages[place]!.page_number, place]));
      const numbers = [...placeOf.keys()];
      const sketches = new Map<number, Uint32Array>();
      const yielder = new EventLoopYielder();
      for (let start = 0; start < numbers.length; start += BATCH) {
        const texts = await this.comparisons.listTexts(revision.id, numbers.slice(start, start + BATCH));
        for (const { page_number: number, text } of texts) {
          sketches.set(placeOf.get(number)!, sketchOf(text));
          await yielder.yieldIfDue();
        }
      }
      return sketches;
    };
  }

  private async withLines(
    from: Revision,
    to: Revision,
    changes: Alignment['changes'],
    first: number,
  ): Promise<{ id: string; page: ChangedPage }[]> {
    const shown = changes.filter(({ change }) => change !== 'moved');
    const numbers = (side: 'from' | 'to') => shown.flatMap((row) => row[side]?.page_number ?? []);
    const before = await this.comparisons.listLines(from.id, numbers('from'), MAX_CHARACTERS_COMPARED);
    const after = await this.comparisons.listLines(to.id, numbers('to'), MAX_CHARACTERS_COMPARED);
    const rows: { id: string; page: ChangedPage }[] = [];
    const yielder = new EventLoopYielder();
    for (const row of changes) {
      const [old, now] = [linesOf(row.from, before), linesOf(row.to, after)];
      const lines = old && now ? comparedLines(old, now) : { lines: [], truncated: true };
      rows.push({ id: String(first + rows.length + 1), page: { ...row, ...lines } });
      await yielder.yieldIfDue();
    }
    return rows;
  }
}

/** Null if there are too many for one answer. */
function linesOf(page: ComparedPage | null, lines: Map<number, PageLine[] | null>): PageLine[] | null {
  const found = page && lines.get(page.page_number);
  return found === undefined || page === null ? [] : found;
}

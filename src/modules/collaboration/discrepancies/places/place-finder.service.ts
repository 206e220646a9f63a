import { Injectable } from '@nestjs/common';
import { EventLoopYielder } from '../../../../common/runtime/event-loop-yielder.js';
import { AnchorFinder } from '../../comments/anchors/anchor-finder.service.js';
import {
  DiscrepancyPlaceRepository,
  type DiscrepancyPlace,
  type SoughtDiscrepancy,
} from './discrepancy-place.repository.js';
import { findQuote } from './quote-places.js';

/** Pages in memory at a time. */
const PAGES = 50;

/**
 * Finds the quotes of reports in another revision: first where comments would be (ADR 26), else on the page with the quote that is nearest to
 * the original page number. In doubt a page is marked: a repeated warning is a nuisance, a missing one an accident.
 */
@Injectable()
export class DiscrepancyPlaceFinder {
  constructor(
    private readonly anchors: AnchorFinder,
    private readonly places: DiscrepancyPlaceRepository,
  ) {}

  /** Reports without a place are missing. */
  async find(revisionId: string, reports: readonly SoughtDiscrepancy[]): Promise<DiscrepancyPlace[]> {
    const anchored = await this.anchors.find(revisionId, reports);
    const found = new Map<string, DiscrepancyPlace>(
      anchored.map(({ comment_id: discrepancy_id, ...place }) => [discrepancy_id, { discrepancy_id, ...place }]),
    );
    const pinned = new Map(anchored.map(({ comment_id, page_number }) => [comment_id, page_number]));
    const rest = reports.filter(({ id }) => (found.get(id)?.start_offset ?? null) === null);
    const yielder = new EventLoopYielder();
    for (let after = 0, isLast = rest.length === 0; !isLast;) {
      const pages = await this.places.listTexts(revisionId, after, PAGES);
      for (const { page_number, text } of pages) {
        for (const report of rest) {
          await yielder.yieldIfDue();
          const known = found.get(report.id);
          const isNearer = !known || distance(known, report) > distance({ page_number }, report);
          if (pinned.has(report.id) ? pinned.get(report.id) !== page_number : !isNearer) continue;
          const offsets = findQuote(text, report.quote);
          // Within another word it is something else, “100 Nm” in “2100 Nm”, unless it was reported so.
          if (offsets && (offsets.start_offset !== null || report.is_within_word)) {
            found.set(report.id, { discrepancy_id: report.id, revision_id: revisionId, page_number, ...offsets });
          }
        }
      }
      isLast = pages.length < PAGES;
      after = pages.at(-1)?.page_number ?? after;
    }
    return [...found.values()];
  }
}

function distance(a: { page_number: number }, b: { page_number: number }): number {
  return Math.abs(a.page_number - b.page_number);
}

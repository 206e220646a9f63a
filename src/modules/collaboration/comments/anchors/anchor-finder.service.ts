import { Injectable } from '@nestjs/common';
import { EventLoopYielder } from '../../../../common/runtime/event-loop-yielder.js';
import type { CommentAnchor } from './comment-anchor.entity.js';
import { CommentAnchorRepository, type AnchoredComment } from './comment-anchor.repository.js';
import { NormalizedText, normalizedQuote, type Anchor } from './normalized-text.js';

/** Pages in memory at a time. */
const PAGES = 50;

interface Sought extends AnchoredComment {
  anchor: Anchor;
}

/** Locates comments and discrepancy reports in other revisions (ADR 26): by an anchor that is unique in both revisions, else by a page whose text is. */
@Injectable()
export class AnchorFinder {
  constructor(private readonly anchors: CommentAnchorRepository) {}

  /** The unambiguous locations; other comments have none. */
  async find(revisionId: string, comments: readonly AnchoredComment[]): Promise<CommentAnchor[]> {
    const sought = await this.anchored(comments);
    const there = await this.findOnce(revisionId, sought);
    const found = new Map<string, CommentAnchor>();
    for (const [ownRevisionId, own] of byRevision(sought.filter(({ id }) => there.has(id)))) {
      for (const id of (await this.findOnce(ownRevisionId, own)).keys()) found.set(id, there.get(id)!);
    }
    const rest = comments.filter(({ id }) => !found.has(id));
    return [...found.values(), ...(rest.length > 0 ? await this.anchors.placesOfPages(revisionId, rest) : [])];
  }

  /** Comments whose quote has a unique anchor on the original page. */
  private async anchored(comments: readonly AnchoredComment[]): Promise<Sought[]> {
    const sought: Sought[] = [];
    const yielder = new EventLoopYielder();
    for (const [revisionId, own] of byRevision(comments.filter(({ quote }) => quote !== null))) {
      const numbers = [...new Set(own.map(({ page_number }) => page_number))];
      for (let from = 0; from < numbers.length; from += PAGES) {
        const pageNumbers = numbers.slice(from, from + PAGES);
        for (const { page_number, text } of await this.anchors.listTexts(revisionId, { pageNumbers })) {
          const page = new NormalizedText(text);
          for (const comment of own.filter((one) => one.page_number === page_number)) {
            await yielder.yieldIfDue();
            const anchor = page.anchorOf(normalizedQuote(comment.quote ?? ''));
            if (anchor) sought.push({ ...comment, anchor });
          }
        }
      }
    }
    return sought;
  }

  /** Locations, by comment id, of anchors that occur exactly once in the revision. */
  private async findOnce(revisionId: string, sought: readonly Sought[]): Promise<Map<string, CommentAnchor>> {
    const places = new Map<string, CommentAnchor[]>(sought.map(({ id }) => [id, []]));
    const yielder = new EventLoopYielder();
    for (let after = 0, isLast = sought.length === 0; !isLast;) {
      const pages = await this.anchors.listTexts(revisionId, { after, limit: PAGES });
      for (const { page_number, text } of pages) {
        const page = new NormalizedText(text);
        for (const { id, anchor } of sought) {
          await yielder.yieldIfDue();
          const known = places.get(id) ?? [];
          if (known.length > 1) continue;
          for (const { start, end } of page.placesOf(anchor, 2)) {
            known.push({
              comment_id: id,
              revision_id: revisionId,
              page_number,
              start_offset: start,
              end_offset: end,
            });
          }
        }
        after = page_number;
      }
      isLast = pages.length < PAGES;
    }
    return new Map([...places].flatMap(([id, known]) => (known.length === 1 && known[0] ? [[id, known[0]]] : [])));
  }
}

function byRevision<T extends AnchoredComment>(comments: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const comment of comments) {
    const group = groups.get(comment.revision_id);
    if (group) group.push(comment);
    else groups.set(comment.revision_id, [comment]);
  }
  return groups;
}

import { Injectable } from '@nestjs/common';
import { Breather } from '../../../../common/breather.js';
import type { CommentPlace } from '../comment-place.entity.js';
import { CommentPlaceRepository, type CarriedComment } from './comment-place.repository.js';
import { LevelledText, levelledQuote, type Anchor } from './levelled-text.js';

/** Pages that are in memory at a time. */
const PAGES = 50;

/** A comment whose quote is looked for. */
interface Sought extends CarriedComment {
  anchor: Anchor;
}

/**
 * Where comments stand in a revision that they were not made on (docs/adr/0026): with a quote, where its anchor stands
 * exactly once in their own revision and in this one, on whatever page; else, and without a quote, on the page that says
 * what theirs does, if it stands exactly once in both.
 */
@Injectable()
export class CommentFinder {
  constructor(private readonly places: CommentPlaceRepository) {}

  /** The places that are beyond doubt; for the other comments none. */
  async find(revisionId: string, comments: readonly CarriedComment[]): Promise<CommentPlace[]> {
    const sought = await this.anchored(comments);
    const there = await this.findOnce(revisionId, sought);
    const found = new Map<string, CommentPlace>();
    for (const [ownRevisionId, own] of byRevision(sought.filter(({ id }) => there.has(id)))) {
      for (const id of (await this.findOnce(ownRevisionId, own)).keys()) found.set(id, there.get(id)!);
    }
    const rest = comments.filter(({ id }) => !found.has(id)).map(({ id }) => id);
    return [...found.values(), ...(rest.length > 0 ? await this.places.placesOfPages(revisionId, rest) : [])];
  }

  /** Those with a quote that stands once on the page they were made on, with its anchor. */
  private async anchored(comments: readonly CarriedComment[]): Promise<Sought[]> {
    const sought: Sought[] = [];
    const breather = new Breather();
    for (const [revisionId, own] of byRevision(comments.filter(({ quote }) => quote !== null))) {
      const numbers = [...new Set(own.map(({ page_number }) => page_number))];
      for (let from = 0; from < numbers.length; from += PAGES) {
        const pageNumbers = numbers.slice(from, from + PAGES);
        for (const { page_number, text } of await this.places.listTexts(revisionId, { pageNumbers })) {
          const page = new LevelledText(text);
          for (const comment of own.filter((one) => one.page_number === page_number)) {
            await breather.breathe();
            const anchor = page.anchorOf(levelledQuote(comment.quote ?? ''));
            if (anchor) sought.push({ ...comment, anchor });
          }
        }
      }
    }
    return sought;
  }

  /** Places, by the id of the comment, of those whose anchor stands in the whole revision exactly once. */
  private async findOnce(revisionId: string, sought: readonly Sought[]): Promise<Map<string, CommentPlace>> {
    const places = new Map<string, CommentPlace[]>(sought.map(({ id }) => [id, []]));
    const breather = new Breather();
    for (let after = 0, isLast = sought.length === 0; !isLast;) {
      const pages = await this.places.listTexts(revisionId, { after, limit: PAGES });
      for (const { page_number, text } of pages) {
        const page = new LevelledText(text);
        for (const { id, anchor } of sought) {
          await breather.breathe();
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

function byRevision<T extends CarriedComment>(comments: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const comment of comments) {
    const group = groups.get(comment.revision_id);
    if (group) group.push(comment);
    else groups.set(comment.revision_id, [comment]);
  }
  return groups;
}

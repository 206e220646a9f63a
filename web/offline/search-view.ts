import type { Content, Page } from './content.js';
import { button, element } from './dom.js';
import { addressOf, letterFor, partElement, partsOf, titleOf, verdictMarks } from './document-parts.js';
import { snippet } from './marked-text.js';
import { overlaysOf, temporaryNotes, textClass } from './temporary-revisions.js';

const SHOWN = 50;

/** Hits of a query. @param aircraft index of the aircraft whose pages are shown; null for all */
export function searchView(content: Content, query: string, aircraft: number | null): HTMLElement {
  const view = element('section', { role: 'region', title: 'Hits' });
  const applies = (page: number): boolean => aircraft === null || content.pages[page]!.verdicts[aircraft] !== 'n';
  /** @param isLong whether all pages are searched, however long it takes */
  const fill = (showsAll: boolean, isLong: boolean): void => {
    const found = content.search.search(query, SHOWN, {
      ...(!showsAll && { shows: applies }),
      ...(isLong && { goesOn: () => true }),
    });
    const hits = overlaysFirst(content, found.hits.map(({ page }) => content.pages[page]!)); // prettier-ignore
    const status = element('p', { role: 'status' }, statusOf(found.total, found.isComplete, query));
    view.replaceChildren(status);
    if (!found.isComplete)
      status.append(
        ' ',
        button('Search all pages', () => fill(showsAll, true)),
      );
    if (found.hidden > 0) {
      const text = `${found.isHiddenComplete ? '' : 'At least '}${found.hidden} more pages with these words do not apply to the aircraft. `;
      view.append(
        element(
          'p',
          {},
          text,
          button('Show them', () => fill(true, isLong)),
        ),
      );
    }
    if (found.total > SHOWN) view.append(element('p', {}, `The first ${SHOWN} are shown. Add words to find fewer.`));
    const items = hits.map((page) => hit(content, page, query, found.terms, aircraft));
    view.append(element('ol', { className: 'hits' }, ...items));
  };
  fill(false, false);
  return view;
}

function statusOf(total: number, isComplete: boolean, query: string): string {
  const found = `${total} pages found for “${query}”`;
  return isComplete ? found : `Not all pages were searched. Up to now, ${found}.`;
}

/** Pages of temporary revisions in force precede those that they change, found or not. */
function overlaysFirst(content: Content, hits: readonly Page[]): Page[] {
  return [...new Set(hits.flatMap((page) => [...overlaysOf(content, page), page]))];
}

function hit(
  content: Content,
  page: Page,
  query: string,
  terms: ReadonlySet<string>,
  aircraft: number | null,
): HTMLElement {
  const { about } = content;
  const document = about.documents[page.document]!;
  const { nodes, parts } = snippet(page.text, terms, {
    parts: partsOf(page),
    applies: ({ letters }) => letterFor(letters, aircraft) !== 'n',
    elementOf: partElement(about.aircraft, aircraft),
  });
  return element(
    'li',
    {},
    element(
      'a',
      { href: addressOf(page.document, page.number, query) },
      `${titleOf(document)}, page ${page.label ?? page.number}`,
    ),
    ...temporaryNotes(content, page),
    element('p', textClass(page, aircraft), ...nodes),
    // Of the passage that is quoted. Several tell their own.
    verdictMarks(about.aircraft, parts.length === 1 ? parts[0]!.letters : page.verdicts),
    page.discrepancies.length > 0 &&
      element('p', { className: 'warning' }, `${page.discrepancies.length} open discrepancy reports on this page`),
  );
}

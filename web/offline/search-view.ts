import type { Content, Page } from './content.js';
import { button, element } from './dom.js';
import { addressOf, titleOf, verdictMarks } from './document-parts.js';
import { snippet } from './marked-text.js';

const SHOWN = 50;
/** Of these, hits that do not apply are left out. */
const RANKED = 1_000;

/** Hits of a query. @param aircraft index of the aircraft whose pages are shown; null for all */
export function searchView(content: Content, query: string, aircraft: number | null): HTMLElement {
  const found = content.search.search(query, RANKED);
  const applies = (page: Page): boolean => aircraft === null || page.verdicts[aircraft] !== 'n';
  const hits = found.hits.map(({ page }) => content.pages[page]!);
  const shown = hits.filter(applies);
  const view = element('section', { role: 'region', title: 'Hits' });
  const list = element('ol', { className: 'hits' });
  const fill = (pages: readonly Page[]): void => {
    list.replaceChildren(...pages.slice(0, SHOWN).map((page) => hit(content, page, query, found.terms)));
  };
  const least = found.isComplete ? '' : 'At least ';
  const status = element('p', { role: 'status' }, `${least}${found.total} pages found for “${query}”`);
  view.append(status);
  const hidden = hits.length - shown.length;
  if (hidden > 0) {
    const note = element('p', {}, `${hidden} pages do not apply to the aircraft. `);
    const show = (): void => {
      fill(hits);
      note.remove();
    };
    note.append(button('Show them', show));
    view.append(note);
  }
  fill(shown);
  if (shown.length > SHOWN) view.append(element('p', {}, `The first ${SHOWN} are shown. Add words to find fewer.`));
  view.append(list);
  return view;
}

function hit({ about }: Content, page: Page, query: string, terms: ReadonlySet<string>): HTMLElement {
  const document = about.documents[page.document]!;
  return element(
    'li',
    {},
    element(
      'a',
      { href: addressOf(page.document, page.number, query) },
      `${titleOf(document)}, page ${page.label ?? page.number}`,
    ),
    element('p', {}, ...snippet(page.text, terms)),
    verdictMarks(about.aircraft, page.verdicts),
    page.discrepancies.length > 0 &&
      element('p', { className: 'warning' }, `${page.discrepancies.length} open discrepancy reports on this page`),
  );
}

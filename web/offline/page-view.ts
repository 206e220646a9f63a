import type { Content, Discrepancy, Page, PackedDocument } from './content.js';
import { button, element } from './dom.js';
import { addressOf, partElement, partsOf, titleOf, verdictMarks, verdictText } from './document-parts.js';
import { dateOf } from './expiry.js';
import { marked } from './marked-text.js';
import { temporaryNotes, textClass } from './temporary-revisions.js';

/** Names of source files: a hash and extensions. Nothing else is opened. */
const FILE = /^files\/[0-9a-f]{64}(?:\.[a-z0-9]{1,8}){1,2}$/;

/** A page of a document, with the words of the query marked. Null if the package does not have the page. @param aircraft index of the chosen one */
export function pageView(
  content: Content,
  document: number,
  number: number,
  query: string,
  aircraft: number | null,
): HTMLElement | null {
  const { about, pages } = content;
  const at = pages.findIndex((one) => one.document === document && one.number === number);
  const [page, source] = [pages[at], about.documents[document]];
  if (!page || !source) return null;
  const neighbor = (offset: number, text: string): HTMLElement | false => {
    const other = pages[at + offset];
    return other?.document === document && element('a', { href: addressOf(document, other.number, query) }, text);
  };
  const { terms } = content.search.search(query, 1);
  return element(
    'article',
    {},
    element('h2', {}, `${titleOf(source)}, page ${page.label ?? number}`),
    element(
      'p',
      { className: 'facts' },
      `Revision ${source.revision.version}${source.revision.revision_date === null ? '' : ` of ${source.revision.revision_date}`}, `,
      `active on ${dateOf(about.made_at)}. Effectivity: ${source.revision.effectivity ?? 'not stated'}, type ${source.aircraft_type}. Page ${number} of ${source.page_count}. SHA-256 of the file: `,
      element('code', {}, source.revision.content_sha256),
    ),
    aircraft !== null && otherAircraft(about.aircraft[aircraft]!.registration, page.verdicts[aircraft] ?? 'u'),
    verdictMarks(about.aircraft, page.verdicts),
    statements(about, page),
    ...temporaryNotes(content, page),
    ...page.discrepancies.map(warning),
    element('nav', {}, neighbor(-1, 'Previous page'), ' ', neighbor(1, 'Next page')),
    original(source, page),
    element(
      'pre',
      textClass(page, aircraft),
      ...marked(page.text, terms, partsOf(page), partElement(about.aircraft, aircraft)),
    ),
  );
}

/** What a reader must know before the text of a page that is not for the chosen aircraft alone. */
function otherAircraft(registration: string, letter: string): HTMLElement | false {
  const texts: Readonly<Record<string, string>> = {
    n: `Not applicable to ${registration}`,
    p: `Only parts of this page are applicable to ${registration}`,
    u: `It is unknown whether this page is applicable to ${registration}`,
  };
  const text = texts[letter];
  return text !== undefined && element('p', { className: 'warning' }, element('strong', {}, text));
}

/** The words that decide. */
function statements({ aircraft }: Content['about'], page: Page): HTMLElement | false {
  if (page.statements.length === 0) return false;
  const items = page.statements.map(([words, letters]) =>
    words === ''
      ? element('li', {}, 'Further statements decide here, too: read the page.')
      : element('li', {}, element('q', {}, words), ` ${verdictText(aircraft, letters, null)}`),
  );
  return element('ul', { className: 'statements' }, ...items);
}

function warning({ id, severity, quote, description, interim_instruction }: Discrepancy): HTMLElement {
  return element(
    'div',
    { className: 'warning' },
    element('strong', {}, `Open discrepancy report (${severity}) when this package was made: `),
    description,
    quote === '' ? null : element('blockquote', {}, quote),
    interim_instruction === null ? null : element('p', {}, `Approved instruction: ${interim_instruction}`),
    element('small', {}, id),
  );
}

/** The browser's own viewer shows a PDF below the banner, without the marks of its pages. Other formats open apart. */
function original({ file, is_pdf }: PackedDocument, { number }: Page): HTMLElement | null {
  if (!FILE.test(file)) return null;
  if (!is_pdf) {
    const link = element('a', { href: file }, 'Open the source file');
    link.target = '_blank';
    link.rel = 'noopener';
    return element('p', {}, link);
  }
  const holder = element('div', { className: 'original' });
  const show = (): void => {
    const src = `${file}#page=${number}`;
    holder.replaceChildren(element('iframe', { src, title: `Page ${number} of the source file` }));
  };
  const hint = 'The source file has no marks of aircraft, temporary revisions and discrepancy reports. ';
  holder.append(element('p', {}, hint, button('Show the original page', show)));
  return holder;
}

import {
  changesOfPage,
  isOutOfForce,
  marksAt,
  warningMarks,
  type TemporaryRevisionMark,
} from '../../src/modules/documents/temporary-revisions/dto/temporary-revision-mark.js';
import type { Content, Page } from './content.js';
import { element } from './dom.js';
import { addressOf, letterFor } from './document-parts.js';
import { dateOf, deviceTime } from './expiry.js';

const ACTIONS = { replace: 'replaces', cancel: 'cancels', insert: 'adds pages after' } as const;

/** How many temporary revisions of the package have begun or ended: views are made again when it changes. */
export function temporaryState({ pages }: Content): () => number {
  const marks = pages.flatMap(({ temporary_revisions: own }) => own);
  const times = new Set(marks.flatMap((one) => [one.effective_from, one.effective_until ?? '']));
  const sorted = [...times].map((time) => Date.parse(time)).filter((time) => !Number.isNaN(time));
  return () => sorted.filter((time) => time <= deviceTime()).length;
}

/** Whether nobody may work by the text of the page. */
export function isChanged({ temporary_revisions: marks }: Page): boolean {
  const present = marksAt(marks, deviceTime());
  return changesOfPage(present).length > 0 || isOutOfForce(present);
}

/** Pages of the package that take the place of a page. */
export function overlaysOf(content: Content, { temporary_revisions: marks }: Page): Page[] {
  return changesOfPage(marksAt(marks, deviceTime())).flatMap((mark) => otherPages(content, mark));
}

/** Warnings above a page, then what else concerns it. */
export function temporaryNotes(content: Content, page: Page): HTMLElement[] {
  const now = deviceTime();
  const present = marksAt(page.temporary_revisions, now);
  const warned = warningMarks(present);
  const coming = page.temporary_revisions.filter(
    (mark) => mark.role !== 'overlay' && mark.status !== 'expired' && Date.parse(mark.effective_from) > now,
  );
  return [
    ...warned.map((mark) => note(content, mark, warningOf(mark), 'warning')),
    ...present.filter((mark) => !warned.includes(mark)).map((mark) => note(content, mark, factOf(mark), 'facts')),
    ...coming.map((mark) => {
      const text = `${nameOf(mark)} ${ACTIONS[mark.action ?? 'replace']} this page from ${dateOf(mark.effective_from)} on.`;
      return note(content, mark, text, 'facts');
    }),
  ];
}

const nameOf = ({ number, needs_review }: TemporaryRevisionMark): string =>
  `Temporary revision ${number}${needs_review ? ' (issued against an earlier revision)' : ''}`;

function warningOf(mark: TemporaryRevisionMark): string {
  const name = nameOf(mark);
  if (mark.role === 'overlay') {
    const when = mark.status === 'scheduled' ? `takes effect on ${dateOf(mark.effective_from)}` : `is ${mark.status}`;
    return `This page belongs to ${name}, which ${when}. Do not work by it.`;
  }
  if (mark.action === null) return `${name} can concern this page. Check it before you work.`;
  const doubt = mark.role === 'unplaced' ? ' probably' : '';
  return `${name}${doubt} ${ACTIONS[mark.action]} this page. Do not work by its text.`;
}

function factOf(mark: TemporaryRevisionMark): string {
  const { role, status, action, effective_until: until } = mark;
  if (role !== 'overlay') return `${nameOf(mark)} ${ACTIONS[action ?? 'insert']} this page.`;
  const end = until === null ? '' : ` until ${dateOf(until)}`;
  return status === 'in_force'
    ? `This page belongs to ${nameOf(mark)}, in force${end}.`
    : `${nameOf(mark)}: ${status.replace('_', ' ')}.`;
}

function note(content: Content, mark: TemporaryRevisionMark, text: string, className: string): HTMLElement {
  const links = otherPages(content, mark).flatMap(({ document, number, label }) => [
    ' ',
    element(
      'a',
      { href: addressOf(document, number) },
      `Page ${label ?? number} of ${content.about.documents[document]!.title}`,
    ),
  ]);
  const isMissing = mark.role !== 'overlay' && mark.action !== 'cancel' && links.length === 0;
  const rest = isMissing ? ' Its pages are not in this package.' : '';
  return element('div', { className }, element('strong', {}, text + rest), ...links);
}

function otherPages({ about, pages }: Content, { document_id, page_numbers }: TemporaryRevisionMark): Page[] {
  const document = about.documents.findIndex(({ id }) => id === document_id);
  return pages.filter((page) => page.document === document && page_numbers.includes(page.number));
}

/** Strikes all text of a page through that a temporary revision changed, or that applies as a whole to other aircraft. */
export function textClass(page: Page, chosen: number | null): { className?: string } {
  if (isChanged(page)) return { className: 'changed' };
  return letterFor(page.verdicts, chosen) === 'n' ? { className: 'part-n' } : {};
}

import type { OpenDiscrepancy } from '../../documents/discrepancies/open-discrepancies.service.js';
import {
  changesOfPage,
  isOutOfForce,
  isQuotable,
  type QuotablePassage,
  type TemporaryRevisionMark,
} from '../../documents/temporary-revisions/dto/temporary-revision-mark.js';
import type { PagePlace } from '../../documents/page.service.js';
import type { QuoteResponse } from '../../search/dto/quote.response.js';
import {
  DISCREPANCIES,
  DOCUMENT,
  listOf,
  nullable,
  NOTICES,
  object,
  PAGE,
  REVISION,
  SUPERSEDED,
  TEMPORARY_REVISIONS,
  text,
  whole,
} from './schemas.js';

interface DocumentReference {
  id: string;
  title: string;
  type: string;
  number: string | null;
}

/** A quotation with all that a reader needs to find it and to judge it. */
export interface Source {
  index: number;
  document: DocumentReference;
  revision: { id: string; version: string; date: string | null };
  page: { number: number; label: string | null };
  section: string;
  quote: string;
  superseded: boolean;
  aircraft_type: string;
  effectivity: string | null;
  newer_bulletins: { document: DocumentReference; version: string; date: string | null; reason: string }[];
  discrepancies: Discrepancy[];
  temporary_revisions: TemporaryMark[];
}

export type TemporaryMark = Omit<TemporaryRevisionMark, 'effective_from' | 'needs_review'>;

export type Discrepancy = Pick<OpenDiscrepancy, 'id' | 'kind' | 'quote' | 'description' | 'interim_instruction'>;

const SOURCE_FIELDS = {
  index: whole('Rank, or the number in brackets in an answer'),
  document: DOCUMENT,
  revision: REVISION,
  page: PAGE,
  section: text('Headings above the quotation'),
  quote: text('Verbatim text of the page'),
  superseded: SUPERSEDED,
  aircraft_type: text('Aircraft type of the document'),
  effectivity: nullable(text("The aircraft to which the revision applies, in the publisher's words")),
  newer_bulletins: listOf(
    object({
      document: DOCUMENT,
      version: text('Version'),
      date: nullable(text('Date')),
      reason: text('Why it is listed'),
    }),
    'Newer bulletins and directives that may change the text',
  ),
  discrepancies: DISCREPANCIES,
  temporary_revisions: TEMPORARY_REVISIONS,
};

export const SOURCE = object(SOURCE_FIELDS);
export const PASSAGE = object({
  ...SOURCE_FIELDS,
  applicability: nullable(
    text('applicable, unknown or not_applicable to the aircraft of aircraft_id; null without it'),
  ),
  warnings: NOTICES,
});

export function sourceOf(quote: QuoteResponse, place: PagePlace | undefined): Source {
  return {
    index: quote.index,
    document: {
      id: quote.document_id,
      title: quote.title,
      type: quote.document_type,
      number: place?.document_number ?? null,
    },
    revision: { id: quote.revision_id, version: quote.version, date: quote.revision_date },
    page: { number: quote.page_number, label: place?.label ?? null },
    section: quote.section,
    quote: quote.quote,
    superseded: quote.superseded,
    aircraft_type: quote.aircraft_type,
    effectivity: quote.effectivity,
    newer_bulletins: quote.notices_of_change.map((notice) => ({
      document: {
        id: notice.document_id,
        title: notice.title,
        type: notice.document_type,
        number: notice.document_number,
      },
      version: notice.version,
      date: notice.revision_date,
      reason: notice.reason,
    })),
    discrepancies: quote.discrepancies.map(discrepancyOf),
    temporary_revisions: quote.temporary_revisions.map(temporaryMarkOf),
  };
}

export function discrepancyOf({ id, kind, quote, description, interim_instruction }: OpenDiscrepancy): Discrepancy {
  return { id, kind, quote, description, interim_instruction };
}

export function temporaryMarkOf(mark: TemporaryRevisionMark): TemporaryMark {
  const { id, number, role, status, action, document_id, page_numbers, effective_until } = mark;
  return { id, number, role, status, action, document_id, page_numbers, effective_until };
}

/** Why the page is not to be worked by; null if the temporary revisions do not say so. */
export function prohibitionOf(marks: readonly TemporaryMark[]): string | null {
  const changes = changesOfPage(marks);
  if (changes.length > 0) return `Do not work by this page: changed by ${namesOf(changes)}.`;
  if (!isOutOfForce(marks)) return null;
  return `Do not work by this page: it belongs to ${namesOf(marks.filter(({ role }) => role === 'overlay'))}.`;
}

function namesOf(marks: readonly TemporaryMark[]): string {
  return marks.map(({ number, role, status }) => (role === 'overlay' ? `${number} (${status})` : number)).join(', ');
}

/**
 * The passage of search results as models may repeat it: without the text if its page is changed, its temporary revision is not in force, or its
 * superseded revision can have the text of a changed page.
 */
export function withoutChangedText<T extends Source & { warnings: readonly unknown[] }>(
  source: T,
  passage: QuotablePassage,
): T {
  return isQuotable(passage) ? source : { ...source, quote: '', warnings: [] };
}

/** A line for each, which says first whether the page must not be quoted. */
export function describeTemporaryRevisions(marks: readonly TemporaryMark[]): string[] {
  return marks.map(({ id, number, role, status, action, document_id, page_numbers: pages }) => {
    const other = document_id === null ? 'a document that is not visible' : `${document_id}, page ${pages.join(', ')}`;
    if (role === 'unplaced' && action === null)
      return `TEMPORARY REVISION ${number} (${id}) may change this page: check it.`;
    if (role === 'overlay')
      return `TEMPORARY REVISION ${number} (${id}), ${status}: this page belongs to it and changes ${other}.`;
    if (action === 'insert') return `TEMPORARY REVISION ${number} (${id}) inserts pages after this one: ${other}.`;
    const instead = action === 'cancel' ? '' : ` Read ${other}.`;
    const verb = action === 'cancel' ? 'cancel' : 'replace';
    return `NOT TO BE USED: temporary revision ${number} (${id}) ${role === 'unplaced' ? `may ${verb}` : `${verb}s`} this page.${instead}`;
  });
}

/** Without what the reporter wrote: nobody has checked it, and its lines could pass for instructions. */
export function describeDiscrepancies(discrepancies: readonly Discrepancy[]): string[] {
  return discrepancies.flatMap(({ id, kind, interim_instruction: instruction }) => [
    `OPEN DISCREPANCY ${id} (${kind}): check the data before you act on it.`,
    ...(instruction === null ? [] : [`INTERIM INSTRUCTION: ${instruction.replace(/\s+/gu, ' ')}`]),
  ]);
}

/** Where the quotation is, then what speaks against its use, then the quotation. */
export function describeSource(source: Source, warnings: readonly { text: string }[] = []): string {
  const { index, document, revision, page, section, superseded, newer_bulletins: bulletins } = source;
  const printed = page.label === null ? '' : ` (printed ${page.label})`;
  return [
    `[${index}] ${nameOf(document)}, revision ${revision.version}${dateOf(revision)}, page ${page.number}${printed}`,
    `document_id ${document.id}, revision_id ${revision.id}${section === '' ? '' : `, section ${section}`}`,
    ...(superseded ? ['SUPERSEDED: another revision has replaced this one.'] : []),
    ...bulletins.map(
      (one) =>
        `May be changed by ${nameOf(one.document)}, ${one.version}${dateOf(one)}, document_id ${one.document.id}`,
    ),
    ...describeTemporaryRevisions(source.temporary_revisions),
    ...describeDiscrepancies(source.discrepancies),
    ...warnings.map((notice) => notice.text),
    source.quote,
  ].join('\n');
}

export function nameOf({ title, type, number }: DocumentReference): string {
  return `${title} (${number === null ? type : `${type} ${number}`})`;
}

export function dateOf({ date }: { date: string | null }): string {
  return date === null ? '' : ` of ${date}`;
}

import type { PageMarks } from '../documents/discrepancies/open-discrepancies.service.js';
import {
  changesOfPage,
  isOutOfForce,
  isOutlived,
} from '../documents/temporary-revisions/dto/temporary-revision-mark.js';
import type { RevisionStatus } from '../documents/dto/document-types.js';
import type { ChangeNotice } from '../search/search.service.js';
import { withCurrentNotices } from './answering/checks/discrepancy-notice.js';
import type { ChatTurn, Citation } from './answering/answer.types.js';
import type { ChatMessage } from './chat-message.entity.js';

/** Replaces an answer whose sources are no longer visible. */
export const WITHHELD = 'This answer quoted documents that are no longer available to you. Ask again.';

export interface Visible {
  /** Current status of the revisions, by id. */
  statusOf: ReadonlyMap<string, RevisionStatus>;
  documents: ReadonlySet<string>;
  marksOn: (page: { revision_id: string; page_number: number }) => PageMarks;
}

/** Revisions quoted by the message, with or without a citation. */
export function revisionsOf({ citations, named_revisions: named }: ChatMessage): string[] {
  return [...citations.map(({ revision_id: id }) => id), ...named];
}

/** Documents that the message names but does not quote. */
export function documentsBeside({ suggestions, citations }: ChatMessage): string[] {
  return [...suggestions, ...citations.flatMap(noticesOf)].map(({ document_id: id }) => id);
}

/** A citation as an older release stored it lacks later fields. */
export type StoredCitation = Omit<Citation, LaterField> & Partial<Pick<Citation, LaterField>>;
type LaterField =
  | 'ocr_confidence'
  | 'notices_of_change'
  | 'discrepancies'
  | 'temporary_revisions'
  | 'effectivity'
  | 'applies_to'
  | 'applicability'
  | 'value'
  | 'language';

/** None for a citation stored before they were computed. */
export function noticesOf({ notices_of_change: notices }: Partial<Citation>): ChangeNotice[] {
  return notices ?? [];
}

/** A stored answer as visible now: superseded, withdrawn and disputed sources are marked; an answer that quotes a hidden document is withheld. */
export function reviewAnswer(message: ChatMessage, { statusOf, documents, marksOn }: Visible): ChatMessage {
  if (revisionsOf(message).some((id) => !statusOf.has(id))) {
    const nothing = { citations: [], warnings: [], suggestions: [], confidence: null, clarification: null };
    return {
      ...message,
      answer_status: 'refused',
      content: WITHHELD,
      ...nothing,
      refusal_reason: 'source_unavailable',
    };
  }
  const citations = message.citations.map((citation) => ({
    ...citation,
    superseded: statusOf.get(citation.revision_id) !== 'active' || isOutlived(marksOn(citation).temporary_revisions),
    notices_of_change: noticesOf(citation).filter(({ document_id: id }) => documents.has(id)),
    discrepancies: marksOn(citation).discrepancies,
    temporary_revisions: marksOn(citation).temporary_revisions,
  }));
  const suggestions = message.suggestions.filter(({ document_id: id }) => documents.has(id));
  return withCurrentNotices({ ...message, citations, suggestions }, citations);
}

const LEFT_OUT = 'An earlier answer is left out: a source of it is no longer in force.';

/** A reviewed message for the next answer. An answer from a page that is superseded or changed by now is left out: its value must not come back. */
export function turnOf({ role, content: said, clarification, warnings, citations }: ChatMessage): ChatTurn {
  const isStale = citations.some(
    ({ superseded, temporary_revisions: marks }) =>
      superseded || changesOfPage(marks).length > 0 || isOutOfForce(marks),
  );
  const notices = warnings.filter(({ kind }) => kind === 'temporary_revision').map(({ text }) => text);
  const told = notices.length > 0 ? notices.join('\n') : LEFT_OUT;
  const content = isStale || notices.length > 0 ? told : said;
  return { role, content, ...(clarification && { options: clarification.options.map(({ text }) => text) }) };
}

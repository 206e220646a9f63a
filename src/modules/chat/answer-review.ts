import type { RevisionStatus } from '../documents/dto/document-types.js';
import type { ChangeNotice } from '../search/search.service.js';
import type { Citation } from './answering/answer.types.js';
import type { ChatMessage } from './chat-message.entity.js';

/** Stands for an answer whose sources its reader may not see any more. */
export const WITHHELD = 'This answer quoted documents that are no longer available to you. Ask again.';

/** What of the things that answers speak of their reader may see now. */
export interface Visible {
  /** Present status of the revisions, by id. */
  statusOf: ReadonlyMap<string, RevisionStatus>;
  /** Ids of the documents. */
  documents: ReadonlySet<string>;
}

/** Revisions whose words the message repeats, cited or not. */
export function revisionsOf({ citations, named_revisions: named }: ChatMessage): string[] {
  return [...citations.map(({ revision_id: id }) => id), ...named];
}

/** Documents that the message names beside those that it quotes. */
export function documentsBeside({ suggestions, citations }: ChatMessage): string[] {
  return [...suggestions, ...citations.flatMap(noticesOf)].map(({ document_id: id }) => id);
}

/** None, of a citation that was kept before they were looked for. */
export function noticesOf({ notices_of_change: notices }: Partial<Citation>): ChangeNotice[] {
  return notices ?? [];
}

/**
 * A kept answer as it may be shown now: sources that were superseded or withdrawn since are marked, an answer that
 * repeats words of what its reader may not see any more is withheld, and what it points to is left out of it.
 */
export function reviewAnswer(message: ChatMessage, { statusOf, documents }: Visible): ChatMessage {
  if (revisionsOf(message).some((id) => !statusOf.has(id))) {
    return { ...message, answer_status: 'refused', content: WITHHELD, citations: [], warnings: [], suggestions: [] };
  }
  const citations = message.citations.map((citation) => ({
    ...citation,
    superseded: statusOf.get(citation.revision_id) !== 'active',
    notices_of_change: noticesOf(citation).filter(({ document_id: id }) => documents.has(id)),
  }));
  const suggestions = message.suggestions.filter(({ document_id: id }) => documents.has(id));
  return { ...message, citations, suggestions };
}

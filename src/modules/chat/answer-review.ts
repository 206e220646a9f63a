import type { RevisionStatus } from '../documents/dto/document-types.js';
import type { ChatMessage } from './chat-message.entity.js';

/** Stands for an answer whose sources its reader may not see any more. */
export const WITHHELD = 'This answer quoted documents that are no longer available to you. Ask again.';

/**
 * A kept answer as it may be shown now: sources that were superseded or withdrawn since are marked, and an answer that
 * quotes what its reader may not see any more is withheld.
 *
 * @param statusOf present status of the revisions that the reader may see, by id
 */
export function reviewAnswer(message: ChatMessage, statusOf: ReadonlyMap<string, RevisionStatus>): ChatMessage {
  if (message.citations.some(({ revision_id: id }) => !statusOf.has(id))) {
    return { ...message, answer_status: 'refused', content: WITHHELD, citations: [], warnings: [], suggestions: [] };
  }
  const citations = message.citations.map((citation) => ({
    ...citation,
    superseded: statusOf.get(citation.revision_id) !== 'active',
  }));
  return { ...message, citations };
}

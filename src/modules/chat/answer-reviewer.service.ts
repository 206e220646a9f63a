import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/auth/principal.js';
import { DocumentService } from '../documents/document.service.js';
import { documentsBeside, reviewAnswer, revisionsOf } from './answer-review.js';
import type { ChatMessage } from './chat-message.entity.js';

/** Looks through kept answers before each showing: what may not be seen any more is withheld (see `reviewAnswer`). */
@Injectable()
export class AnswerReviewer {
  constructor(private readonly documents: DocumentService) {}

  /** The messages in their order, as they may be shown now. */
  async review(principal: Principal, messages: readonly ChatMessage[]): Promise<ChatMessage[]> {
    const [rows, ids] = await Promise.all([
      ifAny(messages.flatMap(revisionsOf), (named) => this.documents.findByRevisions(principal, named)),
      ifAny(messages.flatMap(documentsBeside), (named) => this.documents.findVisibleIds(principal, named)),
    ]);
    const statusOf = new Map(rows.map(({ revision }) => [revision.id, revision.status]));
    const documents = new Set(ids);
    return messages.map((message) => reviewAnswer(message, { statusOf, documents }));
  }
}

/** Each id once; the database is not asked about none. */
async function ifAny<T>(ids: readonly string[], find: (ids: string[]) => Promise<T[]>): Promise<T[]> {
  return ids.length > 0 ? find([...new Set(ids)]) : [];
}

import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/principal/principal.js';
import { OpenDiscrepancies } from '../documents/discrepancies/open-discrepancies.service.js';
import { DocumentService } from '../documents/document.service.js';
import { documentsBeside, reviewAnswer, revisionsOf } from './answer-review.js';
import type { ChatMessage } from './chat-message.entity.js';

/** Reviews stored answers before they are shown (see `reviewAnswer`). */
@Injectable()
export class AnswerReviewer {
  constructor(
    private readonly documents: DocumentService,
    private readonly discrepancies: OpenDiscrepancies,
  ) {}

  /** The messages in order, as the caller can see them. */
  async review(principal: Principal, messages: readonly ChatMessage[]): Promise<ChatMessage[]> {
    const [rows, ids, marksOn] = await Promise.all([
      ifAny(messages.flatMap(revisionsOf), (named) => this.documents.findByRevisions(principal, named)),
      ifAny(messages.flatMap(documentsBeside), (named) => this.documents.findVisibleIds(principal, named)),
      this.discrepancies.findOn(
        principal,
        messages.flatMap(({ citations }) => citations),
      ),
    ]);
    const statusOf = new Map(rows.map(({ revision }) => [revision.id, revision.status]));
    const documents = new Set(ids);
    return messages.map((message) => reviewAnswer(message, { statusOf, documents, marksOn }));
  }
}

/** Distinct ids; skips the query without any. */
async function ifAny<T>(ids: readonly string[], find: (ids: string[]) => Promise<T[]>): Promise<T[]> {
  return ids.length > 0 ? find([...new Set(ids)]) : [];
}

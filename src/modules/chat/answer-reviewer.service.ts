import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/auth/principal.js';
import { DocumentService } from '../documents/document.service.js';
import { reviewAnswer } from './answer-review.js';
import type { ChatMessage } from './chat-message.entity.js';

/** Looks through kept answers before each showing: what may not be seen any more is withheld (see `reviewAnswer`). */
@Injectable()
export class AnswerReviewer {
  constructor(private readonly documents: DocumentService) {}

  /** The messages in their order, as they may be shown now. */
  async review(principal: Principal, messages: readonly ChatMessage[]): Promise<ChatMessage[]> {
    const cited = new Set(messages.flatMap(({ citations }) => citations.map(({ revision_id: id }) => id)));
    const documents = cited.size > 0 ? await this.documents.findByRevisions(principal, [...cited]) : [];
    const statusOf = new Map(documents.map(({ revision }) => [revision.id, revision.status]));
    return messages.map((message) => reviewAnswer(message, statusOf));
  }
}

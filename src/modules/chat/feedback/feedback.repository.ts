import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { AnswerStatus, Citation } from '../answering/answer.types.js';
import type { CopilotType } from '../answering/copilots.js';
import type { MessageFeedback, Rating } from './message-feedback.entity.js';

export type GivenFeedback = Pick<MessageFeedback, 'message_id' | 'rating' | 'reason' | 'comment'>;

/** A rated answer with its question, as they were. */
export interface RatedAnswer {
  id: string;
  copilot_type: CopilotType;
  question: string;
  answer: string;
  answer_status: AnswerStatus | null;
  citations: Citation[];
  rating: Rating;
}

@Injectable()
export class FeedbackRepository {
  constructor(private readonly db: Database) {}

  /** Puts the feedback in the place of what was there. */
  async save({ message_id, rating, reason, comment }: GivenFeedback): Promise<MessageFeedback> {
    const [row] = await this.db.query<MessageFeedback>(
      `INSERT INTO message_feedback (message_id, rating, reason, comment) VALUES ($1, $2, $3, $4)
       ON CONFLICT (message_id) DO UPDATE
       SET rating = EXCLUDED.rating, reason = EXCLUDED.reason, comment = EXCLUDED.comment, updated_at = now()
       RETURNING *`,
      [message_id, rating, reason, comment],
    );
    if (!row) throw new Error('feedback was not stored');
    return row;
  }

  /**
   * Rated answers of an organization, oldest first, after that message. Those that quote a revision which is no more are
   * left out: nothing of a deleted document is shown anywhere.
   */
  listRated(organizationId: string, afterId: string, count: number): Promise<RatedAnswer[]> {
    return this.db.query<RatedAnswer>(
      `SELECT m.id, s.copilot_type, q.content AS question, m.content AS answer, m.answer_status, m.citations, f.rating
       FROM message_feedback f
       JOIN chat_messages m ON m.id = f.message_id
       JOIN chat_sessions s ON s.id = m.session_id
       JOIN LATERAL (
         SELECT content FROM chat_messages
         WHERE session_id = m.session_id AND id < m.id AND role = 'user' ORDER BY id DESC LIMIT 1) q ON true
       WHERE s.organization_id = $1 AND m.id > $2
         AND NOT EXISTS (
           SELECT 1 FROM json_array_elements(m.citations) c
           WHERE NOT EXISTS (
             SELECT 1 FROM document_revisions r JOIN documents d ON d.id = r.document_id
             WHERE r.id = c ->> 'revision_id' AND d.deleted_at IS NULL))
       ORDER BY m.id LIMIT $3`,
      [organizationId, afterId, count],
    );
  }
}

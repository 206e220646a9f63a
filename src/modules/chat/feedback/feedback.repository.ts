import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { SearchFilters } from '../../search/search.service.js';
import type { AnswerStatus, AnswerWarning, Citation } from '../answering/answer.types.js';
import type { CopilotType } from '../answering/copilots.js';
import type { MessageFeedback, Rating } from './message-feedback.entity.js';

/** Maximum earlier questions: at least those that follow-ups refer to. */
const MAX_TURNS = 10;

export type GivenFeedback = Pick<MessageFeedback, 'message_id' | 'rating' | 'reason' | 'comment'>;

/** A rated answer with its question and earlier questions, oldest first, unchanged. */
export interface RatedAnswer {
  id: string;
  copilot_type: CopilotType;
  question: string;
  turns: string[];
  filters: SearchFilters;
  answer: string;
  answer_status: AnswerStatus | null;
  citations: Citation[];
  warnings: AnswerWarning[];
  rating: Rating;
}

@Injectable()
export class FeedbackRepository {
  constructor(private readonly db: Database) {}

  /** Replaces earlier feedback. */
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

  /** Rated answers after that message, oldest first. Excludes answers that quote a deleted revision. */
  listRated(organizationId: string, afterId: string, count: number): Promise<RatedAnswer[]> {
    return this.db.query<RatedAnswer>(
      `SELECT m.id, s.copilot_type, s.filters, q.content AS question, earlier.turns, m.content AS answer, m.answer_status,
              m.citations, m.warnings, f.rating
       FROM message_feedback f
       JOIN chat_messages m ON m.id = f.message_id
       JOIN chat_sessions s ON s.id = m.session_id
       JOIN LATERAL (
         SELECT id, content FROM chat_messages
         WHERE session_id = m.session_id AND id < m.id AND role = 'user' ORDER BY id DESC LIMIT 1) q ON true
       JOIN LATERAL (
         SELECT coalesce(json_agg(content ORDER BY id), '[]') AS turns FROM (
           SELECT id, content FROM chat_messages
           WHERE session_id = m.session_id AND id < q.id AND role = 'user' ORDER BY id DESC LIMIT $4) last) earlier ON true
       WHERE s.organization_id = $1 AND m.id > $2
         AND NOT EXISTS (
           SELECT 1 FROM (
             SELECT c ->> 'revision_id' AS id FROM json_array_elements(m.citations) c
             UNION ALL SELECT json_array_elements_text(m.named_revisions)) repeated
           WHERE NOT EXISTS (
             SELECT 1 FROM document_revisions r JOIN documents d ON d.id = r.document_id
             WHERE r.id = repeated.id AND d.deleted_at IS NULL))
       ORDER BY m.id LIMIT $3`,
      [organizationId, afterId, count, MAX_TURNS],
    );
  }
}

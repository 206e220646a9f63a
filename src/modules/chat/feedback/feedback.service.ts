import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { AppError } from '../../../common/errors/app-error.js';
import type { AnswerWarning, Citation } from '../answering/answer.types.js';
import { MessageService } from '../message.service.js';
import { FeedbackRepository, type GivenFeedback, type RatedAnswer } from './feedback.repository.js';
import type { MessageFeedback } from './message-feedback.entity.js';

const PAGE = 500;

/** A line of an evaluation set: question, context, restrictions, answer, sources and rating. */
export interface EvaluationCase {
  id: string;
  question: string;
  turns: string[];
  copilot_type: string;
  filters: object;
  rating: string;
  answer: string;
  answer_status: string | null;
  citations: { document_id: string; revision_id: string; version: string; page: number; quote: string }[];
}

@Injectable()
export class FeedbackService {
  constructor(
    private readonly feedback: FeedbackRepository,
    private readonly messages: MessageService,
  ) {}

  /** Replaces an earlier rating. @throws AppError NOT_FOUND; CONFLICT while the answer is in progress */
  async put(principal: Principal, sessionId: string, given: GivenFeedback): Promise<MessageFeedback> {
    const { status } = await this.messages.getAnswer(principal, sessionId, given.message_id);
    if (status === 'streaming') throw AppError.conflict('streaming', 'The answer is still being made');
    return this.feedback.save(given);
  }

  /** All rated answers of an organization as an evaluation set, oldest first. For the command line. */
  async *evaluationSet(organizationId: string): AsyncGenerator<EvaluationCase> {
    let last = '';
    for (;;) {
      const rated = await this.feedback.listRated(organizationId, last, PAGE);
      yield* rated.map(toCase);
      last = rated.at(-1)?.id ?? last;
      if (rated.length < PAGE) return;
    }
  }
}

function toCase({ citations, warnings, ...rated }: RatedAnswer): EvaluationCase {
  const { id, question, turns, copilot_type, filters, rating, answer, answer_status } = rated;
  return {
    ...{ id, question, turns, copilot_type, filters, rating, answer, answer_status },
    citations: answering(citations, warnings).map(
      ({ document_id, revision_id, version, page_number: page, quote }) => ({
        document_id,
        revision_id,
        version,
        page,
        quote,
      }),
    ),
  };
}

/** Without citations of notices, whose page need not contain the answer; all if there are no others. */
function answering(citations: readonly Citation[], warnings: readonly AnswerWarning[]): readonly Citation[] {
  const notices = new Set(warnings.filter(({ kind }) => kind !== 'reading').map(({ citation }) => citation));
  const others = citations.filter(({ index }) => !notices.has(index));
  return others.length > 0 ? others : citations;
}

import { ApiProperty } from '@nestjs/swagger';
import { DOCUMENT_TYPES } from '../../../common/document-types.js';
import { withEtag } from '../../../common/http/envelope.js';
import { answerParts, PART_KINDS, type AnswerPart, type PartKind } from '../answering/answer-parts.js';
import {
  REFUSAL_REASONS,
  type AnswerStatus,
  type AnswerWarning,
  type Citation,
  type Clarification,
  type ClarificationOption,
  type RefusalReason,
  type Suggestion,
} from '../answering/answer.types.js';
import type { AircraftName } from '../../applicability/applicability.service.js';
import { VERDICTS, type Verdict } from '../../applicability/dto/verdicts.js';
import { OpenDiscrepancyResponse } from '../../documents/discrepancies/dto/open-discrepancy.response.js';
import { TemporaryRevisionMarkResponse } from '../../documents/temporary-revisions/dto/temporary-revision-mark.response.js';
import { QuoteResponse } from '../../search/dto/quote.response.js';
import { ChangeNoticeResponse } from '../../search/dto/hit.response.js';
import { COPILOT_TYPES, type Copilot, type CopilotType } from '../answering/copilots.js';
import { noticesOf, type StoredCitation } from '../answer-review.js';
import type { ChatMessage, MessageStatus } from '../chat-message.entity.js';
import type { ChatSession } from '../chat-session.entity.js';

export class CopilotResponse {
  @ApiProperty({ enum: COPILOT_TYPES, enumName: 'CopilotType' })
  copilot_type: CopilotType;
  name: string;
  description: string;
  /** Whether the organization allows this copilot. */
  enabled: boolean;

  static from({ copilot_type, name, description }: Copilot, enabled: readonly CopilotType[]): CopilotResponse {
    return { copilot_type, name, description, enabled: enabled.includes(copilot_type) };
  }
}

/**
 * A WARNING or CAUTION that governs a cited step. `reading`: a cited text was read from a picture, or is not in English. `discrepancy`: a cited
 * page has open discrepancy reports. `temporary_revision`: a temporary revision changes or may change a cited page, or the page belongs to one that
 * is not in force. `applicability`: it is not known whether a cited page applies to the aircraft of the answer.
 */
export class AnswerWarningResponse implements AnswerWarning {
  @ApiProperty({ enum: ['temporary_revision', 'discrepancy', 'applicability', 'warning', 'caution', 'reading'] })
  kind: 'temporary_revision' | 'discrepancy' | 'applicability' | 'warning' | 'caution' | 'reading';
  text: string;
  /** Index of the citation that shows it. */
  @ApiProperty({ type: 'integer' })
  citation: number;
}

/** A document near the question. */
export class SuggestionResponse implements Suggestion {
  document_id: string;
  title: string;
  version: string;
  @ApiProperty({ enum: DOCUMENT_TYPES, enumName: 'DocumentType' })
  document_type: string;
  @ApiProperty({ type: 'integer' })
  page_number: number;
  /** Headings above the passage; empty in messages of older releases. */
  section: string;
  /** Nouns of the question that the passage does not mention. Null if the passage was not compared with the question. */
  @ApiProperty({ type: String, isArray: true, nullable: true })
  missing_terms: string[] | null;
}

/** A citation of an answer. */
export class CitationResponse extends QuoteResponse implements Citation {
  /** Language of the quoted text (BCP 47), `und` if it is not English, but else unclear. Null if unknown. */
  @ApiProperty({ type: String, nullable: true })
  language: string | null;
  /** Whether the passage applies to the aircraft of the answer. What does not apply is only quoted to tell so. Null without an aircraft. */
  @ApiProperty({ enum: VERDICTS, enumName: 'Verdict', nullable: true })
  applicability: Verdict | null;
  /** The requested value as printed, if this quote states it and the answer states no other. */
  @ApiProperty({ type: String, nullable: true })
  value: string | null;

  static from(citation: StoredCitation): CitationResponse {
    const { ocr_confidence = null, effectivity = null, applies_to = [], language = null, value = null } = citation;
    const { applicability = null } = citation;
    const notices_of_change = noticesOf(citation).map((notice) => ChangeNoticeResponse.from(notice));
    const discrepancies = (citation.discrepancies ?? []).map((open) => OpenDiscrepancyResponse.from(open));
    const temporary_revisions = TemporaryRevisionMarkResponse.listOf(citation.temporary_revisions);
    const marks = { notices_of_change, discrepancies, temporary_revisions };
    return { ...citation, ...marks, ocr_confidence, effectivity, applies_to, applicability, language, value };
  }
}

/** A part of the content, in its order, except `value` and `applicability`, which repeat what a citation has. */
export class AnswerPartResponse implements AnswerPart {
  /**
   * `notice`: a temporary revision, an open discrepancy, a WARNING, a CAUTION or a note on OCR or language. `value`: the requested value. `steps`: steps that follow each other.
   * `table`: rows. `text`: sentences. `applicability`: the aircraft to which a quoted text applies.
   */
  @ApiProperty({ enum: PART_KINDS, enumName: 'AnswerPartKind' })
  kind: PartKind;
  text: string;
  /** Indexes of the citations that state it. */
  @ApiProperty({ type: 'integer', isArray: true })
  citations: number[];
}

/** A meaning of the question. */
export class ClarificationOptionResponse implements ClarificationOption {
  /** Send it as the next question. */
  text: string;
  document_id: string;
  @ApiProperty({ type: 'integer' })
  page_number: number;
  /** Headings above the passage. */
  section: string;
  /** The aircraft to which the passage applies, in the publisher's words. */
  @ApiProperty({ type: String, nullable: true })
  effectivity: string | null;
}

export class ClarificationResponse implements Clarification {
  question: string;
  /** Empty if the answer is open, such as a symptom. */
  options: ClarificationOptionResponse[];
}

/** What tells aircraft apart for people. */
export class AircraftNameResponse implements AircraftName {
  /** Null for an aircraft that is not in the register; only its serial number is known then. */
  @ApiProperty({ type: String, nullable: true })
  id: string | null;
  @ApiProperty({ type: String, nullable: true })
  registration: string | null;
  /** Manufacturer's serial number. */
  @ApiProperty({ type: String, nullable: true })
  serial_number: string | null;
  @ApiProperty({ type: String, nullable: true })
  aircraft_type: string | null;
}

export class MessageResponse {
  id: string;
  @ApiProperty({ enum: ['user', 'assistant'] })
  role: 'user' | 'assistant';
  content: string;
  @ApiProperty({ enum: ['complete', 'streaming', 'stopped', 'failed'], enumName: 'MessageStatus' })
  status: MessageStatus;
  @ApiProperty({
    enum: ['grounded', 'refused', 'needs_clarification'],
    enumName: 'AnswerStatus',
    nullable: true,
    description: 'Null for questions',
  })
  answer_status: AnswerStatus | null;
  /** Empty without a quoted answer. */
  answer_parts: AnswerPartResponse[];
  citations: CitationResponse[];
  warnings: AnswerWarningResponse[];
  /** Nearest documents for a question without an answer; with an answer, other documents on the same subject, which it does not quote. */
  suggestions: SuggestionResponse[];
  /**
   * Why the question is refused. `nothing_found`: no document that you may see is near. `subject_not_found`: no document
   * is about the part, aircraft, task or subject. `not_applicable`: what the documents say does not apply to the aircraft. `value_not_stated`: the requested torque is not stated. `low_confidence`:
   * the answer might be wrong. `quote_rejected`: the text failed a check. `source_unavailable`: the source is not, or no
   * longer, available to you. `changed_by_temporary_revision`: a temporary revision changes a page near the question, and nothing else answers. Null for other messages and those of older releases.
   */
  @ApiProperty({ enum: REFUSAL_REASONS, enumName: 'RefusalReason', nullable: true })
  refusal_reason: RefusalReason | null;
  /** Null unless `answer_status` is `needs_clarification`, and for messages of older releases. */
  clarification: ClarificationResponse | null;
  /** The aircraft that the answer is for, as it was named then. Null for questions, and for answers about no single aircraft. */
  aircraft: AircraftNameResponse | null;
  @ApiProperty({ type: String, nullable: true })
  model: string | null;
  /** Estimated probability that a quoted answer is right, 0 to 1. Null for other answers and those of a language model. */
  @ApiProperty({ type: Number, nullable: true, minimum: 0, maximum: 1 })
  confidence: number | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;

  static from(message: ChatMessage): MessageResponse {
    const citations = message.citations.map((citation) => CitationResponse.from(citation));
    return {
      id: message.id,
      role: message.role,
      content: message.content,
      status: message.status,
      answer_status: message.answer_status,
      answer_parts: answerParts({ ...message, citations }),
      citations,
      warnings: message.warnings,
      // Fields that messages of older releases lack.
      suggestions: message.suggestions.map((one) => ({
        ...one,
        section: one.section ?? '',
        missing_terms: one.missing_terms ?? null,
      })),
      refusal_reason: message.refusal_reason,
      clarification: message.clarification,
      aircraft: message.aircraft ?? null,
      model: message.model,
      confidence: message.confidence,
      created_at: message.created_at.toISOString(),
    };
  }
}

/** A conversation in the list. */
export class ChatSessionResponse {
  session_id: string;
  @ApiProperty({ enum: COPILOT_TYPES, enumName: 'CopilotType' })
  copilot_type: CopilotType;
  title: string;
  /** The aircraft of later answers. */
  @ApiProperty({ type: String, nullable: true })
  aircraft_id: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  static from(session: ChatSession): ChatSessionResponse {
    const body: ChatSessionResponse = {
      session_id: session.id,
      copilot_type: session.copilot_type,
      title: session.title,
      aircraft_id: session.aircraft_id,
      created_at: session.created_at.toISOString(),
      updated_at: session.updated_at.toISOString(),
    };
    return withEtag(body, session.row_version);
  }
}

/** A conversation with its first question and answer, if any. */
export class CreatedChatSessionResponse extends ChatSessionResponse {
  messages: MessageResponse[];

  static of(session: ChatSession, messages: ChatMessage[]): CreatedChatSessionResponse {
    return { ...ChatSessionResponse.from(session), messages: messages.map((message) => MessageResponse.from(message)) };
  }
}

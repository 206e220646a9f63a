import { ApiProperty } from '@nestjs/swagger';
import { DOCUMENT_TYPES } from '../../../common/document-types.js';
import { withEtag } from '../../../common/http/envelope.js';
import type { AnswerStatus, AnswerWarning, Suggestion } from '../answering/answer.types.js';
import { CitationResponse } from '../../search/dto/citation.response.js';
import { ChangeNoticeResponse } from '../../search/dto/hit.response.js';
import { COPILOT_TYPES, type Copilot, type CopilotType } from '../answering/copilots.js';
import { noticesOf } from '../answer-review.js';
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

/** A WARNING or CAUTION that governs a cited step. `reading`: a cited text was read from a picture. */
export class AnswerWarningResponse implements AnswerWarning {
  @ApiProperty({ enum: ['warning', 'caution', 'reading'] })
  kind: 'warning' | 'caution' | 'reading';
  text: string;
  /** Index of the citation that shows it. */
  @ApiProperty({ type: 'integer' })
  citation: number;
}

export class SuggestionResponse implements Suggestion {
  document_id: string;
  title: string;
  version: string;
  @ApiProperty({ enum: DOCUMENT_TYPES, enumName: 'DocumentType' })
  document_type: string;
  @ApiProperty({ type: 'integer' })
  page_number: number;
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
  citations: CitationResponse[];
  warnings: AnswerWarningResponse[];
  /** Nearest documents, for a question without an answer. */
  suggestions: SuggestionResponse[];
  @ApiProperty({ type: String, nullable: true })
  model: string | null;
  /** Estimated probability that a quoted answer is right, 0 to 1. Null for other answers and those of a language model. */
  @ApiProperty({ type: Number, nullable: true, minimum: 0, maximum: 1 })
  confidence: number | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;

  static from(message: ChatMessage): MessageResponse {
    return {
      id: message.id,
      role: message.role,
      content: message.content,
      status: message.status,
      answer_status: message.answer_status,
      // Missing in old messages.
      citations: message.citations.map((citation) => ({
        ...citation,
        ocr_confidence: citation.ocr_confidence ?? null,
        notices_of_change: noticesOf(citation).map((notice) => ChangeNoticeResponse.from(notice)),
      })),
      warnings: message.warnings,
      suggestions: message.suggestions,
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
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  static from(session: ChatSession): ChatSessionResponse {
    const body: ChatSessionResponse = {
      session_id: session.id,
      copilot_type: session.copilot_type,
      title: session.title,
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

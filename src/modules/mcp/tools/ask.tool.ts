import { Injectable } from '@nestjs/common';
import { COPILOT_TYPES } from '../../../common/copilot-types.js';
import { currentContext } from '../../../common/context/request-context.js';
import { AppError } from '../../../common/errors/app-error.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import type { Permission } from '../../../common/principal/permissions.js';
import type { Principal } from '../../../common/principal/principal.js';
import { ChatService } from '../../chat/chat.service.js';
import { MessageResponse } from '../../chat/dto/chat.response.js';
import { MessageService, type AskedQuestion } from '../../chat/message.service.js';
import { PageService } from '../../documents/page.service.js';
import { AskArguments } from '../dto/tool.request.js';
import {
  AIRCRAFT_ID,
  argumentsOf,
  FILTERS,
  listOf,
  nullable,
  object,
  REMARKS,
  REQUEST_ID,
  text,
  whole,
  type Schema,
} from './schemas.js';
import { describeSource, SOURCE, sourceOf } from './sources.js';
import type { Tool, ToolDescription, ToolOutput } from './tool.js';

const DEFAULT_COPILOT = 'mro';

interface Answered {
  session_id: string;
  message: MessageResponse;
}

const PAGE_NUMBER = whole('Physical page, counted from 1');

const CLARIFICATION: Schema = object({
  question: text('What the service needs to know'),
  options: listOf(
    object({ text: text('Ask this next'), document_id: text('Id of the document'), page_number: PAGE_NUMBER }),
    'Meanings of the question; empty if the answer is open',
  ),
});

const SUGGESTION: Schema = object({
  document_id: text('Id of the document'),
  title: text('Title'),
  type: text('Document type'),
  version: text('Version'),
  page_number: PAGE_NUMBER,
});

const WARNING: Schema = object({
  kind: { enum: ['temporary_revision', 'discrepancy', 'applicability', 'warning', 'caution', 'reading'] },
  text: text('Verbatim'),
  citation: whole('Number of the citation that shows it'),
});

@Injectable()
export class AskTool implements Tool<AskArguments> {
  readonly permissions: readonly Permission[] = ['chat.use'];
  readonly isExpensive = true;
  readonly input = AskArguments;
  readonly description: ToolDescription = {
    name: 'ask',
    title: 'Ask the documents',
    description:
      'Answers a maintenance question with sentences of the documents, each cited, or refuses when they do not answer it. Opens a conversation, or continues the one of session_id. Repeat warnings, cautions and values word for word.',
    inputSchema: argumentsOf(
      {
        question: text('The question', { minLength: 1, maxLength: 4000 }),
        session_id: text('Continues this conversation, with its copilot and filters'),
        copilot_type: {
          enum: [...COPILOT_TYPES],
          default: DEFAULT_COPILOT,
          description: 'Kind of work: mro for maintenance in general',
        },
        filters: FILTERS,
        aircraft_id: AIRCRAFT_ID,
      },
      'question',
    ),
    outputSchema: object({
      session_id: text('Give it to ask a follow-up question'),
      message_id: text('Id of the answer'),
      answer_status: nullable(text('grounded, refused or needs_clarification; null if the answer was stopped')),
      refusal_reason: nullable(text('Why the question is refused')),
      answer: text('Sentences with the numbers of their citations in brackets, warnings first'),
      aircraft: nullable(text('The aircraft that the answer is for')),
      confidence: nullable({ type: 'number', description: 'Estimated probability that the answer is right' }),
      warnings: listOf(
        WARNING,
        'Temporary revisions, open discrepancies, doubts about the aircraft, WARNINGs and CAUTIONs, also in the answer. Repeat them first, word for word',
      ),
      clarification: nullable(CLARIFICATION),
      citations: listOf(SOURCE, 'Sources of the answer'),
      suggestions: listOf(SUGGESTION, 'Nearest documents, which the answer does not quote'),
      remarks: REMARKS,
      request_id: REQUEST_ID,
    }),
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  };

  constructor(
    private readonly chat: ChatService,
    private readonly messages: MessageService,
    private readonly pages: PageService,
  ) {}

  async run(principal: Principal, input: AskArguments): Promise<ToolOutput> {
    const { session_id, message } = await (input.session_id === undefined
      ? this.begin(principal, input)
      : this.continue(principal, input, input.session_id));
    const places = await this.pages.findPlaces(principal, message.citations);
    const citations = message.citations.map((citation) => sourceOf(citation, places(citation)));
    const { answer_status, refusal_reason, content: answer, confidence, clarification, warnings, aircraft } = message;
    const suggestions = message.suggestions.map(({ document_id, title, document_type, version, page_number }) => {
      return { document_id, title, type: document_type, version, page_number };
    });
    const structured = {
      session_id,
      message_id: message.id,
      answer_status,
      refusal_reason,
      answer,
      aircraft: aircraft && (aircraft.registration ?? `MSN ${aircraft.serial_number}`),
      confidence,
      warnings,
      clarification: clarification && {
        question: clarification.question,
        options: clarification.options.map(({ text: option, document_id, page_number }) => {
          return { text: option, document_id, page_number };
        }),
      },
      citations,
      suggestions,
    };
    return {
      structured,
      summary: `Answer ${answer_status ?? message.status}; session_id ${session_id}.`,
      data: [
        answer,
        ...(structured.clarification?.options ?? []).map((option) => `Possible question: ${option.text}`),
        ...citations.map((citation) => describeSource(citation)),
        ...suggestions.map((one) => `Near: ${one.title} (${one.type}), page ${one.page_number}, ${one.document_id}`),
      ].join('\n\n'),
    };
  }

  private async begin(principal: Principal, input: AskArguments): Promise<Answered> {
    const { question: initial_message, copilot_type = DEFAULT_COPILOT, filters, aircraft_id } = input;
    const asked = await this.chat.create(
      principal,
      { copilot_type, initial_message, ...(filters && { filters }), ...(aircraft_id !== undefined && { aircraft_id }) },
      false,
    );
    try {
      return await this.answered(principal, asked);
    } catch (error) {
      // The client never learned of the conversation.
      await this.chat.delete(principal, asked.session_id).catch(() => undefined);
      throw error;
    }
  }

  private async continue(principal: Principal, input: AskArguments, given: string): Promise<Answered> {
    const { question, copilot_type, filters, aircraft_id } = input;
    const settled = Object.entries({ copilot_type, filters, aircraft_id }).filter(([, value]) => value !== undefined);
    if (settled.length > 0) {
      throw AppError.invalid(settled.map(([field]) => ({ field, issue: 'cannot change with session_id' })));
    }
    const id = new IdPipe('chat_session').transform(given);
    return this.answered(principal, await this.messages.ask(principal, id, question, false));
  }

  private async answered(principal: Principal, asked: AskedQuestion): Promise<Answered> {
    const closed = currentContext()?.closed() ?? new AbortController().signal;
    const message = await this.messages.whenAnswered(principal, asked, closed);
    return { session_id: asked.session_id, message: MessageResponse.from(message) };
  }
}

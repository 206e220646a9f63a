import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/principal/principal.js';
import { Database } from '../../common/database/database.js';
import { AppError } from '../../common/errors/app-error.js';
import { requireMatch } from '../../common/http/if-match.js';
import { newId } from '../../common/ids/type-id.js';
import { KeysetPaginator } from '../../common/pagination/keyset-paginator.js';
import type { PageQuery } from '../../common/pagination/page-query.js';
import type { Page } from '../../common/pagination/page.js';
import { UsageMeter } from '../../integrations/metering/usage-meter.js';
import { oneLine } from '../../common/validation/transforms.js';
import { ApplicabilityService } from '../applicability/applicability.service.js';
import { copilotDisabled, OrganizationPolicies } from '../settings/organization-policies.service.js';
import type { SearchFilters } from '../search/search.service.js';
import type { CopilotType } from './answering/copilots.js';
import type { ChatMessage } from './chat-message.entity.js';
import type { ChatSession } from './chat-session.entity.js';
import { ChatRepository } from './chat.repository.js';
import { MessageService, UnaskedConversation, type AskedQuestion } from './message.service.js';

const TITLE_CHARS = 80;

export interface NewChatSession {
  copilot_type: CopilotType;
  initial_message?: string;
  title?: string;
  filters?: SearchFilters;
  document_ids?: string[];
  aircraft_id?: string;
}

/** Conversations with copilots; each is private to its owner. */
@Injectable()
export class ChatService {
  constructor(
    private readonly chats: ChatRepository,
    private readonly messages: MessageService,
    private readonly policies: OrganizationPolicies,
    private readonly usage: UsageMeter,
    private readonly applicability: ApplicabilityService,
    private readonly paginator: KeysetPaginator,
    private readonly db: Database,
  ) {}

  enabledCopilots(principal: Principal): Promise<CopilotType[]> {
    return this.policies.enabledCopilots(principal);
  }

  /**
   * Opens a conversation and starts the answer to an initial message.
   * @param isStream whether the answer stops when no client follows it
   * @throws AppError INVALID_REQUEST when the documents are named twice, or the aircraft is not in the register; FORBIDDEN (copilot_disabled)
   */
  async create(principal: Principal, request: NewChatSession, isStream: boolean): Promise<AskedQuestion> {
    if (request.document_ids && request.filters?.document_ids) {
      throw AppError.invalid([{ field: 'document_ids', issue: 'is given in filters already' }]);
    }
    if (request.aircraft_id !== undefined) await this.applicability.meantBy(principal, request.aircraft_id);
    const now = new Date();
    const session: ChatSession = {
      id: newId('chat_session'),
      organization_id: principal.organizationId,
      user_id: principal.userId,
      copilot_type: request.copilot_type,
      title: request.title ?? titleFrom(request.initial_message),
      filters: { ...request.filters, ...(request.document_ids ? { document_ids: request.document_ids } : {}) },
      aircraft_id: request.aircraft_id ?? null,
      aircraft_chosen_at: null,
      row_version: 1,
      created_at: now,
      updated_at: now,
    };
    const { initial_message: question } = request;
    const open = async (): Promise<void> => {
      if (!(await this.chats.insertSession(session))) throw copilotDisabled();
      this.db.afterCommit(() => this.usage.count('chats', principal.organizationId));
    };
    if (question === undefined) {
      await open();
      return new UnaskedConversation(session);
    }
    return this.db.transaction(async () => {
      await open();
      const messageId = await this.messages.begin(principal, session, question, isStream);
      return { session_id: session.id, message_id: messageId };
    });
  }

  async firstQuestion(sessionId: string): Promise<ChatMessage | null> {
    const [question = null] = await this.chats.messagesAfter(sessionId, '', 1);
    return question;
  }

  list(principal: Principal, query: PageQuery): Promise<Page<ChatSession>> {
    return this.paginator.page('chat sessions', query, (afterId, rowCount) =>
      this.chats.listSessions(principal.userId, afterId, rowCount),
    );
  }

  /** @throws AppError NOT_FOUND */
  async get(principal: Principal, id: string): Promise<ChatSession> {
    const session = await this.chats.findSession(principal.userId, id);
    if (!session) throw AppError.notFound('chat_session');
    return session;
  }

  /** Later answers are for the aircraft; null for none. @throws AppError NOT_FOUND, PRECONDITION_FAILED, INVALID_REQUEST for an unknown aircraft */
  async update(
    principal: Principal,
    id: string,
    { title, aircraft_id }: { title?: string; aircraft_id?: string | null },
    ifMatch: string | null,
  ): Promise<ChatSession> {
    return this.db.transaction(async () => {
      const session = await this.lock(principal, id);
      requireMatch(ifMatch, session.row_version);
      if (aircraft_id) await this.applicability.meantBy(principal, aircraft_id);
      if (title === undefined && aircraft_id === undefined) return session;
      const changed = { ...(title !== undefined && { title }), ...(aircraft_id !== undefined && { aircraft_id }) };
      const isOther = aircraft_id !== undefined && aircraft_id !== session.aircraft_id;
      return this.chats.saveSession({ ...session, ...changed, ...(isOther && { aircraft_chosen_at: new Date() }) });
    });
  }

  /** Deletes the conversation with its messages. @throws AppError NOT_FOUND */
  async delete(principal: Principal, id: string): Promise<void> {
    if (!(await this.chats.deleteSession(principal.userId, id))) throw AppError.notFound('chat_session');
  }

  private async lock(principal: Principal, id: string): Promise<ChatSession> {
    const session = await this.chats.lockSession(principal.userId, id);
    if (!session) throw AppError.notFound('chat_session');
    return session;
  }
}

function titleFrom(question: string | undefined): string {
  const line = String(oneLine({ value: question ?? '' })) || 'New conversation';
  if (line.length <= TITLE_CHARS) return line;
  // Never splits a surrogate pair.
  return `${line.slice(0, TITLE_CHARS - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { AnswerStatus, AnswerWarning, Citation, Suggestion } from './answering/answer.types.js';
import { ChatSession } from './chat-session.entity.js';

export type MessageStatus = 'complete' | 'streaming' | 'stopped' | 'failed';

/**
 * A question, or the answer to one with the citations it rests on, as they were when it was given: kept as `json`, so to
 * the order of its fields.
 */
@Entity('chat_messages')
@Check('ck_chat_messages_role', `role IN ('user', 'assistant')`)
@Check('ck_chat_messages_status', `status IN ('complete', 'streaming', 'stopped', 'failed')`)
@Check('ck_chat_messages_answer', `answer_status IN ('grounded', 'refused', 'needs_clarification')`)
@Index('ix_chat_messages_session', ['session_id', 'id'])
export class ChatMessage {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_chat_messages' })
  id: string;

  @Column('text')
  @ForeignKey(() => ChatSession, { name: 'fk_chat_messages_session', onDelete: 'CASCADE' })
  session_id: string;

  @Column('text')
  role: 'user' | 'assistant';

  @Column('text')
  content: string;

  @Column('text')
  status: MessageStatus;

  @Column('text', { nullable: true })
  answer_status: AnswerStatus | null;

  @Column('json', { default: [] })
  citations: Citation[];

  @Column('json', { default: [] })
  warnings: AnswerWarning[];

  @Column('json', { default: [] })
  suggestions: Suggestion[];

  @Column('text', { nullable: true })
  model: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}

import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { AnswerStatus, AnswerWarning, Citation, Suggestion } from './answering/answer.types.js';
import { ChatSession } from './chat-session.entity.js';

export type MessageStatus = 'complete' | 'streaming' | 'stopped' | 'failed';

/** A question, or the answer to one with the citations it rests on, as they were when it was given. */
@Entity('chat_messages')
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

  @Column('jsonb', { default: [] })
  citations: Citation[];

  @Column('jsonb', { default: [] })
  warnings: AnswerWarning[];

  @Column('jsonb', { default: [] })
  suggestions: Suggestion[];

  @Column('text', { nullable: true })
  model: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}

import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { AircraftName } from '../applicability/applicability.service.js';
import type {
  AnswerStatus,
  AnswerWarning,
  Citation,
  Clarification,
  RefusalReason,
  Suggestion,
} from './answering/answer.types.js';
import { ChatSession } from './chat-session.entity.js';

/** Why there is no answer, as the error envelope says it. */
export interface MessageFailure {
  code: string;
  message: string;
  details: object;
}

/** As an older release stored it, it lacks later fields. */
type StoredSuggestion = Omit<Suggestion, 'section' | 'missing_terms'> & Partial<Suggestion>;

export type MessageStatus = 'complete' | 'streaming' | 'stopped' | 'failed';

/**
 * A question, or the answer to one with the citations it rests on, as they were when it was given: kept as `json`, so to
 * the order of its fields.
 */
@Entity('chat_messages')
@Check('ck_chat_messages_role', `role IN ('user', 'assistant')`)
@Check('ck_chat_messages_status', `status IN ('complete', 'streaming', 'stopped', 'failed')`)
@Check('ck_chat_messages_answer', `answer_status IN ('grounded', 'refused', 'needs_clarification')`)
@Check('ck_chat_messages_lease', `status <> 'streaming' OR lease_until IS NOT NULL`)
@Index('ix_chat_messages_session', ['session_id', 'id'])
@Index('ix_chat_messages_streaming', { synchronize: false })
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
  suggestions: StoredSuggestion[];

  /** Null unless refused, and in messages of older releases. */
  @Column('text', { nullable: true })
  refusal_reason: RefusalReason | null;

  @Column('json', { nullable: true })
  clarification: Clarification | null;

  /** Revisions named without a citation: the choices that a clarifying question offers. */
  @Column('json', { default: [] })
  named_revisions: string[];

  /** The aircraft that the answer is for, as it was named then; null without one. */
  @Column('json', { nullable: true })
  aircraft: AircraftName | null;

  @Column('text', { nullable: true })
  model: string | null;

  /** Estimated probability that a grounded answer is right; null for others. */
  @Column('real', { nullable: true })
  confidence: number | null;

  /** While it is made: how long its maker, unless heard of again, is taken to live. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lease_until: Date | null;

  /** A streamed answer is made only until this time, unless a client renews it. Null for other answers. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  followed_until: Date | null;

  @Column('json', { nullable: true })
  failure: MessageFailure | null;

  /** For `meta.warnings`: what was done only in part when the answer was sought. */
  @Column('json', { default: [] })
  remarks: string[];

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}

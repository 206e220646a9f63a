import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ChatMessage } from '../chat-message.entity.js';

/**
 * What was said of an answer while it was made, so that any node can go on telling it from anywhere. The end,
 * `message.done` or `error`, is no row: it is made from the message.
 */
@Entity('chat_message_events')
@Check('ck_chat_message_events_event', `event IN ('message.delta', 'citation', 'warning')`)
@Index('ix_chat_message_events_created', ['created_at'])
export class MessageEvent {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_chat_message_events' })
  @ForeignKey(() => ChatMessage, { name: 'fk_chat_message_events_message', onDelete: 'CASCADE' })
  message_id: string;

  /** 1, 2, 3, … of its message. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_chat_message_events' })
  id: number;

  @Column('text')
  event: 'message.delta' | 'citation' | 'warning';

  @Column('json')
  data: object;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}

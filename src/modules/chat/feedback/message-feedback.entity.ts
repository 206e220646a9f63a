import { Check, Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { ChatMessage } from '../chat-message.entity.js';

export const RATINGS = ['up', 'down'] as const;
export type Rating = (typeof RATINGS)[number];

/** What its reader thought of an answer. The answer is kept as it was given, so this needs no copy of it; it goes with it. */
@Entity('message_feedback')
@Check('ck_message_feedback_rating', `rating IN ('up', 'down')`)
export class MessageFeedback {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_message_feedback' })
  @ForeignKey(() => ChatMessage, { name: 'fk_message_feedback_message', onDelete: 'CASCADE' })
  message_id: string;

  @Column('text')
  rating: Rating;

  @Column('text', { nullable: true })
  reason: string | null;

  @Column('text', { nullable: true })
  comment: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updated_at: Date;
}

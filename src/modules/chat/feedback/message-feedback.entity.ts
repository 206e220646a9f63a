import { Check, Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { ChatMessage } from '../chat-message.entity.js';

export const RATINGS = ['up', 'down'] as const;
export type Rating = (typeof RATINGS)[number];

/** A reader's rating of an answer. It needs no copy of the answer, which never changes. Deleted with the answer. */
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

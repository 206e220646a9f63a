import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { WebhookDelivery } from './webhook-delivery.entity.js';

/** One request of a delivery and what came of it, without secrets and signatures. */
@Entity('webhook_attempts')
@Check('ck_webhook_attempts_number', 'number > 0')
@Index('ix_webhook_attempts_started', ['started_at'])
export class WebhookAttempt {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_webhook_attempts' })
  @ForeignKey(() => WebhookDelivery, { name: 'fk_webhook_attempts_delivery', onDelete: 'CASCADE' })
  delivery_id: string;

  /** 1, 2, 3, … of its delivery. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_webhook_attempts' })
  number: number;

  @Column({ type: 'timestamptz', precision: 3 })
  started_at: Date;

  @Column('integer')
  duration_ms: number;

  /** Of the answer, or null when there was none. */
  @Column('integer', { nullable: true })
  status: number | null;

  /** A code that says why it failed; null for a success. */
  @Column('text', { nullable: true })
  error: string | null;

  @Column('jsonb')
  request_headers: Record<string, string>;

  /** Its first 4 KiB. */
  @Column('text')
  request_body: string;

  @Column('jsonb', { nullable: true })
  response_headers: Record<string, string> | null;

  /** Its first 4 KiB; null when there was no answer. */
  @Column('text', { nullable: true })
  response_body: string | null;
}

import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { WebhookDelivery } from './webhook-delivery.entity.js';

/** A request of a delivery and its outcome, without secrets and signatures. */
@Entity('webhook_attempts')
@Check('ck_webhook_attempts_number', 'number > 0')
@Index('ix_webhook_attempts_started', ['started_at'])
export class WebhookAttempt {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_webhook_attempts' })
  @ForeignKey(() => WebhookDelivery, { name: 'fk_webhook_attempts_delivery', onDelete: 'CASCADE' })
  delivery_id: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_webhook_attempts' })
  number: number;

  @Column({ type: 'timestamptz', precision: 3 })
  started_at: Date;

  @Column('integer')
  duration_ms: number;

  /** Status of the response; null without one. */
  @Column('integer', { nullable: true })
  status: number | null;

  /** Code of the failure; null for success. */
  @Column('text', { nullable: true })
  error: string | null;

  @Column('jsonb')
  request_headers: Record<string, string>;

  /** The first 4 KiB. */
  @Column('text')
  request_body: string;

  @Column('jsonb', { nullable: true })
  response_headers: Record<string, string> | null;

  /** The first 4 KiB; null without a response. */
  @Column('text', { nullable: true })
  response_body: string | null;
}

import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { WebhookEndpoint } from '../endpoints/webhook-endpoint.entity.js';
import { WebhookEvent } from '../events/webhook-event.entity.js';

/**
 * Waiting or between two attempts; answered with 2xx; abandoned after the last attempt, or because it waited too long;
 * skipped by an administrator, or because its comment became private.
 */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'cancelled'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Delivery of an event to an endpoint. Only the process that holds the {@link WebhookQueue} row changes it. */
@Entity('webhook_deliveries')
@Check('ck_webhook_deliveries_state', `state IN ('pending', 'delivered', 'failed', 'cancelled')`)
@Check('ck_webhook_deliveries_attempts', 'attempts >= 0')
@Check(
  'ck_webhook_deliveries_pending',
  `(state = 'pending') = (next_attempt_at IS NOT NULL) AND (state = 'pending') = (finished_at IS NULL)`,
)
@Index('ix_webhook_deliveries_pending', { synchronize: false })
@Index('ix_webhook_deliveries_waiting', { synchronize: false })
@Index('ix_webhook_deliveries_endpoint', { synchronize: false })
@Index('ix_webhook_deliveries_event', ['event_id'])
@Index('ix_webhook_deliveries_finished', { synchronize: false })
export class WebhookDelivery {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_webhook_deliveries' })
  id: string;

  @Column('text')
  @ForeignKey(() => WebhookEndpoint, { name: 'fk_webhook_deliveries_endpoint', onDelete: 'CASCADE' })
  endpoint_id: string;

  @Column('text')
  @ForeignKey(() => WebhookEvent, { name: 'fk_webhook_deliveries_event', onDelete: 'CASCADE' })
  event_id: string;

  /** The order of the deliveries of an endpoint. */
  @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' })
  position: string;

  @Column('text', { default: 'pending' })
  state: DeliveryState;

  /** Made so far. A manual retry counts on: after the last one of the schedule it is a single further attempt. */
  @Column('integer', { default: 0 })
  attempts: number;

  /** Null when the delivery has ended. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, default: () => 'now()' })
  next_attempt_at: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  finished_at: Date | null;
}

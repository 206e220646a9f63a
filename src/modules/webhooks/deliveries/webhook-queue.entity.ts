import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { WebhookEndpoint } from '../endpoints/webhook-endpoint.entity.js';

/**
 * When an endpoint's next delivery is due and which process makes it. Every endpoint has a row, until it is deleted. It is also the lock of the
 * endpoint's deliveries: lock it in a separate statement before you change them, and then wait for no other lock (so in
 * the step `webhooks` before commit where the transaction also writes the audit trail). What is due is read after locking,
 * or a delivery that was committed meanwhile would never be made.
 */
@Entity('webhook_queues')
@Check('ck_webhook_queues_lease', '(leased_by IS NULL) = (leased_until IS NULL)')
@Index('ix_webhook_queues_healthy', { synchronize: false })
@Index('ix_webhook_queues_failing', { synchronize: false })
@Index('ix_webhook_queues_leased', { synchronize: false })
export class WebhookQueue {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_webhook_queues' })
  @ForeignKey(() => WebhookEndpoint, { name: 'fk_webhook_queues_endpoint', onDelete: 'CASCADE' })
  endpoint_id: string;

  /** Null when nothing waits, or the endpoint is disabled. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  due_at: Date | null;

  /** Since when every attempt has failed; null after a success, before the first failure, and when nothing waits that was tried. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  failing_since: Date | null;

  /** Increases with every change to the waiting deliveries, so that the delivering process rereads them. */
  @Column('integer', { default: 1 })
  version: number;

  /** The process that delivers. Its claim is void after `leased_until`. */
  @Column('text', { nullable: true })
  leased_by: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  leased_until: Date | null;
}

import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Organization } from '../../users/organization.entity.js';

/** A change that webhooks report; written in the transaction of the change. */
@Entity('webhook_events')
@Index('ix_webhook_events_organization', ['organization_id', 'occurred_at'])
@Index('ix_webhook_events_feed', ['organization_id', 'position'])
@Index('ix_webhook_events_type', ['organization_id', 'type', 'position'])
@Index('ix_webhook_events_occurred', ['occurred_at'])
@Index('ix_webhook_events_comment', { synchronize: false })
export class WebhookEvent {
  /** Also the `webhook-id` header of every delivery. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_webhook_events' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_webhook_events_organization', onDelete: 'CASCADE' })
  organization_id: string;

  /** Rises with every event; for those with deliveries, within an organization, in the order in which changes were committed. */
  @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' })
  position: string;

  @Column('text')
  type: string;

  /** As `json`: told in the order in which it is written. */
  @Column('json')
  data: Record<string, unknown>;

  @Column({ type: 'timestamptz', precision: 3 })
  occurred_at: Date;

  /** The comment that the event concerns. */
  @Column('text', { nullable: true })
  comment_id: string | null;

  /** When its comment became private. The event is not delivered after this. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  withdrawn_at: Date | null;
}

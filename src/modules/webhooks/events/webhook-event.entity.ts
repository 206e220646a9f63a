import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Organization } from '../../users/organization.entity.js';

/** Something that happened, as other systems are told of it; written with the change itself. */
@Entity('webhook_events')
@Index('ix_webhook_events_organization', ['organization_id', 'occurred_at'])
@Index('ix_webhook_events_occurred', ['occurred_at'])
@Index('ix_webhook_events_comment', { synchronize: false })
export class WebhookEvent {
  /** Also the `webhook-id` of every request that tells of it. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_webhook_events' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_webhook_events_organization', onDelete: 'CASCADE' })
  organization_id: string;

  /** Rises with every event; within an organization in the order in which changes were committed. */
  @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' })
  position: string;

  @Column('text')
  type: string;

  /** As `json`: told in the order in which it is written. */
  @Column('json')
  data: Record<string, unknown>;

  @Column({ type: 'timestamptz', precision: 3 })
  occurred_at: Date;

  /** That it tells of, if any. */
  @Column('text', { nullable: true })
  comment_id: string | null;

  /** When its comment turned private: it is told to nobody any more. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  withdrawn_at: Date | null;
}

import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
  VersionColumn,
} from 'typeorm';
import { Organization } from '../../users/organization.entity.js';
import { User } from '../../users/user.entity.js';

/** Why an endpoint is disabled: by an administrator, after 410, or after failing for too long. */
export const DISABLED_REASONS = ['manual', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** How events are written: as in the contract, as CloudEvents 1.0, or as messages of Slack and Microsoft Teams. */
export const WEBHOOK_FORMATS = ['standard', 'cloudevents', 'slack', 'teams'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** What the secrets of endpoints are sealed for. */
export const WEBHOOK_SECRETS = 'webhook secrets';

/**
 * A URL of another system that receives events.
 *
 * Locks are taken in this order: the endpoint's row (FOR NO KEY UPDATE), the audit trail, the organization's webhooks
 * (`WebhookEventRepository.lockOrganization`, in the step `webhooks` before commit), the endpoint's queue, its deliveries.
 */
@Entity('webhook_endpoints')
@Check('ck_webhook_endpoints_reason', `disabled_reason IN ('manual', 'gone', 'failing')`)
@Check('ck_webhook_endpoints_format', `format IN ('standard', 'cloudevents', 'slack', 'teams')`)
@Check('ck_webhook_endpoints_disabled', 'enabled = (disabled_reason IS NULL) AND enabled = (disabled_at IS NULL)')
@Check(
  'ck_webhook_endpoints_deleted',
  '(sealed_secret IS NULL) = (deleted_at IS NOT NULL) AND NOT (enabled AND deleted_at IS NOT NULL)',
)
@Check('ck_webhook_endpoints_previous', '(sealed_previous_secret IS NULL) = (previous_secret_until IS NULL)')
@Index('ix_webhook_endpoints_organization', { synchronize: false })
@Index('ix_webhook_endpoints_creator', ['created_by'])
@Index('ix_webhook_endpoints_deleted', { synchronize: false })
export class WebhookEndpoint {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_webhook_endpoints' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_webhook_endpoints_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @Column('text')
  url: string;

  @Column('text', { nullable: true })
  description: string | null;

  /** Types of events that it receives. */
  @Column('text', { array: true })
  events: string[];

  @Column('text', { default: 'standard' })
  format: WebhookFormat;

  @Column('boolean', { default: true })
  enabled: boolean;

  @Column('text', { nullable: true })
  disabled_reason: DisabledReason | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  disabled_at: Date | null;

  /** `whsec_…` in UTF-8, sealed for {@link WEBHOOK_SECRETS}; null once it is deleted. */
  @Column('bytea', { nullable: true, select: false })
  sealed_secret: Buffer | null;

  /** The secret that the last rotation replaced, and until when it signs too. */
  @Column('bytea', { nullable: true, select: false })
  sealed_previous_secret: Buffer | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  previous_secret_until: Date | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_webhook_endpoints_creator', onDelete: 'SET NULL' })
  created_by: string | null;

  @VersionColumn({ default: 1 })
  row_version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updated_at: Date;

  /** The row is kept, without its queue, until its deliveries are deleted in batches. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  deleted_at: Date | null;
}

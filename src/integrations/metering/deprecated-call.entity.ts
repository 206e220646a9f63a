import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

export const CALLER_TYPES = ['user', 'api_key', 'oauth_client'] as const;
export type CallerType = (typeof CALLER_TYPES)[number];

const KEY = 'pk_deprecated_calls';

/** Calls of something deprecated by one caller of an organization. */
@Entity('deprecated_calls')
@Check('ck_deprecated_calls_caller', `caller_type IN ('user', 'api_key', 'oauth_client')`)
export class DeprecatedCall {
  @PrimaryColumn('text', { primaryKeyConstraintName: KEY })
  @ForeignKey('Organization', { name: 'fk_deprecated_calls_organization', onDelete: 'CASCADE' })
  organization_id: string;

  /** A `DeprecationId` of this release or of another. */
  @PrimaryColumn('text', { primaryKeyConstraintName: KEY })
  deprecation: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: KEY })
  caller_type: CallerType;

  @PrimaryColumn('text', { primaryKeyConstraintName: KEY })
  caller_id: string;

  /** PostgreSQL's bigint is a string. */
  @Column('bigint')
  calls: string;

  @Column({ type: 'timestamptz', precision: 3 })
  first_called_at: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  last_called_at: Date;

  /** Days before the sunset of the last mail about it; null before the first. */
  @Column('smallint', { nullable: true })
  noticed_days: number | null;
}

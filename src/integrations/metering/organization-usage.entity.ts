import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

const KEY = 'pk_organization_usage';

/** Activity of an organization on one day (UTC), and its stored data at the end. PostgreSQL's bigint is a string. */
@Entity('organization_usage')
export class OrganizationUsage {
  @PrimaryColumn('text', { primaryKeyConstraintName: KEY })
  @ForeignKey('Organization', { name: 'fk_organization_usage_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @PrimaryColumn('date', { primaryKeyConstraintName: KEY })
  day: string;

  @Column('bigint', { default: 0 })
  requests: string;

  @Column('bigint', { default: 0 })
  searches: string;

  @Column('bigint', { default: 0 })
  chats: string;

  @Column('bigint', { default: 0 })
  questions: string;

  /** Null for days without a measurement. */
  @Column('integer', { nullable: true })
  documents: number | null;

  @Column('bigint', { nullable: true })
  storage_bytes: string | null;
}

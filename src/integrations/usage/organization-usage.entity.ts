import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

const KEY = 'pk_organization_usage';

/** What an organization did on one day (UTC), and what it kept at the end of it. PostgreSQL's bigint comes as a string. */
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

  /** Conversations opened. */
  @Column('bigint', { default: 0 })
  chats: string;

  /** Questions asked in conversations. */
  @Column('bigint', { default: 0 })
  questions: string;

  /** Null while nobody has looked that day. */
  @Column('integer', { nullable: true })
  documents: number | null;

  @Column('bigint', { nullable: true })
  storage_bytes: string | null;
}

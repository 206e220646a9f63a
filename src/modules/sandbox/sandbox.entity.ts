import { Check, Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { Organization } from '../users/organization.entity.js';

export const LIBRARY_STATES = ['filling', 'ready', 'failed'] as const;
export type LibraryState = (typeof LIBRARY_STATES)[number];

/** An organization for tests of another one's integrations, with its people and none of its data. */
@Entity('sandboxes')
@Check('ck_sandboxes_library_state', `library_state IN ('filling', 'ready', 'failed')`)
@Unique('uq_sandboxes_live', ['live_organization_id'])
export class Sandbox {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_sandboxes' })
  @ForeignKey(() => Organization, { name: 'fk_sandboxes_organization', onDelete: 'CASCADE' })
  organization_id: string;

  /** Null for the one whose documents are copied into the others; nobody can enter it. */
  @Column('text', { nullable: true })
  @ForeignKey(() => Organization, { name: 'fk_sandboxes_live_organization' })
  live_organization_id: string | null;

  @Column('text', { default: 'filling' })
  library_state: LibraryState;

  /** What the documents were read from and with; null until they are there. */
  @Column('text', { nullable: true })
  library_version: string | null;

  /** How far its clock was advanced since the last reset. A bigint, so pg returns text. */
  @Column('bigint', { default: 0 })
  advanced_seconds: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  reset_at: Date;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}

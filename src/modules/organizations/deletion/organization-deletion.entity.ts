import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/**
 * The deletion of an organization: scheduled, in progress or finished. The row is kept: ids, times and counts, without the
 * names of the organization or its people.
 */
@Entity('organization_deletions')
export class OrganizationDeletion {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_organization_deletions' })
  organization_id: string;

  /** The administrator; null for an operator of the installation. */
  @Column('text', { nullable: true })
  requested_by: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  requested_at: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  due_at: Date;

  /** Since when nobody of the organization has access. The deletion cannot be canceled after this. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  closed_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  finished_at: Date | null;

  /** Rows removed so far, by table. */
  @Column('jsonb', { default: {} })
  removed: Record<string, number>;
}

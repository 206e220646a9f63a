import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/**
 * The deletion of an organization: asked for, under way, or done. It is what stays: ids, times and numbers, and nothing of
 * what the organization was called or who its people were.
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

  /** Since when nobody of the organization is let in: from here on there is no way back. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  closed_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  finished_at: Date | null;

  /** Rows removed so far, by table. */
  @Column('jsonb', { default: {} })
  removed: Record<string, number>;
}

import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Blob } from '../../../integrations/storage/blob.entity.js';
import { Organization } from '../../users/organization.entity.js';
import { User } from '../../users/user.entity.js';
import type { ExportState } from './dto/export-states.js';

/** Everything that an organization keeps here, in one archive: asked for, being made, or there until it expires. */
@Entity('organization_exports')
@Check('ck_organization_exports_state', `state IN ('queued', 'running', 'ready', 'failed')`)
@Check('ck_organization_exports_ready', `(state = 'ready') = (content_sha256 IS NOT NULL AND content_size IS NOT NULL)`)
@Index('ix_organization_exports_organization', ['organization_id', 'id'])
@Index('uq_organization_exports_open', { synchronize: false })
@Index('ix_organization_exports_requester', ['requested_by'])
@Index('ix_organization_exports_content', ['content_sha256'])
export class OrganizationExport {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_organization_exports' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_organization_exports_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_organization_exports_requester', onDelete: 'SET NULL' })
  requested_by: string | null;

  @Column('text')
  state: ExportState;

  /** How often its making was begun. */
  @Column('integer', { default: 0 })
  attempts: number;

  @Column('text', { nullable: true })
  @ForeignKey(() => Blob, { name: 'fk_organization_exports_blob' })
  content_sha256: string | null;

  /** Bytes; PostgreSQL's bigint comes as a string. */
  @Column('bigint', { nullable: true })
  content_size: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  /** When it is removed by itself; null while it is being made. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  expires_at: Date | null;
}

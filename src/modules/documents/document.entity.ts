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
import { Organization } from '../users/organization.entity.js';
import { Team } from '../users/teams/team.entity.js';
import { User } from '../users/user.entity.js';
import type { DocumentType } from './dto/document-types.js';

export type DocumentAccess = 'organization' | 'team';

/** A manual, bulletin or card. Its revisions hold the content. */
@Entity('documents')
@Check('ck_documents_access', `access IN ('organization', 'team')`)
@Check('ck_documents_team', `access <> 'team' OR team_id IS NOT NULL`)
@Index('ix_documents_organization', { synchronize: false })
@Index('ix_documents_type', { synchronize: false })
@Index('ix_documents_aircraft', { synchronize: false })
@Index('ix_documents_chapter', { synchronize: false })
@Index('ix_documents_title', { synchronize: false })
@Index('ix_documents_number', { synchronize: false })
@Index('ix_documents_deleted', { synchronize: false })
@Index('ix_documents_inactive', { synchronize: false })
@Index('ix_documents_open', { synchronize: false })
@Index('ix_documents_team', { synchronize: false })
@Index('ix_documents_updated', { synchronize: false })
@Index('ix_documents_current_revision', ['current_revision_id'])
export class Document {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_documents' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_documents_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @Column('text')
  title: string;

  @Column('text')
  document_type: DocumentType;

  @Column('text')
  aircraft_type: string;

  @Column('text', { nullable: true })
  document_number: string | null;

  /** Chapter, section and subject as far as known: `32`, `32-11`, `32-11-00`. */
  @Column('text', { nullable: true })
  ata_chapter: string | null;

  @Column('text')
  access: DocumentAccess;

  @Column('text', { nullable: true })
  @ForeignKey(() => Team, { name: 'fk_documents_team' })
  team_id: string | null;

  /** The active revision, or the last active one. */
  @Column('text', { nullable: true })
  @ForeignKey('Revision', {
    name: 'fk_documents_current_revision',
    onDelete: 'SET NULL',
    deferrable: 'INITIALLY DEFERRED',
  })
  current_revision_id: string | null;

  /** Status of the current revision unless it is active. Kept by triggers. */
  @Column({ type: 'text', nullable: true, insert: false, update: false })
  inactive_status?: string | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_documents_creator', onDelete: 'SET NULL' })
  created_by: string | null;

  /** Set when the document is deleted. The document becomes invisible at once, and a job removes its content. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  deleted_at: Date | null;

  @VersionColumn({ default: 1 })
  row_version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updated_at: Date;
}

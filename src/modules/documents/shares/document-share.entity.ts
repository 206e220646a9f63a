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
import { Team } from '../../users/teams/team.entity.js';
import { User } from '../../users/user.entity.js';
import { Document } from '../document.entity.js';
import type { SharePermission } from '../dto/document-types.js';

/** Makes a document visible to a user or a team until it expires or is deleted. */
@Entity('document_shares')
@Check('ck_document_shares_permission', `permission IN ('view', 'comment')`)
@Check('ck_document_shares_page', 'page_number > 0')
@Check('ck_document_shares_recipient', 'num_nonnulls(user_id, team_id) = 1')
@Index('ix_document_shares_document', { synchronize: false })
@Index('ix_document_shares_user', { synchronize: false })
@Index('ix_document_shares_team', { synchronize: false })
@Index('ix_document_shares_organization', { synchronize: false })
@Index('ix_document_shares_sharer', { synchronize: false })
@Index('ix_document_shares_grant', { synchronize: false })
export class DocumentShare {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_document_shares' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_document_shares_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @Column('text')
  @ForeignKey(() => Document, { name: 'fk_document_shares_document', onDelete: 'CASCADE' })
  document_id: string;

  /** The recipient; null for a team. */
  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_document_shares_user', onDelete: 'CASCADE' })
  user_id: string | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => Team, { name: 'fk_document_shares_team', onDelete: 'CASCADE' })
  team_id: string | null;

  @Column('text')
  permission: SharePermission;

  @Column('text', { nullable: true })
  message: string | null;

  /** The page to open. */
  @Column('integer', { nullable: true })
  page_number: number | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  expires_at: Date | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_document_shares_sharer', onDelete: 'SET NULL' })
  shared_by: string | null;

  /** The share that allowed the sharer to pass the document on. This one cannot exceed it. */
  @Column('text', { nullable: true })
  @ForeignKey(() => DocumentShare, { name: 'fk_document_shares_grant', onDelete: 'CASCADE' })
  granted_by_share_id: string | null;

  @VersionColumn({ default: 1 })
  row_version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updated_at: Date;
}

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
import { Document } from '../document.entity.js';
import { Revision } from '../revision.entity.js';
import type { PageAction } from './dto/temporary-revision-kinds.js';

/** A document that overlays pages of another for a time, or until a revision incorporates it. */
@Entity('temporary_revisions')
@Check('ck_temporary_revisions_period', 'effective_until > effective_from')
@Check('ck_temporary_revisions_overlay', 'overlay_document_id <> document_id')
@Index('ix_temporary_revisions_organization', ['organization_id', 'id'])
@Index('ix_temporary_revisions_document', ['document_id', 'id'])
@Index('ix_temporary_revisions_revision', ['revision_id'])
@Index('ix_temporary_revisions_overlay', ['overlay_document_id'])
@Index('ix_temporary_revisions_supersedes', ['supersedes_id'])
@Index('ix_temporary_revisions_incorporated', ['incorporated_by_revision_id'])
@Index('ix_temporary_revisions_creator', ['created_by'])
export class TemporaryRevision {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_temporary_revisions' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_temporary_revisions_organization', onDelete: 'CASCADE' })
  organization_id: string;

  /** The document that it changes. */
  @Column('text')
  @ForeignKey(() => Document, { name: 'fk_temporary_revisions_document', onDelete: 'CASCADE' })
  document_id: string;

  /** The revision against which it was issued, or last confirmed. */
  @Column('text')
  @ForeignKey(() => Revision, { name: 'fk_temporary_revisions_revision', onDelete: 'CASCADE' })
  revision_id: string;

  /** Null after its deletion: the pages beneath stay changed. */
  @Column('text', { nullable: true })
  @ForeignKey(() => Document, { name: 'fk_temporary_revisions_overlay', onDelete: 'SET NULL' })
  overlay_document_id: string | null;

  /** `TR 32-114` */
  @Column('text')
  number: string;

  @Column({ type: 'timestamptz', precision: 3 })
  effective_from: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  effective_until: Date | null;

  /** The temporary revision that ends when this one takes effect. */
  @Column('text', { nullable: true })
  @ForeignKey(() => TemporaryRevision, { name: 'fk_temporary_revisions_supersedes', onDelete: 'SET NULL' })
  supersedes_id: string | null;

  /** Ends it from its activation on. */
  @Column('text', { nullable: true })
  @ForeignKey(() => Revision, { name: 'fk_temporary_revisions_incorporated', onDelete: 'SET NULL' })
  incorporated_by_revision_id: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  withdrawn_at: Date | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_temporary_revisions_creator', onDelete: 'SET NULL' })
  created_by: string | null;

  @VersionColumn({ default: 1 })
  row_version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updated_at: Date;
}

/** A page of a revision that a temporary revision changes: of the one it was issued against, and where later revisions have the page. */
@Entity('temporary_revision_pages')
@Check('ck_temporary_revision_pages_number', 'page_number > 0')
@Check('ck_temporary_revision_pages_action', `action IN ('insert', 'replace', 'cancel')`)
@Check('ck_temporary_revision_pages_overlay', `(action = 'cancel') = (cardinality(overlay_pages) = 0)`)
@Index('ix_temporary_revision_pages_page', ['revision_id', 'page_number'])
export class TemporaryRevisionPage {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_temporary_revision_pages' })
  @ForeignKey(() => TemporaryRevision, { name: 'fk_temporary_revision_pages_owner', onDelete: 'CASCADE' })
  temporary_revision_id: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_temporary_revision_pages' })
  @ForeignKey(() => Revision, { name: 'fk_temporary_revision_pages_revision', onDelete: 'CASCADE' })
  revision_id: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_temporary_revision_pages' })
  page_number: number;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_temporary_revision_pages' })
  action: PageAction;

  /** The page in the revision against which the temporary revision was issued. */
  @Column('integer')
  issued_page: number;

  /** Whether the page only has the label or number of one that was not found again. It is kept out of answers until the change is confirmed. */
  @Column('boolean', { default: false })
  is_presumed: boolean;

  /** Pages of the overlay document. */
  @Column('integer', { array: true })
  overlay_pages: number[];
}

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
import { Document } from '../../documents/document.entity.js';
import { Revision } from '../../documents/revision.entity.js';
import { Organization } from '../../users/organization.entity.js';
import { User } from '../../users/user.entity.js';

/** Public comments are visible to all readers of the document, private ones to their author. */
export const VISIBILITIES = ['public', 'private'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** A point on the page, as fractions of its width and height from the upper left corner. */
export interface Position {
  x: number;
  y: number;
}

/** A comment on a page, or a reply. It belongs to the revision where it was made. */
@Entity('comments')
@Check('ck_comments_visibility', `visibility IN ('public', 'private')`)
@Check('ck_comments_page', 'page_number > 0')
@Check('ck_comments_reply', 'parent_id IS NULL OR (position IS NULL AND quote IS NULL AND resolved_at IS NULL)')
@Index('ix_comments_document', { synchronize: false })
@Index('ix_comments_page', { synchronize: false })
@Index('ix_comments_resolved', { synchronize: false })
@Index('ix_comments_parent', { synchronize: false })
@Index('ix_comments_organization', ['organization_id'])
@Index('ix_comments_revision', ['revision_id'])
@Index('ix_comments_author', ['user_id'])
@Index('ix_comments_resolver', { synchronize: false })
@Index('ix_comments_deleted', { synchronize: false })
export class Comment {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_comments' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_comments_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @Column('text')
  @ForeignKey(() => Document, { name: 'fk_comments_document', onDelete: 'CASCADE' })
  document_id: string;

  /** Replies have the revision and page of their thread. */
  @Column('text')
  @ForeignKey(() => Revision, { name: 'fk_comments_revision', onDelete: 'CASCADE' })
  revision_id: string;

  @Column('integer')
  page_number: number;

  /** The author; null after the account's row was deleted. */
  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_comments_author', onDelete: 'SET NULL' })
  user_id: string | null;

  /** Markdown, at most 10,000 characters. */
  @Column('text')
  body: string;

  @Column('jsonb', { nullable: true })
  position: Position | null;

  /** Text of the page, with normalized white space. */
  @Column('text', { nullable: true })
  quote: string | null;

  @Column('text')
  visibility: Visibility;

  /** The first comment of the thread, for a reply. */
  @Column('text', { nullable: true })
  @ForeignKey(() => Comment, { name: 'fk_comments_parent', onDelete: 'CASCADE' })
  parent_id: string | null;

  /** Ids of mentioned users; empty for a private comment. */
  @Column('text', { array: true, default: [] })
  mentions: string[];

  /** When the thread was resolved; for first comments only. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  resolved_at: Date | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_comments_resolver', onDelete: 'SET NULL' })
  resolved_by: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  edited_at: Date | null;

  /** When it was deleted. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  deleted_at: Date | null;

  @VersionColumn({ default: 1 })
  row_version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updated_at: Date;
}

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

/** A public comment is seen by whoever sees the document, a private one by its author alone. */
export const VISIBILITIES = ['public', 'private'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** A point of the page, from its upper left corner, in parts of its width and height. */
export interface Position {
  x: number;
  y: number;
}

/** What somebody wrote about a page, or in answer to such a comment; it belongs to the revision that it was made on. */
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

  /** The revision it was made on; a reply has its root's, and the page as well. */
  @Column('text')
  @ForeignKey(() => Revision, { name: 'fk_comments_revision', onDelete: 'CASCADE' })
  revision_id: string;

  @Column('integer')
  page_number: number;

  /** The author; null once the row of the account is gone. */
  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_comments_author', onDelete: 'SET NULL' })
  user_id: string | null;

  /** Markdown as it was written, at most 10,000 characters. */
  @Column('text')
  body: string;

  @Column('jsonb', { nullable: true })
  position: Position | null;

  /** Text of the page that the comment is about, as it stood there but for white space. */
  @Column('text', { nullable: true })
  quote: string | null;

  @Column('text')
  visibility: Visibility;

  /** The comment that this one answers, always one that answers none itself. */
  @Column('text', { nullable: true })
  @ForeignKey(() => Comment, { name: 'fk_comments_parent', onDelete: 'CASCADE' })
  parent_id: string | null;

  /** Ids of the users who are named. A private comment names nobody. */
  @Column('text', { array: true, default: [] })
  mentions: string[];

  /** Since when the thread is settled; of roots alone. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  resolved_at: Date | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_comments_resolver', onDelete: 'SET NULL' })
  resolved_by: string | null;

  /** When the body last became another. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  edited_at: Date | null;

  /** Since when nobody sees what it said. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  deleted_at: Date | null;

  @VersionColumn({ default: 1 })
  row_version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updated_at: Date;
}

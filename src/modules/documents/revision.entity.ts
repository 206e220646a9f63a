import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { Blob } from '../../integrations/storage/blob.entity.js';
import { User } from '../users/user.entity.js';
import { Document } from './document.entity.js';
import type { RevisionStatus } from './dto/document-types.js';

/** queued → processing → ready | failed */
export type IngestionState = 'queued' | 'processing' | 'ready' | 'failed';

/** Why a file could not be read: a code for programs, a sentence for the planner who uploaded it. */
export interface IngestionError {
  code: string;
  message: string;
}

export interface OutlineItem {
  title: string;
  page_number: number;
  level: number;
}

/** By the name of the standard that the file follows; `suggested` is what the first pages of any other say of it. */
export interface RevisionMetadata {
  suggested?: { document_number?: string; revision?: string; revision_date?: string; effectivity?: string };
  s1000d?: {
    dmc: string;
    issue: string;
    in_work: string;
    issue_date: string | null;
    security?: string;
    applicability: string | null;
    type: string;
  };
}

/** One issue of a document: a file, its identity, and how far its reading has come. At most one is active. */
@Entity('document_revisions')
@Check('ck_document_revisions_status', `status IN ('draft', 'active', 'superseded', 'withdrawn')`)
@Check('ck_document_revisions_ingestion', `ingestion_state IN ('queued', 'processing', 'ready', 'failed')`)
// It becomes a path of the storage.
@Check('ck_document_revisions_content', `content_sha256 ~ '^[0-9a-f]{64}$'`)
@Index('uq_document_revisions_version', ['document_id', 'version'], { unique: true })
@Index('uq_document_revisions_active', { synchronize: false })
@Index('ix_document_revisions_content', ['content_sha256'])
@Index('ix_document_revisions_unread', { synchronize: false })
@Index('ix_document_revisions_activator', ['activated_by'])
@Index('ix_document_revisions_withdrawer', ['withdrawn_by'])
export class Revision {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_document_revisions' })
  id: string;

  @Column('text')
  @ForeignKey(() => Document, { name: 'fk_document_revisions_document', onDelete: 'CASCADE' })
  document_id: string;

  @Column('text')
  version: string;

  /** `YYYY-MM-DD`. */
  @Column('date', { nullable: true })
  revision_date: string | null;

  /** Which aircraft it applies to, in the publisher's words. */
  @Column('text', { nullable: true })
  effectivity: string | null;

  @Column('text')
  status: RevisionStatus;

  @Column('text', { nullable: true })
  supersedes_id: string | null;

  @Column('text', { nullable: true })
  superseded_by_id: string | null;

  @Column('text')
  @ForeignKey(() => Blob, { name: 'fk_document_revisions_blob' })
  content_sha256: string;

  /** Bytes; PostgreSQL's bigint comes as a string. */
  @Column('bigint')
  content_size: string;

  @Column('text')
  media_type: string;

  @Column('text')
  file_name: string;

  @Column('integer', { nullable: true })
  page_count: number | null;

  @Column('text', { nullable: true })
  language: string | null;

  @Column('jsonb', { default: [] })
  outline: OutlineItem[];

  /** What the file says of itself in the terms of its standard, by the name of that standard: `{ s1000d: { dmc, issue, … } }`. */
  @Column('jsonb', { nullable: true })
  metadata: RevisionMetadata | null;

  @Column('text', { default: 'queued' })
  ingestion_state: IngestionState;

  /** What is being done while processing: reading or embedding. */
  @Column('text', { nullable: true })
  ingestion_stage: string | null;

  @Column('jsonb', { nullable: true })
  ingestion_error: IngestionError | null;

  @Column('jsonb', { default: [] })
  ingestion_warnings: string[];

  /** What the reader needs to go on after the last stored page. */
  @Column('jsonb', { nullable: true })
  ingestion_checkpoint: object | null;

  /** How often reading was begun; a file that takes the whole process down with it is not begun for ever. */
  @Column('integer', { default: 0 })
  ingestion_attempts: number;

  /** Not to be read before: it failed a moment ago. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  ingestion_due_at: Date | null;

  /** When somebody first began to read it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  ingestion_started_at: Date | null;

  /** Milliseconds that the pages took that are done; what was waited for in between is not in it. */
  @Column('integer', { default: 0 })
  ingestion_read_ms: number;

  @Column('integer', { default: 0 })
  pages_done: number;

  @Column('integer', { nullable: true })
  pages_total: number | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_document_revisions_creator', onDelete: 'SET NULL' })
  created_by: string | null;

  /** When it became the current one. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  activated_at: Date | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_document_revisions_activator', onDelete: 'SET NULL' })
  activated_by: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  withdrawn_at: Date | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_document_revisions_withdrawer', onDelete: 'SET NULL' })
  withdrawn_by: string | null;

  /** When its reading was last begun anew, which tells whoever still reads it that this is not wanted any more. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  reprocessed_at: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updated_at: Date;
}

import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { Blob } from '../../integrations/storage/blob.entity.js';
import { User } from '../users/user.entity.js';
import { Document } from './document.entity.js';
import type { RevisionStatus } from './dto/document-types.js';

/** queued → processing → ready | failed */
export type IngestionState = 'queued' | 'processing' | 'ready' | 'failed';

/** A code for programs, and a sentence for the person who uploaded the file. */
export interface IngestionError {
  code: string;
  message: string;
}

export interface OutlineItem {
  title: string;
  page_number: number;
  level: number;
}

/** Keyed by the standard of the file; `suggested` holds what the first pages of other files say. */
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

/** One issue of a document: a file, its metadata and the state of its ingestion. At most one is active. */
@Entity('document_revisions')
@Check('ck_document_revisions_status', `status IN ('draft', 'active', 'superseded', 'withdrawn')`)
@Check('ck_document_revisions_ingestion', `ingestion_state IN ('queued', 'processing', 'ready', 'failed')`)
// The hash is used as a storage path.
@Check('ck_document_revisions_content', `content_sha256 ~ '^[0-9a-f]{64}$'`)
@Index('uq_document_revisions_version', ['document_id', 'version'], { unique: true })
@Index('uq_document_revisions_active', { synchronize: false })
@Index('ix_document_revisions_content', ['content_sha256'])
@Index('ix_document_revisions_unread', { synchronize: false })
@Index('ix_document_revisions_waiting', { synchronize: false })
@Index('ix_document_revisions_activator', ['activated_by'])
@Index('ix_document_revisions_withdrawer', ['withdrawn_by'])
export class Revision {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_document_revisions' })
  id: string;

  @Column('text')
  @ForeignKey(() => Document, { name: 'fk_document_revisions_document', onDelete: 'CASCADE' })
  document_id: string;

  /** That of the document. PostgreSQL sets it, for the queue of readers. */
  @Column({ type: 'text', nullable: true, insert: false, update: false, select: false })
  queue_organization_id?: string | null;

  @Column('text')
  version: string;

  /** `YYYY-MM-DD`. */
  @Column('date', { nullable: true })
  revision_date: string | null;

  /** The aircraft to which it applies, in the publisher's words. */
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

  /** Bytes, as a string: PostgreSQL's bigint. */
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

  /** Keyed by the standard of the file: `{ s1000d: { dmc, issue, … } }`. */
  @Column('jsonb', { nullable: true })
  metadata: RevisionMetadata | null;

  @Column('text', { default: 'queued' })
  ingestion_state: IngestionState;

  /** `reading` or `embedding`, while processing. */
  @Column('text', { nullable: true })
  ingestion_stage: string | null;

  @Column('jsonb', { nullable: true })
  ingestion_error: IngestionError | null;

  @Column('jsonb', { default: [] })
  ingestion_warnings: string[];

  /** State from which the reader resumes after the last stored page. */
  @Column('jsonb', { nullable: true })
  ingestion_checkpoint: object | null;

  /** Limits the restarts for a file that crashes the process. */
  @Column('integer', { default: 0 })
  ingestion_attempts: number;

  /** Earliest time of the next attempt after a failure. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  ingestion_due_at: Date | null;

  /** Start of the first attempt. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  ingestion_started_at: Date | null;

  /** Milliseconds spent on the pages done, without waiting times. */
  @Column('integer', { default: 0 })
  ingestion_read_ms: number;

  @Column('integer', { default: 0 })
  pages_done: number;

  @Column('integer', { nullable: true })
  pages_total: number | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_document_revisions_creator', onDelete: 'SET NULL' })
  created_by: string | null;

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

  /** Start of the last reprocessing. A reader that sees another value than its own stops. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  reprocessed_at: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updated_at: Date;
}

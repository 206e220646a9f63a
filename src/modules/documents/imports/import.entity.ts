import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Blob } from '../../../integrations/storage/blob.entity.js';
import type { Permission } from '../../../common/principal/permissions.js';
import { Organization } from '../../users/organization.entity.js';
import { User } from '../../users/user.entity.js';
import type { ImportState, ItemState } from './dto/import-states.js';
import type { FileFields, ImportRule } from './dto/import.request.js';

export interface ImportError {
  /** Stable code. */
  code: string;
  message: string;
}

export interface ImportSummary {
  counts: Record<ItemState | 'total', number>;
  reading: { ready: number; failed: number; waiting: number; pages_done: number };
}

/** An archive of files that become documents: queued → running → reading → completed | failed | canceled. */
@Entity('imports')
@Check('ck_imports_state', `state IN ('queued', 'running', 'reading', 'completed', 'failed', 'canceled')`)
@Index('ix_imports_organization', ['organization_id', 'id'])
@Index('ix_imports_creator', ['created_by'])
@Index('ix_imports_content', ['content_sha256'])
@Index('ix_imports_unfinished', { synchronize: false })
export class Import {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_imports' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_imports_organization', onDelete: 'CASCADE' })
  organization_id: string;

  /** Whose rights decide; null when the user was removed. */
  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_imports_creator', onDelete: 'SET NULL' })
  created_by: string | null;

  /** The session or API key of the request, for the audit log. */
  @Column('text', { nullable: true })
  session_id: string | null;

  @Column('text', { nullable: true })
  api_key_id: string | null;

  /** Of the session or API key, at the request. */
  @Column('text', { array: true })
  permissions: Permission[];

  @Column('text', { default: 'queued' })
  state: ImportState;

  @Column('boolean')
  dry_run: boolean;

  @Column('boolean')
  activate: boolean;

  @Column('boolean')
  number_from_name: boolean;

  @Column('jsonb')
  defaults: FileFields;

  @Column('jsonb')
  rules: ImportRule[];

  @Column('text')
  file_name: string;

  /** The folder or S3 prefix that the files come from; null for an archive. */
  @Column('text', { nullable: true })
  source: string | null;

  /** The archive, while it is needed. */
  @Column('text', { nullable: true })
  @ForeignKey(() => Blob, { name: 'fk_imports_blob' })
  content_sha256: string | null;

  /** Bytes; PostgreSQL's bigint comes as a string. */
  @Column('bigint')
  content_size: string;

  @Column('jsonb', { nullable: true })
  error: ImportError | null;

  /** Counts and progress of an import that has ended. */
  @Column('jsonb', { nullable: true })
  summary: ImportSummary | null;

  /** Consecutive attempts that finished no item. */
  @Column('integer', { default: 0 })
  attempts: number;

  /** Finished items when the latest attempt began. */
  @Column('integer', { default: 0 })
  items_at_attempt: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  started_at: Date | null;

  /** When the items were listed. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  planned_at: Date | null;

  /** When the last item was filed. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  filed_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  finished_at: Date | null;
}

/** A file of an import, and what became of it. */
@Entity('import_items')
@Check('ck_import_items_state', `state IN ('pending', 'created', 'revised', 'unchanged', 'failed')`)
@Unique('uq_import_items_position', ['import_id', 'position'])
@Index('ix_import_items_state', ['import_id', 'state', 'position'])
@Index('ix_import_items_content', ['import_id', 'content_sha256'], { where: 'content_sha256 IS NOT NULL' })
@Index('ix_import_items_number', ['import_id', 'document_number'], { where: 'document_number IS NOT NULL' })
export class ImportItem {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_import_items' })
  id: string;

  @Column('text')
  @ForeignKey(() => Import, { name: 'fk_import_items_import', onDelete: 'CASCADE' })
  import_id: string;

  /** Order of processing, from 0. */
  @Column('integer')
  position: number;

  /** In the source, or in the manifest. For an attachment, the path of its message with its name. */
  @Column('text')
  path: string;

  /** Unpacked bytes; null for a file that is not in the archive. PostgreSQL's bigint comes as a string. */
  @Column('bigint', { nullable: true })
  size: string | null;

  /** The path of the message that it is attached to. */
  @Column('text', { nullable: true })
  attached_to: string | null;

  /** Among the attachments of the message, from 0. */
  @Column('integer', { nullable: true })
  attachment_index: number | null;

  /** Files that are `pending` when the import ends are canceled. */
  @Column('text', { default: 'pending' })
  state: Exclude<ItemState, 'canceled'>;

  /** Of the document: from the manifest and the rules, once filed complete. */
  @Column('jsonb')
  fields: FileFields;

  /** In lower case, for comparison. */
  @Column('text', { nullable: true })
  document_number: string | null;

  @Column('text', { nullable: true })
  content_sha256: string | null;

  /** The document of `revision_id`. It may be deleted. */
  @Column('text', { nullable: true })
  document_id: string | null;

  @Column('text', { nullable: true })
  revision_id: string | null;

  /** The publication that a publication module belongs to. It may be deleted. */
  @Column('text', { nullable: true })
  publication_id: string | null;

  /** The current revision of the document when the file was filed, which the activation of its revision supersedes. */
  @Column('text', { nullable: true })
  replaced_id: string | null;

  @Column('jsonb', { nullable: true })
  error: ImportError | null;
}

import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { DocumentType } from '../../common/document-types.js';
import { Blob } from '../../integrations/storage/blob.entity.js';
import type { Aircraft } from '../fleet/aircraft.entity.js';
import { Organization } from '../users/organization.entity.js';
import { User } from '../users/user.entity.js';
import type { Verdict } from '../applicability/dto/verdicts.js';
import type { PackageError, PackageState } from './dto/package-states.js';

/** A file of a package, as its manifest lists it. */
export interface PackageFile {
  name: string;
  /** Bytes, unpacked. */
  size: number;
  sha256: string;
  /** True for one that only the base of the package has. */
  in_base?: boolean;
}

export interface AircraftApplicability {
  aircraft_id: string;
  verdict: Verdict;
}

/** Chosen documents for chosen aircraft as one file. */
@Entity('offline_packages')
@Check('ck_offline_packages_state', `state IN ('building', 'ready', 'failed', 'expired')`)
@Check('ck_offline_packages_ready', `(state = 'ready') = (content_sha256 IS NOT NULL)`)
@Index('ix_offline_packages_organization', ['organization_id', 'id'])
@Index('ix_offline_packages_creator', ['created_by', 'id'])
@Index('ix_offline_packages_content', ['content_sha256'])
@Index('ix_offline_packages_expiry', ['expires_at'])
@Index('uq_offline_packages_building', ['created_by'], { unique: true, where: `state = 'building'` })
export class OfflinePackage {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_offline_packages' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_offline_packages_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_offline_packages_creator', onDelete: 'SET NULL' })
  created_by: string | null;

  @Column('text', { nullable: true })
  title: string | null;

  @Column('text')
  state: PackageState;

  @Column('text', { nullable: true })
  error: PackageError | null;

  /** How often its making was begun. */
  @Column('integer', { default: 0 })
  attempts: number;

  /** False in a sandbox. */
  @Column('boolean')
  livemode: boolean;

  /** The package to which this one is applied. It can have been deleted since. */
  @Column('text', { nullable: true })
  base_package_id: string | null;

  /** Files of the base, which the package lacks where they are the same. */
  @Column('jsonb', { nullable: true })
  base_files: PackageFile[] | null;

  /** Chosen aircraft, as the register had them. */
  @Column('jsonb')
  aircraft: Aircraft[];

  /** Of the temporary revisions of all documents, as they were chosen. */
  @Column('text')
  temporary_revisions_digest: string;

  /** Of their open discrepancy reports. Null for old packages. */
  @Column('text', { nullable: true })
  discrepancies_digest: string | null;

  @Column('integer')
  document_count: number;

  @Column('integer')
  page_count: number;

  /** Bytes of the source files, each once; bigint comes as a string. */
  @Column('bigint')
  sources_size: string;

  /** All files of the package, also those that only its base has. */
  @Column('jsonb', { nullable: true })
  files: PackageFile[] | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => Blob, { name: 'fk_offline_packages_blob' })
  content_sha256: string | null;

  @Column('bigint', { nullable: true })
  content_size: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  made_at: Date | null;

  /** Of the last download in the audit trail. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  downloaded_at: Date | null;

  /** The session or API key of that download. */
  @Column('text', { nullable: true })
  downloaded_with: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  expires_at: Date;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}

/** A document that was chosen, with its revision. Both are named without foreign keys: a package can outlive them. */
@Entity('offline_package_documents')
@Index('ix_offline_package_documents_document', ['document_id'])
export class OfflinePackageDocument {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_offline_package_documents' })
  @ForeignKey(() => OfflinePackage, { name: 'fk_offline_package_documents_package', onDelete: 'CASCADE' })
  offline_package_id: string;

  /** 0-based. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_offline_package_documents' })
  position: number;

  @Column('text')
  document_id: string;

  @Column('text')
  revision_id: string;

  @Column('text')
  title: string;

  @Column('text', { nullable: true })
  document_number: string | null;

  @Column('text')
  document_type: DocumentType;

  @Column('text')
  aircraft_type: string;

  @Column('text')
  version: string;

  @Column('date', { nullable: true })
  revision_date: string | null;

  @Column('text', { nullable: true })
  effectivity: string | null;

  @Column('text')
  file_sha256: string;

  @Column('bigint')
  file_size: string;

  @Column('text')
  media_type: string;

  @Column('integer')
  page_count: number;

  /** False for one that applies to none of the aircraft. */
  @Column('boolean')
  included: boolean;

  /** Of the revision as a whole. */
  @Column('jsonb')
  applicability: AircraftApplicability[];
  /** Whether the whole organization could see the document when it was deleted. Null before its deletion. */
  @Column('boolean', { nullable: true })
  was_open: boolean | null;
}

import { ApiProperty } from '@nestjs/swagger';
import { VERDICTS, type Verdict } from '../../applicability/dto/verdicts.js';
import { DOCUMENT_TYPES, type DocumentType } from '../../../common/document-types.js';
import { REVISION_STATUSES, type RevisionStatus } from '../../documents/dto/document-types.js';
import type { FoundPackage, ListedPackage, PackageDocumentRow } from '../offline-package.service.js';
import { PACKAGE_ERRORS, PACKAGE_STATUSES, type PackageError, type PackageStatus } from './package-states.js';

/** An aircraft, as the register had it when the package was requested. */
export class PackageAircraftResponse {
  id: string;
  registration: string;
  aircraft_type: string;
  @ApiProperty({ type: String, nullable: true })
  serial_number: string | null;
}

/** Whether a revision as a whole applies to an aircraft. */
export class PackageApplicabilityResponse {
  aircraft_id: string;
  @ApiProperty({ enum: VERDICTS, enumName: 'Verdict' })
  verdict: Verdict;
}

/** A chosen document. */
export class PackageDocumentResponse {
  document_id: string;
  title: string;
  @ApiProperty({ type: String, nullable: true })
  document_number: string | null;
  @ApiProperty({ enum: DOCUMENT_TYPES, enumName: 'DocumentType' })
  document_type: DocumentType;
  /** The packed revision. */
  revision_id: string;
  version: string;
  @ApiProperty({ description: 'SHA-256 of the file of the revision' })
  content_sha256: string;
  @ApiProperty({ type: 'integer' })
  page_count: number;
  /** False if it applies to none of the aircraft and was left out. */
  included: boolean;
  @ApiProperty({ type: [PackageApplicabilityResponse] })
  applicability: PackageApplicabilityResponse[];
  /** Present status of the packed revision; null if the document was deleted. */
  @ApiProperty({ enum: REVISION_STATUSES, enumName: 'RevisionStatus', nullable: true })
  revision_status: RevisionStatus | null;
  /** When the revision was superseded or withdrawn; null while it is current, or if the document was deleted. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  superseded_since: string | null;

  static from(row: PackageDocumentRow): PackageDocumentResponse {
    const { document_id, title, document_number, document_type, revision_id, version, page_count } = row;
    const { included, applicability, revision_status, superseded_since } = row;
    return {
      ...{ document_id, title, document_number, document_type, revision_id, version },
      ...{ content_sha256: row.file_sha256, page_count, included, applicability, revision_status },
      superseded_since: superseded_since === null ? null : new Date(superseded_since).toISOString(),
    };
  }
}

/** A package in a list. */
export class OfflinePackageSummaryResponse {
  id: string;
  @ApiProperty({ type: String, nullable: true })
  title: string | null;
  /**
   * `expired` also for one with a deleted document. The file is removed then. `superseded`: a revision was superseded or withdrawn, or a temporary
   * revision of a document changed; do not work by it. `failed` is final.
   */
  @ApiProperty({ enum: PACKAGE_STATUSES, enumName: 'OfflinePackageStatus' })
  status: PackageStatus;
  @ApiProperty({ enum: PACKAGE_ERRORS, enumName: 'OfflinePackageError', nullable: true })
  error: PackageError | null;
  /** The package to which this one must be applied; null for a complete one. */
  @ApiProperty({ type: String, nullable: true })
  base_package_id: string | null;
  @ApiProperty({ type: [PackageAircraftResponse] })
  aircraft: PackageAircraftResponse[];
  @ApiProperty({ type: 'integer', description: 'Documents in the package' })
  document_count: number;
  @ApiProperty({ type: 'integer' })
  page_count: number;
  /** Bytes of the files of the revisions. */
  @ApiProperty({ type: 'integer', format: 'int64' })
  sources_bytes: number;
  /** Bytes of the package; null without a file. */
  @ApiProperty({ type: 'integer', format: 'int64', nullable: true })
  size_bytes: number | null;
  /** SHA-256 of the package; null without a file. */
  @ApiProperty({ type: String, nullable: true })
  sha256: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  made_at: string | null;
  @ApiProperty({ format: 'date-time' })
  expires_at: string;

  static from(made: ListedPackage): OfflinePackageSummaryResponse {
    const { id, title, error, base_package_id, document_count, page_count } = made;
    return {
      ...{ id, title, error, base_package_id, document_count, page_count },
      status: statusOf(made),
      aircraft: made.aircraft.map(({ id: aircraftId, registration, aircraft_type, serial_number }) => ({
        ...{ id: aircraftId, registration, aircraft_type, serial_number },
      })),
      sources_bytes: Number(made.sources_size),
      size_bytes: made.content_sha256 === null ? null : Number(made.content_size),
      sha256: made.content_sha256,
      created_at: made.created_at.toISOString(),
      made_at: made.made_at?.toISOString() ?? null,
      expires_at: made.expires_at.toISOString(),
    };
  }
}

function statusOf({ state, is_over, outdated }: ListedPackage): PackageStatus {
  if (state !== 'ready' || outdated === null) return state === 'ready' && is_over ? 'expired' : state;
  return is_over || outdated === 'document_deleted' ? 'expired' : 'superseded';
}

export class OfflinePackageResponse extends OfflinePackageSummaryResponse {
  /** In the order of the request. */
  @ApiProperty({ type: [PackageDocumentResponse] })
  documents: PackageDocumentResponse[];

  static override from(made: FoundPackage): OfflinePackageResponse {
    const documents = made.documents.map((row) => PackageDocumentResponse.from(row));
    return { ...OfflinePackageSummaryResponse.from(made), documents };
  }
}

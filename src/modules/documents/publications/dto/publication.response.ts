import { ApiProperty } from '@nestjs/swagger';
import type { DocumentAccess } from '../../document.entity.js';
import { DOCUMENT_ACCESS, REVISION_STATUSES, type RevisionStatus } from '../../dto/document-types.js';
import type { IssueRow, PublicationRow } from '../publication.repository.js';
import type { PublicationWithMembers, ResolvedMember } from '../publication.service.js';
import { ISSUE_MATCHES, MEMBER_KINDS, type IssueMatch, type MemberKind } from './member-kinds.js';

/** An issue of a publication. */
export class PublicationIssueResponse {
  id: string;
  /** Issue number: `003`. */
  issue: string;
  /** In-work number; `00` for a released issue. */
  in_work: string;
  @ApiProperty({ type: String, format: 'date', nullable: true })
  issue_date: string | null;
  title: string;
  /** Whether the publication has this issue now. Others are its history. */
  is_current: boolean;
  @ApiProperty({ type: 'integer', description: 'References of the issue' })
  member_count: number;
  content_sha256: string;
  @ApiProperty({ type: String, nullable: true })
  created_by: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;

  static from(row: IssueRow): PublicationIssueResponse {
    const { id, issue, in_work, issue_date, title, is_current, member_count, content_sha256, created_by } = row;
    return {
      ...{ id, issue, in_work, issue_date, title, is_current, member_count, content_sha256, created_by },
      created_at: row.created_at.toISOString(),
    };
  }
}

/** A publication module with its current issue. */
export class PublicationResponse {
  id: string;
  /** Publication module code, of translations with the language: `SKARV46-K1234-00001-00_DE-DE`. */
  number: string;
  title: string;
  @ApiProperty({ type: String, nullable: true })
  language: string | null;
  @ApiProperty({ enum: DOCUMENT_ACCESS, enumName: 'DocumentAccess' })
  access: DocumentAccess;
  @ApiProperty({ type: String, nullable: true })
  team_id: string | null;
  issue: PublicationIssueResponse;
  @ApiProperty({ type: String, nullable: true })
  created_by: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  static from(row: PublicationRow): PublicationResponse {
    const { id, number, language, access, team_id, created_by, issue } = row;
    return {
      ...{ id, number, title: issue.title, language, access, team_id },
      issue: PublicationIssueResponse.from(issue),
      created_by,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
  }
}

/** The document that a reference means. */
export class MemberDocumentResponse {
  id: string;
  title: string;
  /** Of its current revision. */
  version: string;
  @ApiProperty({ enum: REVISION_STATUSES, enumName: 'RevisionStatus' })
  status: RevisionStatus;
  /**
   * Whether the current revision is the issue that the reference states, a `later` or an `earlier` one. Null if the reference states no
   * issue, or the version is no issue of S1000D.
   */
  @ApiProperty({ enum: ISSUE_MATCHES, enumName: 'IssueMatch', nullable: true })
  issue_match: IssueMatch | null;
}

/** A reference of a publication. */
export class PublicationMemberResponse {
  @ApiProperty({ enum: MEMBER_KINDS, enumName: 'PublicationMemberKind' })
  kind: MemberKind;
  /** Titles of the parts that contain it, outermost first. */
  path: string[];
  /** Data module code, publication module code, or code of the external publication. */
  @ApiProperty({ type: String, nullable: true })
  code: string | null;
  /** As the reference states it. */
  @ApiProperty({ type: String, nullable: true })
  title: string | null;
  /** As the reference states it: `003`, or `003-01` in work. */
  @ApiProperty({ type: String, nullable: true })
  issue: string | null;
  /** As the reference states it. */
  @ApiProperty({ type: String, nullable: true })
  language: string | null;
  /** The document with this number; null if it does not exist or the caller cannot see it. */
  @ApiProperty({ type: MemberDocumentResponse, nullable: true })
  document: MemberDocumentResponse | null;
  /** The publication with this number; null if it does not exist or the caller cannot see it. */
  @ApiProperty({ type: String, nullable: true })
  publication_id: string | null;

  static from({ kind, path, code, title, issue, language, document, publication_id }: ResolvedMember) {
    return { kind, path, code, title, issue, language, document, publication_id } satisfies PublicationMemberResponse;
  }
}

/** A publication module with an issue and its references in order. */
export class PublicationDetailResponse extends PublicationResponse {
  members: PublicationMemberResponse[];

  static override from(found: PublicationWithMembers): PublicationDetailResponse {
    const members = found.members.map((member) => PublicationMemberResponse.from(member));
    return { ...PublicationResponse.from(found), members };
  }
}

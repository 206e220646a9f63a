import { Injectable } from '@nestjs/common';
import type { Publication as PublicationModule, PublicationMember } from '@amks/reader/s1000d/publication-members.js';
import { AppError } from '../../../common/errors/app-error.js';
import { newId } from '../../../common/ids/type-id.js';
import type { Principal } from '../../../common/principal/principal.js';
import { AuditTrail } from '../../audit/audit.service.js';
import type { DocumentAccess } from '../document.entity.js';
import { managedOf } from '../document.policy.js';
import { DocumentRepository } from '../document.repository.js';
import { DocumentService } from '../document.service.js';
import { numberOf } from '../uploads/module-fields.js';
import type { StoredUpload } from '../uploads/stored-upload.js';
import type { Publication, StoredMember } from './publication.entity.js';
import { PublicationRepository, type IssueRow, type PublicationRow } from './publication.repository.js';

export interface NewIssue {
  module: PublicationModule;
  title: string;
  file: StoredUpload;
  access: DocumentAccess;
  team_id?: string;
}

export interface FiledIssue {
  state: 'created' | 'revised' | 'unchanged';
  publication_id: string;
}

/** Files publication modules: the first issue creates a publication, later ones join its history. */
@Injectable()
export class PublicationIntake {
  constructor(
    private readonly publications: PublicationRepository,
    private readonly documents: DocumentRepository,
    private readonly service: DocumentService,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * In the open transaction. The issue becomes the current one if it is later, and released unless the current one is in work too.
   * @throws AppError CONFLICT (version_exists, document_number_ambiguous), FORBIDDEN (other_team), INVALID_REQUEST for an unknown or
   * missing team
   */
  async file(principal: Principal, request: NewIssue): Promise<FiledIssue> {
    const { head } = request.module;
    const number = numberOf(head);
    await this.documents.lockNumber(principal, number);
    const known = await this.findNumbered(principal, number);
    const same = known && (await this.publications.findIssue(known.id, head.issue, head.in_work));
    if (same && same.content_sha256 !== request.file.sha256) throw issueExists();
    if (same) return { state: 'unchanged', publication_id: same.publication_id };
    const publication = known ?? (await this.create(principal, number, request));
    const isCurrent = !known || replaces(head, known.issue);
    await this.publications.insertIssue({
      id: newId('publication_issue'),
      publication_id: publication.id,
      issue: head.issue,
      in_work: head.in_work,
      issue_date: head.issue_date,
      title: request.title,
      is_current: isCurrent,
      members: request.module.members.map((member) => stored(member, head.language)),
      member_count: request.module.members.length,
      content_sha256: request.file.sha256,
      file_name: request.file.file_name,
      created_by: principal.userId,
      created_at: new Date(),
    });
    const { issue, in_work } = head;
    await this.audit.record({
      action: known ? 'publication.issue_added' : 'publication.created',
      target: { type: 'publication', id: publication.id },
      details: { issue, in_work, is_current: isCurrent },
    });
    return { state: known ? 'revised' : 'created', publication_id: publication.id };
  }

  private async create(principal: Principal, number: string, request: NewIssue): Promise<Publication> {
    const now = new Date();
    const publication: Publication = {
      id: newId('publication'),
      organization_id: principal.organizationId,
      number,
      language: request.module.head.language,
      access: request.access,
      team_id: await this.service.teamFor(principal, request),
      created_by: principal.userId,
      created_at: now,
      updated_at: now,
    };
    await this.publications.insert(publication);
    return publication;
  }

  /** Null for a new one. @throws AppError CONFLICT (document_number_ambiguous), FORBIDDEN (other_team) */
  async findNumbered(principal: Principal, number: string): Promise<PublicationRow | null> {
    const visible = await this.publications.findByNumber(principal, number);
    return managedOf(principal, visible, 'publication');
  }
}

export function issueExists(): AppError {
  return AppError.conflict('version_exists', 'The publication already has this issue with another file');
}

type Issue = Pick<IssueRow, 'issue' | 'in_work'>;

/** A released issue precedes all in work. */
function replaces(added: Issue, current: Issue): boolean {
  const [isReleased, wasReleased] = [added, current].map(({ in_work }) => in_work === '00');
  if (isReleased !== wasReleased) return isReleased!;
  return (Number(added.issue) - Number(current.issue) || Number(added.in_work) - Number(current.in_work)) > 0;
}

/** @param language of the publication, which its references have unless they state another */
function stored(member: PublicationMember, language: string | null): StoredMember {
  const { kind, code } = member;
  const isNumbered = kind !== 'external' && code !== null;
  return { ...member, number: isNumbered ? numberOf({ dmc: code, language: member.language ?? language }) : null };
}

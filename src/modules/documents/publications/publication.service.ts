import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import type { PageQuery } from '../../../common/pagination/page-query.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Principal } from '../../../common/principal/principal.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { canManage } from '../document.policy.js';
import { DocumentRepository } from '../document.repository.js';
import type { RevisionStatus } from '../dto/document-types.js';
import { isLaterIssue } from '../imports/planning/issue.js';
import type { ListPublicationsQuery } from './dto/publication.request.js';
import type { IssueMatch } from './dto/member-kinds.js';
import type { StoredMember } from './publication.entity.js';
import { PublicationRepository, type IssueRow, type PublicationRow } from './publication.repository.js';

/** A reference with what the caller can see of its target. */
export interface ResolvedMember extends StoredMember {
  document: {
    id: string;
    title: string;
    version: string;
    status: RevisionStatus;
    issue_match: IssueMatch | null;
  } | null;
  publication_id: string | null;
}

export type PublicationWithMembers = PublicationRow & { members: ResolvedMember[] };

/** Publications for those who can see documents. */
@Injectable()
export class PublicationService {
  constructor(
    private readonly publications: PublicationRepository,
    private readonly documents: DocumentRepository,
    private readonly paginator: KeysetPaginator,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  list(principal: Principal, query: ListPublicationsQuery): Promise<Page<PublicationRow>> {
    return this.db.onReplica(() =>
      this.paginator.page('publications', query, (afterId, rowCount) =>
        this.publications.list(principal, query, afterId, rowCount),
      ),
    );
  }

  /** @param issueId of an issue of the publication; null for the current one @throws AppError NOT_FOUND */
  get(principal: Principal, id: string, issueId: string | null = null): Promise<PublicationWithMembers> {
    return this.db.onReplica(async () => {
      const publication = await this.find(principal, id, issueId);
      const members = await this.publications.members(publication.issue.id);
      return { ...publication, members: await this.resolve(principal, members) };
    });
  }

  /** @throws AppError NOT_FOUND */
  async listIssues(principal: Principal, id: string, query: PageQuery): Promise<Page<IssueRow>> {
    await this.find(principal, id);
    return this.paginator.page(`issues of ${id}`, query, (afterId, rowCount) =>
      this.publications.listIssues(id, afterId, rowCount),
    );
  }

  /** Its documents stay. @throws AppError NOT_FOUND, FORBIDDEN (other_team) */
  async remove(principal: Principal, id: string): Promise<void> {
    await this.db.transaction(async () => {
      // An import of the next issue waits until the end of the transaction.
      await this.documents.lockNumber(principal, (await this.find(principal, id)).number);
      const publication = await this.find(principal, id);
      if (!canManage(principal, publication)) {
        const message = 'You can delete only publications of your team';
        throw new AppError('FORBIDDEN', message, { reason: 'other_team' });
      }
      await this.publications.delete(id);
      await this.audit.record({ action: 'publication.deleted', target: { type: 'publication', id } });
    });
  }

  private async find(principal: Principal, id: string, issueId: string | null = null): Promise<PublicationRow> {
    const publication = await this.publications.find(principal, id, issueId);
    if (!publication) throw AppError.notFound('publication');
    return publication;
  }

  private async resolve(principal: Principal, members: readonly StoredMember[]): Promise<ResolvedMember[]> {
    const [documents, publications] = await this.db.together(() =>
      Promise.all([
        this.documents.findByNumbers(principal, numbersOf(members, 'data_module')),
        this.publications.findByNumbers(principal, numbersOf(members, 'publication')),
      ]),
    );
    const documentOf = new Map(documents.map(({ number, ...document }) => [number, document]));
    const publicationOf = new Map(publications.map(({ number, id }) => [number, id]));
    return members.map((member) => {
      const { kind, issue } = member;
      const number = member.number ?? '';
      const document = kind === 'data_module' ? documentOf.get(number) : undefined;
      return {
        ...member,
        document: document ? { ...document, issue_match: matchOf(document.version, issue) } : null,
        publication_id: (kind === 'publication' && publicationOf.get(number)) || null,
      };
    });
  }
}

/** Null for versions that have no order. */
function matchOf(version: string, stated: string | null): IssueMatch | null {
  if (stated === null) return null;
  if (version === stated) return 'same';
  if (isLaterIssue(version, stated)) return 'later';
  return isLaterIssue(stated, version) ? 'earlier' : null;
}

function numbersOf(members: readonly StoredMember[], kind: StoredMember['kind']): string[] {
  const numbers = members.flatMap((member) => (member.kind === kind && member.number ? [member.number] : []));
  return [...new Set(numbers)];
}

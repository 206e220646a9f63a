import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { AppError, type FieldIssue } from '../../common/errors/app-error.js';
import type { Principal } from '../../common/principal/principal.js';
import type { RecipientRequest } from '../collaboration/shares/dto/share.request.js';
import { DocumentService, type DocumentRow } from '../documents/document.service.js';
import { DocumentReachService } from '../documents/shares/document-reach.service.js';
import { AssignmentRepository } from './assignment.repository.js';

/** Maximum people of an assignment. */
const MAX_PEOPLE = 10_000;

/** People and teams of a new assignment. `skipped` members of the teams cannot see the document. */
export interface Recipients {
  userIds: string[];
  teamIds: string[];
  skipped: number;
}

/** Decides whom a manager can assign: of a document that they manage everyone who can see it, otherwise only members of their team. */
@Injectable()
export class AssignmentRecipients {
  constructor(
    private readonly assignments: AssignmentRepository,
    private readonly documents: DocumentService,
    private readonly reach: DocumentReachService,
    private readonly db: Database,
  ) {}

  /** Does not tell people who do not exist from those who cannot see the document. @throws AppError INVALID_REQUEST, UNPROCESSABLE */
  async resolve(caller: Principal, document: DocumentRow, given: readonly RecipientRequest[]): Promise<Recipients> {
    const named = idsOf(given, 'user');
    const teamIds = idsOf(given, 'team');
    const [candidates, knownTeams] = await this.db.together(() =>
      Promise.all([
        this.assignments.findCandidates(caller.organizationId, named, teamIds, MAX_PEOPLE + 1),
        this.assignments.findTeamIds(caller.organizationId, teamIds),
      ]),
    );
    const candidateIds = candidates.map(({ id }) => id);
    const readers = new Set(await this.documents.findReaders(document, candidateIds));
    const isEveryone = caller.role === 'admin' || this.reach.mayManage(caller, document);
    const inReach = (teamId: string | null): boolean => isEveryone || (teamId !== null && teamId === caller.teamId);
    const users = candidates.filter(({ id, team_id }) => readers.has(id) && inReach(team_id)).map(({ id }) => id);
    const teams = knownTeams.filter(inReach);
    requireValid(given, new Set([...users, ...teams]));
    if (candidates.length > MAX_PEOPLE) {
      const message = `An assignment can have ${MAX_PEOPLE} people; assign teams separately`;
      throw new AppError('UNPROCESSABLE', message, { reason: 'too_many_people', max: MAX_PEOPLE });
    }
    if (users.length === 0) {
      const message = 'No member of the teams can see the document';
      throw new AppError('UNPROCESSABLE', message, { reason: 'no_people' });
    }
    return { userIds: users, teamIds, skipped: candidates.length - users.length };
  }
}

function idsOf(given: readonly RecipientRequest[], wanted: RecipientRequest['type']): string[] {
  return given.filter(({ type }) => type === wanted).map(({ id }) => id);
}

function requireValid(given: readonly RecipientRequest[], valid: ReadonlySet<string>): void {
  const seen = new Set<string>();
  const errors = given.flatMap(({ type, id }, index): FieldIssue[] => {
    const field = `recipients.${index}.id`;
    if (seen.has(id)) return [{ field, issue: 'is named twice' }];
    seen.add(id);
    if (valid.has(id)) return [];
    return [
      { field, issue: type === 'team' ? 'is not a team that you can assign' : 'is not a user whom you can assign' },
    ];
  });
  if (errors.length > 0) throw AppError.invalid(errors);
}

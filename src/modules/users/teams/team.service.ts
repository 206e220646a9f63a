import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { AppError } from '../../../common/errors/app-error.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { requireMatch } from '../../../common/http/if-match.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import type { PageQuery } from '../../../common/pagination/page-query.js';
import type { Page } from '../../../common/pagination/page.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { forbidden } from '../managed-users.js';
import { OrganizationChanges } from '../organization-changes.service.js';
import type { Team } from './team.entity.js';
import { TeamDeleted } from './team.events.js';
import { TeamRepository } from './team.repository.js';
import type { User } from '../user.entity.js';
import { UserUpdated } from '../user.events.js';
import { canManageTeams, canManageUser, canSeeTeam } from '../user.policy.js';
import { UserRepository } from '../user.repository.js';
import { UserService } from '../user.service.js';

@Injectable()
export class TeamService {
  constructor(
    private readonly teams: TeamRepository,
    private readonly users: UserRepository,
    private readonly accounts: UserService,
    private readonly paginator: KeysetPaginator,
    private readonly events: DomainEvents,
    private readonly audit: AuditTrail,
    private readonly changes: OrganizationChanges,
  ) {}

  list(principal: Principal, query: PageQuery): Promise<Page<Team>> {
    return this.paginator.page('teams', query, (afterId, rowCount) => this.teams.list(principal, afterId, rowCount));
  }

  /** @throws AppError NOT_FOUND */
  async get(principal: Principal, id: string): Promise<Team> {
    const team = await this.teams.find(principal.organizationId, id);
    if (!team || !canSeeTeam(principal, team)) throw AppError.notFound('team');
    return team;
  }

  /** @throws AppError FORBIDDEN (admin_only), CONFLICT for an existing name, ignoring case */
  create(principal: Principal, name: string): Promise<Team> {
    return this.changes.run(principal, 'user.manage', async (caller) => {
      requireAdmin(caller);
      const team = await this.accounts.createTeam(caller.organizationId, name);
      await this.record('team.created', team);
      return team;
    });
  }

  /** @throws AppError FORBIDDEN (admin_only), NOT_FOUND, PRECONDITION_FAILED, CONFLICT as {@link create} */
  rename(principal: Principal, id: string, name: string | undefined, ifMatch: string | null): Promise<Team> {
    return this.change(principal, id, async (team) => {
      requireMatch(ifMatch, team.row_version);
      if (name === undefined || name === team.name) return team;
      const saved = await this.teams.save({ ...team, name });
      await this.record('team.updated', team, { changed: ['name'] });
      return saved;
    });
  }

  /** @throws AppError FORBIDDEN (admin_only, protected_account), NOT_FOUND, CONFLICT (team_in_use) if documents or publications belong to it */
  async remove(principal: Principal, id: string): Promise<void> {
    await this.change(principal, id, async (team, caller) => {
      const members = await this.users.leaveTeam(id);
      if (!members.every((member) => canManageUser(caller, member))) {
        throw forbidden('protected_account', 'A member of this team has more permissions than your API key can manage');
      }
      await this.events.emit(new TeamDeleted(team));
      if (!(await this.teams.delete(id))) {
        const message =
          'Documents or publications belong to this team. Assign the documents to another team and delete the publications first';
        throw AppError.conflict('team_in_use', message);
      }
      await this.record('team.deleted', team, { members: members.length });
      for (const member of members) await this.noteLeft(member, id);
      return team;
    });
  }

  private change(
    principal: Principal,
    id: string,
    act: (team: Team, caller: Principal) => Promise<Team>,
  ): Promise<Team> {
    return this.changes.run(principal, 'user.manage', async (caller) => {
      requireAdmin(caller);
      const team = await this.teams.lock(caller.organizationId, id);
      if (!team) throw AppError.notFound('team');
      return act(team, caller);
    });
  }

  private async noteLeft(member: User, teamId: string): Promise<void> {
    await this.audit.record({
      action: 'user.updated',
      target: { type: 'user', id: member.id },
      reason: 'team_deleted',
      details: { changed: ['team_id'], team_id: { from: teamId, to: null } },
    });
    await this.events.emit(new UserUpdated(member, ['team_id']));
  }

  private record(action: string, team: Team, details: Record<string, unknown> = {}): Promise<void> {
    return this.audit.record({ action, target: { type: 'team', id: team.id }, details });
  }
}

function requireAdmin(caller: Principal): void {
  if (!canManageTeams(caller)) {
    throw forbidden('admin_only', 'Only administrators can manage teams');
  }
}

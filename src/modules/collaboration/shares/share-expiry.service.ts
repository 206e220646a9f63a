import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { TeamDeleted } from '../../users/teams/team.events.js';
import { UserRemoved, UserUpdated } from '../../users/user.events.js';
import { ShareEnded } from './share.events.js';
import { ShareAudit } from './share-audit.service.js';
import { ShareRepository } from './share.repository.js';

/** Ends shares and those based on them, at once, when a user is removed or leaves a team. Shares in a user's own right stay. */
@Injectable()
export class ShareExpiry {
  constructor(
    private readonly shares: ShareRepository,
    private readonly records: ShareAudit,
    private readonly events: DomainEvents,
  ) {
    events.on(UserUpdated, async ({ user, changed }) => {
      if (changed.includes('team_id')) await this.end(await shares.findForfeited(user.id, user.team_id), 'team_left');
    });
    events.on(UserRemoved, async ({ user }) => {
      const forfeited = await shares.findForfeited(user.id, null);
      await this.end([...forfeited, ...(await shares.findWithUser(user.id))], 'user_removed');
    });
    events.on(TeamDeleted, async ({ team }) => this.end(await shares.findWithTeam(team.id), 'team_deleted'));
  }

  /** @param reason for the audit log; none if a user requested it */
  async end(ids: readonly string[], reason?: string): Promise<void> {
    if (ids.length === 0) return;
    for (const share of await this.shares.deleteWithDependants(ids)) {
      await this.records.record('share.deleted', share, ids.includes(share.id) ? reason : 'source_ended');
      await this.events.emit(new ShareEnded(share));
    }
  }
}

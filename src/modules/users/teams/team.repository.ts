import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { SqlConditions } from '../../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import { Team } from './team.entity.js';
import { reachOf, type Actor } from '../user.policy.js';

const FOREIGN_KEY_VIOLATION = '23503';

@Injectable()
export class TeamRepository {
  constructor(private readonly db: Database) {}

  async list(actor: Actor, afterId: string | null, rowCount: number): Promise<KeysetRows<Team>> {
    const conditions = visibleTo(actor);
    const page = new SqlConditions(conditions);
    if (afterId !== null) page.add((p) => `t.id < ${p(afterId)}`);
    const limit = page.parameter(rowCount);
    return this.db.list<Team>(
      {
        sql: `SELECT t.* FROM teams t WHERE ${page.sql} ORDER BY t.id DESC LIMIT ${limit}`,
        parameters: page.parameters,
      },
      { sql: `FROM teams t WHERE ${conditions.sql}`, parameters: conditions.parameters },
    );
  }

  find(organizationId: string, id: string): Promise<Team | null> {
    return this.db.repository(Team).findOneBy({ id, organization_id: organizationId });
  }

  lock(organizationId: string, id: string): Promise<Team | null> {
    const lock = { mode: 'for_no_key_update' } as const;
    return this.db.repository(Team).findOne({ where: { id, organization_id: organizationId }, lock });
  }

  save(team: Team): Promise<Team> {
    return this.db.repository(Team).save(team);
  }

  /** Inside a transaction, keeps the team from being deleted until its end. */
  async exists(organizationId: string, id: string): Promise<boolean> {
    const rows = await this.db.query(`SELECT 1 FROM teams WHERE id = $1 AND organization_id = $2 FOR KEY SHARE`, [
      id,
      organizationId,
    ]);
    return rows.length > 0;
  }

  /** False if other rows still need the team: then roll back. */
  async delete(id: string): Promise<boolean> {
    try {
      await this.db.query(`DELETE FROM teams WHERE id = $1`, [id]);
      return true;
    } catch (error) {
      if ((error as { code?: string }).code === FOREIGN_KEY_VIOLATION) return false;
      throw error;
    }
  }
}

/** SQL equivalent of `canSeeTeam`. */
function visibleTo(actor: Actor): SqlConditions {
  const conditions = new SqlConditions().add((p) => `t.organization_id = ${p(actor.organizationId)}`);
  const reach = reachOf(actor);
  if (reach === 'organization') return conditions;
  return conditions.add((p) => (reach === 'nobody' ? 'false' : `t.id = ${p(reach.teamId)}`));
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists of users by page and filter, removed ones left out of them; versions of teams. */
export class AdministerUsers1763700100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE teams ADD COLUMN row_version integer NOT NULL DEFAULT 1`);
    await queryRunner.query(`DROP INDEX ix_users_organization`);
    // Lists are in the order of ids by collation "C", which the primary key is not in: the planner would else walk that
    // one, through the users of all other organizations, whenever it takes the own ones for many.
    for (const [name, columns, condition] of [
      ['ix_users_organization', 'organization_id, id COLLATE "C"', 'removed_at IS NULL'],
      ['ix_users_role', 'organization_id, role, id COLLATE "C"', 'removed_at IS NULL'],
      ['ix_users_team', 'team_id, id COLLATE "C"', 'team_id IS NOT NULL'],
    ]) {
      await queryRunner.query(`CREATE INDEX ${name} ON users (${columns}) WHERE ${condition}`);
    }
    // The same collation again: the one in which an index serves ^@ (starts with).
    for (const column of ['name', 'email']) {
      await queryRunner.query(
        `CREATE INDEX ix_users_${column}_prefix ON users (organization_id, lower(${column}) COLLATE "C") WHERE removed_at IS NULL`,
      );
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const index of ['role', 'team', 'name_prefix', 'email_prefix', 'organization']) {
      await queryRunner.query(`DROP INDEX ix_users_${index}`);
    }
    await queryRunner.query(`CREATE INDEX ix_users_organization ON users (organization_id, id)`);
    await queryRunner.query(`ALTER TABLE teams DROP COLUMN row_version`);
  }
}

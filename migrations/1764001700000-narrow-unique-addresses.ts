import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An address belongs to one account that signs in by it, and to one user of an organization; anybody may invite it. */
export class NarrowUniqueAddresses1764001700000 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`SET lock_timeout = 0`);
    await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS uq_users_login_email`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX CONCURRENTLY uq_users_login_email ON users (lower(email))
        WHERE status <> 'invited' AND role <> 'api_user' AND removed_at IS NULL`);
    await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS uq_users_organization_email`);
    await queryRunner.query(
      `CREATE UNIQUE INDEX CONCURRENTLY uq_users_organization_email ON users (organization_id, lower(email))`,
    );
    await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS uq_users_email`);
    await queryRunner.query(`RESET lock_timeout`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE UNIQUE INDEX uq_users_email ON users (lower(email))`);
    await queryRunner.query(`DROP INDEX uq_users_organization_email`);
    await queryRunner.query(`DROP INDEX uq_users_login_email`);
  }
}

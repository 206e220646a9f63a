import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An account or team has one mirror, which requests to the sandbox look up. */
export class IndexMirrors1764370000100 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`SET lock_timeout = 0`);
    for (const table of ['users', 'teams']) {
      await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS uq_${table}_mirror`);
      await queryRunner.query(
        `CREATE UNIQUE INDEX CONCURRENTLY uq_${table}_mirror ON ${table} (mirror_of) WHERE mirror_of IS NOT NULL`,
      );
      await queryRunner.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT fk_${table}_mirror`);
    }
    await queryRunner.query(`RESET lock_timeout`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['users', 'teams']) await queryRunner.query(`DROP INDEX IF EXISTS uq_${table}_mirror`);
  }
}

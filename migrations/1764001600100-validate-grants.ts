import type { MigrationInterface, QueryRunner } from 'typeorm';

/** After the migration that added the constraint, so that users can be written while they are read. */
export class ValidateGrants1764001600100 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE users VALIDATE CONSTRAINT ck_users_grants`);
  }

  async down(): Promise<void> {
    // A constraint does not become unvalidated; the migration before takes it away.
  }
}

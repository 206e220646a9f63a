import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ValidateGrants1764340000100 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE users VALIDATE CONSTRAINT ck_users_grants`);
  }

  /** A valid constraint stays valid. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Security keys that sign in by themselves: their account needs no password with them. */
export class AddPasskeys1764001700200 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE mfa_methods ADD COLUMN passwordless boolean NOT NULL DEFAULT false`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE mfa_methods DROP COLUMN passwordless`);
  }
}

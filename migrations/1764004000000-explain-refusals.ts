import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why a question was refused, and what it can mean. Null for answers of the release before. */
export class ExplainRefusals1764004000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE chat_messages ADD COLUMN refusal_reason text, ADD COLUMN clarification json`);
    await queryRunner.query(
      `ALTER TABLE organizations ADD COLUMN answer_min_confidence double precision NOT NULL DEFAULT '0.7'`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE organizations DROP COLUMN answer_min_confidence`);
    await queryRunner.query(`ALTER TABLE chat_messages DROP COLUMN refusal_reason, DROP COLUMN clarification`);
  }
}

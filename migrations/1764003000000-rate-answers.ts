import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The confidence in an answer. Null for answers of the release before. */
export class RateAnswers1764003000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE chat_messages ADD COLUMN confidence real`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE chat_messages DROP COLUMN confidence`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which revisions a question back speaks of: it is shown only to those who may still see them. */
export class KeepNamedRevisions1764000700000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE chat_messages ADD COLUMN named_revisions json NOT NULL DEFAULT '[]'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE chat_messages DROP COLUMN named_revisions`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Words with their organization. The next version of the reader reads all rows again, which fills the column. */
export class AddWordsOfParts1764560000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE revision_parts ADD COLUMN words tsvector`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE revision_parts DROP COLUMN words`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an organization's own words and abbreviations are also searched for as. */
export class AddSearchSynonyms1764000100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE organizations ADD COLUMN search_synonyms text[] NOT NULL DEFAULT '{}'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE organizations DROP COLUMN search_synonyms`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Folders and S3 prefixes that imports read. */
export class AddImportSources1764006000100 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE imports ADD COLUMN source text`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE imports DROP COLUMN source`);
  }
}

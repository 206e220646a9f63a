import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How surely the text of a page was read from its picture, 0 to 100; NULL where the text is the file's own. */
export class RecordOcr1763900200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // The rows that are there are checked by a later migration, during which the table can be used.
    await queryRunner.query(`
      ALTER TABLE pages ADD COLUMN ocr_confidence real,
        ADD CONSTRAINT ck_pages_ocr_confidence CHECK (ocr_confidence BETWEEN 0 AND 100) NOT VALID`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE pages DROP COLUMN ocr_confidence`);
  }
}

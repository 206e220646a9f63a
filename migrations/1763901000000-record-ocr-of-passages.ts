import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How surely the least sure number of a passage was read from a picture, which lines of a page hold unsure numbers, and
 * which pages are pictures of which only a little text of the file's own is searched.
 */
export class RecordOcrOfPassages1763901000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE passages ADD COLUMN ocr_confidence real,
        ADD CONSTRAINT ck_passages_ocr_confidence CHECK (ocr_confidence BETWEEN 0 AND 100) NOT VALID`);
    await queryRunner.query(`
      ALTER TABLE pages
        ADD COLUMN doubtful_lines text[] NOT NULL DEFAULT '{}',
        ADD COLUMN unread_picture boolean NOT NULL DEFAULT false`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE pages DROP COLUMN doubtful_lines, DROP COLUMN unread_picture`);
    await queryRunner.query(`ALTER TABLE passages DROP COLUMN ocr_confidence`);
  }
}

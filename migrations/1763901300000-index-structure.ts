import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What looks at every page and passage that is there, apart from the migrations that add columns: those hold a lock that
 * nobody else may read under until they end. Here pages can be read all the while, and be written while they are checked.
 */
export class IndexStructure1763901300000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE pages VALIDATE CONSTRAINT ck_pages_ocr_confidence`);
    await queryRunner.query(`ALTER TABLE passages VALIDATE CONSTRAINT ck_passages_ocr_confidence`);
    await queryRunner.query(`CREATE INDEX ix_passages_page ON passages (revision_id, page_number)`);
    await queryRunner.query(`
      CREATE INDEX ix_passages_ata ON passages (organization_id, (facts ->> 'ata') text_pattern_ops) WHERE facts ? 'ata'`);
    await queryRunner.query(`
      CREATE INDEX ix_passages_effectivity ON passages USING gin ((facts -> 'effectivity') jsonb_path_ops)
      WHERE facts ? 'effectivity'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX ix_passages_effectivity, ix_passages_ata, ix_passages_page`);
  }
}

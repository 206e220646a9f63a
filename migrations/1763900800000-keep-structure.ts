import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is known of a passage beside its words: quantities, effectivity, figures, ATA number, task, step, table header. */
export class KeepStructure1763900800000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE passages ADD COLUMN facts jsonb NOT NULL DEFAULT '{}'`);
    await queryRunner.query(`CREATE INDEX ix_passages_page ON passages (revision_id, page_number)`);
    await queryRunner.query(`
      CREATE INDEX ix_passages_ata ON passages (organization_id, (facts ->> 'ata') text_pattern_ops) WHERE facts ? 'ata'`);
    await queryRunner.query(`
      CREATE INDEX ix_passages_effectivity ON passages USING gin ((facts -> 'effectivity') jsonb_path_ops)
      WHERE facts ? 'effectivity'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX ix_passages_effectivity, ix_passages_ata, ix_passages_page`);
    await queryRunner.query(`ALTER TABLE passages DROP COLUMN facts`);
  }
}

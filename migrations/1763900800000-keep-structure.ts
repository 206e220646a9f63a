import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is known of a passage beside its words: quantities, effectivity, figures, ATA number, task, step, table header. */
export class KeepStructure1763900800000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE passages ADD COLUMN facts jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE passages DROP COLUMN facts`);
  }
}

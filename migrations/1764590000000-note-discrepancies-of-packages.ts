import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Offline packages tell whether the discrepancy reports that they show have changed. */
export class NoteDiscrepanciesOfPackages1764590000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE offline_packages ADD COLUMN discrepancies_digest text`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE offline_packages DROP COLUMN discrepancies_digest`);
  }
}

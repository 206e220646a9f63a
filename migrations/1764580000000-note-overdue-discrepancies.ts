import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Managers are notified once of each due date that passes. */
export class NoteOverdueDiscrepancies1764580000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE discrepancies ADD COLUMN overdue_noted_for date`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE discrepancies DROP COLUMN overdue_noted_for`);
  }
}

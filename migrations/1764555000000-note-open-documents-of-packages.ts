import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Offline packages tell deleted documents that everyone could see from those that only some could. */
export class NoteOpenDocumentsOfPackages1764555000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE offline_package_documents ADD COLUMN was_open boolean`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE offline_package_documents DROP COLUMN was_open`);
  }
}

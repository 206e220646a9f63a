import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexTemporaryRevisionNotifications1764585000100 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`SET lock_timeout = 0`);
    await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ix_notifications_temporary_revision`);
    await queryRunner.query(
      `CREATE INDEX CONCURRENTLY ix_notifications_temporary_revision ON notifications (temporary_revision_id)
       WHERE temporary_revision_id IS NOT NULL`,
    );
    await queryRunner.query(`RESET lock_timeout`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX IF EXISTS ix_notifications_temporary_revision`);
  }
}

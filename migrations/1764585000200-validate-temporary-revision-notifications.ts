import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ValidateTemporaryRevisionNotifications1764585000200 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE notifications VALIDATE CONSTRAINT fk_notifications_temporary_revision,
        VALIDATE CONSTRAINT ck_notifications_kind, VALIDATE CONSTRAINT ck_notifications_object`);
    await queryRunner.query(`
      ALTER TABLE notification_preferences VALIDATE CONSTRAINT ck_notification_preferences_temporary_revision`);
  }

  /** A valid constraint stays valid. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}

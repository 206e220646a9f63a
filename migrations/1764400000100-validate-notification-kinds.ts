import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ValidateNotificationKinds1764400000100 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE notifications VALIDATE CONSTRAINT ck_notifications_kind`);
    await queryRunner.query(`
      ALTER TABLE notification_preferences VALIDATE CONSTRAINT ck_notification_preferences_assignment,
        VALIDATE CONSTRAINT ck_notification_preferences_reminder, VALIDATE CONSTRAINT ck_notification_preferences_overdue`);
  }

  /** A valid constraint stays valid. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}

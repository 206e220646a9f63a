import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ValidateDiscrepancyNotifications1764410000300 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE notifications VALIDATE CONSTRAINT fk_notifications_discrepancy,
        VALIDATE CONSTRAINT ck_notifications_kind, VALIDATE CONSTRAINT ck_notifications_object`);
    await queryRunner.query(`
      ALTER TABLE notification_preferences VALIDATE CONSTRAINT ck_notification_preferences_discrepancy`);
  }

  /** A valid constraint stays valid. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}

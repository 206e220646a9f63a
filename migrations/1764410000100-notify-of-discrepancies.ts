import type { MigrationInterface, QueryRunner } from 'typeorm';

export class NotifyOfDiscrepancies1764410000100 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE notifications ADD COLUMN discrepancy_id text, ADD COLUMN discrepancy_event text`,
    );
    await queryRunner.query(`
      ALTER TABLE notifications ADD CONSTRAINT fk_notifications_discrepancy
        FOREIGN KEY (discrepancy_id) REFERENCES discrepancies (id) ON DELETE CASCADE NOT VALID`);
    await queryRunner.query(`
      ALTER TABLE notifications DROP CONSTRAINT ck_notifications_kind, DROP CONSTRAINT ck_notifications_object`);
    await queryRunner.query(`
      ALTER TABLE notifications ADD CONSTRAINT ck_notifications_kind
        CHECK (kind IN ('mention', 'reply', 'share', 'resolve', 'revision', 'assignment', 'reminder', 'overdue',
          'discrepancy')) NOT VALID`);
    await queryRunner.query(`
      ALTER TABLE notifications ADD CONSTRAINT ck_notifications_object
        CHECK (num_nonnulls(comment_id, share_id, revision_id, discrepancy_id) = 1) NOT VALID`);
    await queryRunner.query(`
      ALTER TABLE notification_preferences ADD COLUMN discrepancy text NOT NULL DEFAULT 'email'`);
    await queryRunner.query(`
      ALTER TABLE notification_preferences ADD CONSTRAINT ck_notification_preferences_discrepancy
        CHECK (discrepancy IN ('off', 'in_app', 'email')) NOT VALID`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM notifications WHERE kind = 'discrepancy'`);
    await queryRunner.query(`
      ALTER TABLE notifications DROP CONSTRAINT ck_notifications_kind, DROP CONSTRAINT ck_notifications_object,
        DROP COLUMN discrepancy_id, DROP COLUMN discrepancy_event`);
    await queryRunner.query(`
      ALTER TABLE notifications ADD CONSTRAINT ck_notifications_kind
        CHECK (kind IN ('mention', 'reply', 'share', 'resolve', 'revision', 'assignment', 'reminder', 'overdue'))
        NOT VALID`);
    await queryRunner.query(`
      ALTER TABLE notifications ADD CONSTRAINT ck_notifications_object
        CHECK (num_nonnulls(comment_id, share_id, revision_id) = 1) NOT VALID`);
    await queryRunner.query(`ALTER TABLE notification_preferences DROP COLUMN discrepancy`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class NotifyOfTemporaryRevisions1764585000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE notifications ADD COLUMN temporary_revision_id text, ADD COLUMN temporary_revision_event text`);
    await queryRunner.query(`
      ALTER TABLE notifications ADD CONSTRAINT fk_notifications_temporary_revision
        FOREIGN KEY (temporary_revision_id) REFERENCES temporary_revisions (id) ON DELETE CASCADE NOT VALID`);
    await queryRunner.query(`
      ALTER TABLE notifications DROP CONSTRAINT ck_notifications_kind, DROP CONSTRAINT ck_notifications_object`);
    await queryRunner.query(`
      ALTER TABLE notifications ADD CONSTRAINT ck_notifications_kind
        CHECK (kind IN ('mention', 'reply', 'share', 'resolve', 'revision', 'temporary_revision', 'assignment', 'reminder',
          'overdue', 'discrepancy')) NOT VALID`);
    await queryRunner.query(`
      ALTER TABLE notifications ADD CONSTRAINT ck_notifications_object
        CHECK (num_nonnulls(comment_id, share_id, revision_id, temporary_revision_id, discrepancy_id) = 1) NOT VALID`);
    await queryRunner.query(`
      ALTER TABLE notification_preferences ADD COLUMN temporary_revision text NOT NULL DEFAULT 'email'`);
    await queryRunner.query(`
      ALTER TABLE notification_preferences ADD CONSTRAINT ck_notification_preferences_temporary_revision
        CHECK (temporary_revision IN ('off', 'in_app', 'email')) NOT VALID`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM notifications WHERE kind = 'temporary_revision'`);
    await queryRunner.query(`
      ALTER TABLE notifications DROP CONSTRAINT ck_notifications_kind, DROP CONSTRAINT ck_notifications_object,
        DROP COLUMN temporary_revision_id, DROP COLUMN temporary_revision_event`);
    await queryRunner.query(`
      ALTER TABLE notifications ADD CONSTRAINT ck_notifications_kind
        CHECK (kind IN ('mention', 'reply', 'share', 'resolve', 'revision', 'assignment', 'reminder', 'overdue',
          'discrepancy')) NOT VALID`);
    await queryRunner.query(`
      ALTER TABLE notifications ADD CONSTRAINT ck_notifications_object
        CHECK (num_nonnulls(comment_id, share_id, revision_id, discrepancy_id) = 1) NOT VALID`);
    await queryRunner.query(`ALTER TABLE notification_preferences DROP COLUMN temporary_revision`);
  }
}

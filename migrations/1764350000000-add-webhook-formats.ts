import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the events of an endpoint are written. */
export class AddWebhookFormats1764350000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE webhook_endpoints ADD COLUMN format text NOT NULL DEFAULT 'standard',
         ADD CONSTRAINT ck_webhook_endpoints_format CHECK (format IN ('standard', 'cloudevents', 'slack', 'teams')) NOT VALID`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE webhook_endpoints DROP COLUMN format`);
  }
}

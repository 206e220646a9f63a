import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The feed reads the events of an organization in their order, all or of a type. Validates the formats of webhooks, too. */
export class IndexWebhookEventsByPosition1764350000100 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`SET lock_timeout = 0`);
    await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ix_webhook_events_feed`);
    await queryRunner.query(
      `CREATE INDEX CONCURRENTLY ix_webhook_events_feed ON webhook_events (organization_id, position)`,
    );
    await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ix_webhook_events_type`);
    await queryRunner.query(
      `CREATE INDEX CONCURRENTLY ix_webhook_events_type ON webhook_events (organization_id, type, position)`,
    );
    await queryRunner.query(`RESET lock_timeout`);
    await queryRunner.query(`ALTER TABLE webhook_endpoints VALIDATE CONSTRAINT ck_webhook_endpoints_format`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX IF EXISTS ix_webhook_events_feed`);
    await queryRunner.query(`DROP INDEX IF EXISTS ix_webhook_events_type`);
  }
}

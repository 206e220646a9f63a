import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What organizations do and keep, a row per day. */
export class CountUsage1764001200100 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE organization_usage (
        organization_id text NOT NULL
          CONSTRAINT fk_organization_usage_organization REFERENCES organizations (id) ON DELETE CASCADE,
        day date NOT NULL,
        requests bigint NOT NULL DEFAULT 0,
        searches bigint NOT NULL DEFAULT 0,
        chats bigint NOT NULL DEFAULT 0,
        questions bigint NOT NULL DEFAULT 0,
        documents integer,
        storage_bytes bigint,
        CONSTRAINT pk_organization_usage PRIMARY KEY (organization_id, day)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE organization_usage`);
  }
}

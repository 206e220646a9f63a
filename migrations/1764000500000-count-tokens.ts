import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What models cost each organization, a row per day. */
export class CountTokens1764000500000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE token_usage (
        organization_id text NOT NULL CONSTRAINT fk_token_usage_organization REFERENCES organizations (id) ON DELETE CASCADE,
        day date NOT NULL,
        kind text NOT NULL CONSTRAINT ck_token_usage_kind CHECK (kind IN ('llm', 'embedding')),
        model text NOT NULL,
        estimated boolean NOT NULL,
        requests bigint NOT NULL,
        prompt_tokens bigint NOT NULL,
        completion_tokens bigint NOT NULL,
        CONSTRAINT pk_token_usage PRIMARY KEY (organization_id, day, kind, model, estimated)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE token_usage`);
  }
}

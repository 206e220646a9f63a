import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who calls what is deprecated. */
export class AddDeprecatedCalls1764350000200 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE deprecated_calls (
         organization_id text NOT NULL
           CONSTRAINT fk_deprecated_calls_organization REFERENCES organizations (id) ON DELETE CASCADE,
         deprecation text NOT NULL,
         caller_type text NOT NULL,
         caller_id text NOT NULL,
         calls bigint NOT NULL,
         first_called_at timestamptz(3) NOT NULL,
         last_called_at timestamptz(3) NOT NULL,
         noticed_days smallint,
         CONSTRAINT pk_deprecated_calls PRIMARY KEY (organization_id, deprecation, caller_type, caller_id),
         CONSTRAINT ck_deprecated_calls_caller CHECK (caller_type IN ('user', 'api_key', 'oauth_client')))`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE deprecated_calls`);
  }
}

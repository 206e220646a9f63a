import type { MigrationInterface, QueryRunner } from 'typeorm';

/** API keys: the addresses they may come from, rotation with a grace period, versions. */
export class CompleteApiKeys1763700400000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE api_keys
        ADD COLUMN allowed_cidrs text[],
        ADD COLUMN previous_key_hash bytea,
        ADD COLUMN previous_expires_at timestamptz(3),
        ADD COLUMN last_refused_at timestamptz(3),
        ADD COLUMN row_version integer NOT NULL DEFAULT 1,
        ADD COLUMN updated_at timestamptz(3) NOT NULL DEFAULT now(),
        ADD CONSTRAINT uq_api_keys_previous_hash UNIQUE (previous_key_hash),
        ADD CONSTRAINT ck_api_keys_previous CHECK ((previous_key_hash IS NULL) = (previous_expires_at IS NULL))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    // Without the column a key would work from anywhere.
    await queryRunner.query(`DELETE FROM api_keys WHERE allowed_cidrs IS NOT NULL`);
    await queryRunner.query(`
      ALTER TABLE api_keys
        DROP COLUMN allowed_cidrs, DROP COLUMN previous_key_hash, DROP COLUMN previous_expires_at,
        DROP COLUMN last_refused_at, DROP COLUMN row_version, DROP COLUMN updated_at`);
  }
}

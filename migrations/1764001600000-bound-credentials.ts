import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * API keys and sessions end: a key after a year unless the organization says otherwise, a session after ninety days. Service
 * accounts can be granted rights. Where people sign in from is remembered, as a hash.
 */
export class BoundCredentials1764001600000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE organizations
        ADD COLUMN api_key_max_days integer NOT NULL DEFAULT 365,
        ADD CONSTRAINT ck_organizations_api_key_max_days CHECK (api_key_max_days BETWEEN 1 AND 730)`);
    await queryRunner.query(
      `UPDATE organizations SET refresh_token_expiry = 7776000 WHERE refresh_token_expiry > 7776000`,
    );
    await queryRunner.query(`
      UPDATE api_keys SET expires_at = now() + interval '365 days', row_version = row_version + 1
      WHERE expires_at IS NULL OR expires_at > now() + interval '365 days'`);
    await queryRunner.query(`
      ALTER TABLE users
        ADD COLUMN grants text[] NOT NULL DEFAULT '{}',
        ADD CONSTRAINT ck_users_grants
          CHECK (grants <@ '{document.manage}' AND (role = 'api_user' OR grants = '{}')) NOT VALID`);
    await queryRunner.query(`
      CREATE TABLE known_devices (
        user_id text NOT NULL,
        fingerprint bytea NOT NULL,
        first_seen_at timestamptz(3) NOT NULL DEFAULT now(),
        last_seen_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_known_devices PRIMARY KEY (user_id, fingerprint),
        CONSTRAINT fk_known_devices_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE)`);
  }

  /** The times that keys and sessions got stay. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE known_devices`);
    await queryRunner.query(`ALTER TABLE users DROP COLUMN grants`);
    await queryRunner.query(`ALTER TABLE organizations DROP COLUMN api_key_max_days`);
  }
}

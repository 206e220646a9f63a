import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Session and second-factor settings of an organization; proofs of identity of a session; users that are gone. */
export class CompleteAccounts1763700050000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE organizations
        ADD COLUMN session_timeout integer NOT NULL DEFAULT 3600,
        ADD COLUMN refresh_token_expiry integer NOT NULL DEFAULT 2592000,
        ADD COLUMN max_concurrent_sessions integer NOT NULL DEFAULT 5,
        ADD COLUMN idle_timeout integer NOT NULL DEFAULT 1800,
        ADD COLUMN mfa_policy text NOT NULL DEFAULT 'optional'
          CONSTRAINT ck_organizations_mfa_policy CHECK (mfa_policy IN ('off', 'optional', 'required')),
        ADD COLUMN mfa_required_roles text[] NOT NULL DEFAULT '{}',
        ADD COLUMN row_version integer NOT NULL DEFAULT 1`);
    await queryRunner.query(`
      ALTER TABLE users
        ADD COLUMN mfa_enabled boolean NOT NULL DEFAULT false,
        ADD COLUMN removed_at timestamptz(3)`);
    await queryRunner.query(`
      ALTER TABLE sessions
        ADD COLUMN second_factor_at timestamptz(3),
        ADD COLUMN authentication_methods text[] NOT NULL DEFAULT '{}',
        ADD COLUMN access_lifetime integer NOT NULL DEFAULT 3600`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE sessions
        DROP COLUMN second_factor_at, DROP COLUMN authentication_methods, DROP COLUMN access_lifetime`);
    // Without the column a removed user would look like one that is there.
    await queryRunner.query(`DELETE FROM users WHERE removed_at IS NOT NULL`);
    await queryRunner.query(`ALTER TABLE users DROP COLUMN mfa_enabled, DROP COLUMN removed_at`);
    await queryRunner.query(`
      ALTER TABLE organizations
        DROP COLUMN session_timeout, DROP COLUMN refresh_token_expiry, DROP COLUMN max_concurrent_sessions,
        DROP COLUMN idle_timeout, DROP COLUMN mfa_policy, DROP COLUMN mfa_required_roles, DROP COLUMN row_version`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Organizations, teams, users, sessions, keys: who may sign in. Ids are TypeIDs kept as text. */
export class CreateIdentity1763600000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE organizations (
        id text CONSTRAINT pk_organizations PRIMARY KEY,
        name text NOT NULL,
        plan text NOT NULL CONSTRAINT ck_organizations_plan CHECK (plan IN ('standard', 'professional', 'enterprise')),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await queryRunner.query(`
      CREATE TABLE teams (
        id text CONSTRAINT pk_teams PRIMARY KEY,
        organization_id text NOT NULL CONSTRAINT fk_teams_organization REFERENCES organizations (id) ON DELETE CASCADE,
        name text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await queryRunner.query(`CREATE UNIQUE INDEX uq_teams_name ON teams (organization_id, lower(name))`);
    await queryRunner.query(`
      CREATE TABLE users (
        id text CONSTRAINT pk_users PRIMARY KEY,
        organization_id text NOT NULL CONSTRAINT fk_users_organization REFERENCES organizations (id) ON DELETE CASCADE,
        team_id text CONSTRAINT fk_users_team REFERENCES teams (id) ON DELETE SET NULL,
        email text NOT NULL,
        name text NOT NULL,
        role text NOT NULL CONSTRAINT ck_users_role CHECK (role IN ('admin', 'manager', 'engineer', 'viewer', 'api_user')),
        status text NOT NULL CONSTRAINT ck_users_status CHECK (status IN ('invited', 'active', 'suspended')),
        password_hash text,
        last_login_at timestamptz(3),
        row_version integer NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await queryRunner.query(`CREATE UNIQUE INDEX uq_users_email ON users (lower(email))`);
    await queryRunner.query(`CREATE INDEX ix_users_organization ON users (organization_id, id)`);
    await queryRunner.query(`
      CREATE TABLE sessions (
        id text CONSTRAINT pk_sessions PRIMARY KEY,
        user_id text NOT NULL CONSTRAINT fk_sessions_user REFERENCES users (id) ON DELETE CASCADE,
        device text,
        ip text,
        authenticated_at timestamptz(3) NOT NULL,
        refresh_generation integer NOT NULL DEFAULT 1,
        rotated_at timestamptz(3) NOT NULL,
        last_seen_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        ended_at timestamptz(3),
        end_reason text,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await queryRunner.query(`CREATE INDEX ix_sessions_open ON sessions (user_id, last_seen_at) WHERE ended_at IS NULL`);
    await queryRunner.query(`
      CREATE TABLE api_keys (
        id text CONSTRAINT pk_api_keys PRIMARY KEY,
        organization_id text NOT NULL CONSTRAINT fk_api_keys_organization REFERENCES organizations (id) ON DELETE CASCADE,
        owner_id text NOT NULL CONSTRAINT fk_api_keys_owner REFERENCES users (id) ON DELETE CASCADE,
        created_with_id text CONSTRAINT fk_api_keys_created_with REFERENCES api_keys (id) ON DELETE CASCADE,
        name text NOT NULL,
        prefix text NOT NULL,
        key_hash bytea NOT NULL CONSTRAINT uq_api_keys_hash UNIQUE,
        scopes text[] NOT NULL,
        expires_at timestamptz(3),
        last_used_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await queryRunner.query(`CREATE INDEX ix_api_keys_owner ON api_keys (owner_id, id)`);
    await queryRunner.query(`CREATE INDEX ix_api_keys_created_with ON api_keys (created_with_id)`);
    await queryRunner.query(`
      CREATE TABLE signing_keys (
        id text CONSTRAINT pk_signing_keys PRIMARY KEY,
        algorithm text NOT NULL,
        public_key text NOT NULL,
        sealed_private_key bytea NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        retired_at timestamptz(3)
      )`);
    await queryRunner.query(`
      CREATE TABLE login_failures (
        key text CONSTRAINT pk_login_failures PRIMARY KEY,
        points integer NOT NULL DEFAULT 0,
        expire bigint
      )`);
    await queryRunner.query(`
      CREATE TABLE idempotency_keys (
        user_id text NOT NULL CONSTRAINT fk_idempotency_keys_user REFERENCES users (id) ON DELETE CASCADE,
        key text NOT NULL,
        organization_id text NOT NULL CONSTRAINT fk_idempotency_keys_organization REFERENCES organizations (id) ON DELETE CASCADE,
        request_hash bytea NOT NULL,
        status integer,
        response bytea,
        claim_id uuid CONSTRAINT uq_idempotency_keys_claim UNIQUE,
        claimed_until timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_idempotency_keys PRIMARY KEY (user_id, key),
        CONSTRAINT ck_idempotency_keys_answered CHECK ((response IS NULL) = (claim_id IS NOT NULL AND claimed_until IS NOT NULL))
      )`);
    await queryRunner.query(`CREATE INDEX ix_idempotency_keys_created ON idempotency_keys (created_at)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of [
      'idempotency_keys',
      'login_failures',
      'signing_keys',
      'api_keys',
      'sessions',
      'users',
      'teams',
      'organizations',
    ]) {
      await queryRunner.query(`DROP TABLE ${table}`);
    }
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** OAuth 2.0: registered clients, what users granted them, and what the authorization server keeps between two requests. */
export class CreateOauth1763800000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE oauth_clients (
        id text CONSTRAINT pk_oauth_clients PRIMARY KEY,
        organization_id text NOT NULL CONSTRAINT fk_oauth_clients_organization REFERENCES organizations (id) ON DELETE CASCADE,
        name text NOT NULL,
        type text NOT NULL CONSTRAINT ck_oauth_clients_type CHECK (type IN ('public', 'confidential')),
        redirect_uris text[] NOT NULL,
        scopes text[] NOT NULL,
        first_party boolean NOT NULL DEFAULT false,
        secret_hash text,
        previous_secret_hash text,
        previous_expires_at timestamptz(3),
        row_version integer NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT ck_oauth_clients_secret CHECK ((type = 'confidential') = (secret_hash IS NOT NULL)),
        CONSTRAINT ck_oauth_clients_previous CHECK ((previous_secret_hash IS NULL) = (previous_expires_at IS NULL))
      )`);
    await queryRunner.query(`CREATE INDEX ix_oauth_clients_organization ON oauth_clients (organization_id, id)`);
    await queryRunner.query(`
      CREATE TABLE oauth_consents (
        id text CONSTRAINT pk_oauth_consents PRIMARY KEY,
        user_id text NOT NULL CONSTRAINT fk_oauth_consents_user REFERENCES users (id) ON DELETE CASCADE,
        client_id text NOT NULL CONSTRAINT fk_oauth_consents_client REFERENCES oauth_clients (id) ON DELETE CASCADE,
        scopes text[] NOT NULL,
        asked boolean NOT NULL,
        last_used_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT uq_oauth_consents_user_client UNIQUE (user_id, client_id)
      )`);
    await queryRunner.query(`CREATE INDEX ix_oauth_consents_client ON oauth_consents (client_id)`);
    await queryRunner.query(`
      CREATE TABLE oauth_grants (
        id text CONSTRAINT pk_oauth_grants PRIMARY KEY,
        consent_id text NOT NULL CONSTRAINT fk_oauth_grants_consent REFERENCES oauth_consents (id) ON DELETE CASCADE,
        user_id text NOT NULL CONSTRAINT fk_oauth_grants_user REFERENCES users (id) ON DELETE CASCADE,
        client_id text NOT NULL CONSTRAINT fk_oauth_grants_client REFERENCES oauth_clients (id) ON DELETE CASCADE,
        session_id text NOT NULL CONSTRAINT fk_oauth_grants_session REFERENCES sessions (id) ON DELETE CASCADE,
        scopes text[] NOT NULL,
        first_party boolean NOT NULL,
        last_used_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT uq_oauth_grants_session_client UNIQUE (session_id, client_id)
      )`);
    await queryRunner.query(`CREATE INDEX ix_oauth_grants_consent ON oauth_grants (consent_id)`);
    await queryRunner.query(`CREATE INDEX ix_oauth_grants_user ON oauth_grants (user_id)`);
    await queryRunner.query(`CREATE INDEX ix_oauth_grants_client ON oauth_grants (client_id)`);
    await queryRunner.query(`
      CREATE TABLE oauth_artifacts (
        kind text NOT NULL,
        id_hash text NOT NULL,
        sealed_payload bytea NOT NULL,
        grant_id text CONSTRAINT fk_oauth_artifacts_grant REFERENCES oauth_grants (id) ON DELETE CASCADE,
        uid_hash text,
        consumed_at timestamptz(3),
        expires_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_oauth_artifacts PRIMARY KEY (kind, id_hash)
      )`);
    await queryRunner.query(`CREATE INDEX ix_oauth_artifacts_grant ON oauth_artifacts (grant_id)`);
    await queryRunner.query(`CREATE INDEX ix_oauth_artifacts_uid ON oauth_artifacts (uid_hash)`);
    await queryRunner.query(`CREATE INDEX ix_oauth_artifacts_expires ON oauth_artifacts (expires_at)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['oauth_artifacts', 'oauth_grants', 'oauth_consents', 'oauth_clients']) {
      await queryRunner.query(`DROP TABLE ${table}`);
    }
  }
}

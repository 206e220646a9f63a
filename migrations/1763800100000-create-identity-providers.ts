import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Customers' identity providers, whom they vouch for, and logins that are on their way through them. */
export class CreateIdentityProviders1763800100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE identity_providers (
        id text CONSTRAINT pk_identity_providers PRIMARY KEY,
        organization_id text NOT NULL CONSTRAINT fk_identity_providers_organization REFERENCES organizations (id) ON DELETE CASCADE,
        kind text NOT NULL CONSTRAINT ck_identity_providers_kind CHECK (kind IN ('entra_id', 'okta', 'google_workspace', 'custom')),
        name text NOT NULL,
        issuer text,
        authorization_url text,
        token_url text,
        userinfo_url text,
        client_id text NOT NULL,
        sealed_client_secret bytea NOT NULL,
        scopes text[] NOT NULL,
        default_role text NOT NULL
          CONSTRAINT ck_identity_providers_default_role CHECK (default_role IN ('manager', 'engineer', 'viewer')),
        default_team_id text CONSTRAINT fk_identity_providers_default_team REFERENCES teams (id) ON DELETE SET NULL,
        role_mapping jsonb NOT NULL DEFAULT '[]',
        max_role text CONSTRAINT ck_identity_providers_max_role CHECK (max_role IN ('admin', 'manager', 'engineer', 'viewer')),
        enabled boolean NOT NULL DEFAULT true,
        row_version integer NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT ck_identity_providers_endpoints CHECK (
          CASE WHEN issuer IS NULL THEN num_nonnulls(authorization_url, token_url, userinfo_url) = 3
               ELSE num_nonnulls(authorization_url, token_url, userinfo_url) = 0 END)
      )`);
    await queryRunner.query(
      `CREATE INDEX ix_identity_providers_organization ON identity_providers (organization_id, id)`,
    );
    await queryRunner.query(`CREATE INDEX ix_identity_providers_default_team ON identity_providers (default_team_id)`);
    await queryRunner.query(`
      CREATE TABLE identity_provider_domains (
        domain text CONSTRAINT pk_identity_provider_domains PRIMARY KEY,
        provider_id text NOT NULL
          CONSTRAINT fk_identity_provider_domains_provider REFERENCES identity_providers (id) ON DELETE CASCADE
      )`);
    await queryRunner.query(
      `CREATE INDEX ix_identity_provider_domains_provider ON identity_provider_domains (provider_id)`,
    );
    await queryRunner.query(`
      CREATE TABLE identity_links (
        provider_id text NOT NULL CONSTRAINT fk_identity_links_provider REFERENCES identity_providers (id) ON DELETE CASCADE,
        subject text NOT NULL,
        user_id text NOT NULL CONSTRAINT fk_identity_links_user REFERENCES users (id) ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        last_login_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_identity_links PRIMARY KEY (provider_id, subject),
        CONSTRAINT uq_identity_links_user UNIQUE (provider_id, user_id)
      )`);
    await queryRunner.query(`CREATE INDEX ix_identity_links_user ON identity_links (user_id)`);
    await queryRunner.query(`
      CREATE TABLE upstream_logins (
        state_hash text CONSTRAINT pk_upstream_logins PRIMARY KEY,
        provider_id text NOT NULL CONSTRAINT fk_upstream_logins_provider REFERENCES identity_providers (id) ON DELETE CASCADE,
        interaction_uid text NOT NULL,
        browser_hash bytea NOT NULL,
        sealed_proof bytea NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await queryRunner.query(`CREATE INDEX ix_upstream_logins_provider ON upstream_logins (provider_id)`);
    await queryRunner.query(`CREATE INDEX ix_upstream_logins_expires ON upstream_logins (expires_at)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['upstream_logins', 'identity_links', 'identity_provider_domains', 'identity_providers']) {
      await queryRunner.query(`DROP TABLE ${table}`);
    }
  }
}

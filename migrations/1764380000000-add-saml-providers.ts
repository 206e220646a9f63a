import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddSamlProviders1764380000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE identity_providers ADD COLUMN saml jsonb`);
    await queryRunner.query(`ALTER TABLE identity_providers ALTER COLUMN sealed_client_secret DROP NOT NULL`);
    await queryRunner.query(`
      ALTER TABLE identity_providers DROP CONSTRAINT ck_identity_providers_kind,
        DROP CONSTRAINT ck_identity_providers_endpoints`);
    await queryRunner.query(`
      ALTER TABLE identity_providers ADD CONSTRAINT ck_identity_providers_kind
        CHECK (kind IN ('entra_id', 'okta', 'google_workspace', 'custom', 'saml')) NOT VALID`);
    await queryRunner.query(`
      ALTER TABLE identity_providers ADD CONSTRAINT ck_identity_providers_endpoints CHECK (
        CASE WHEN kind <> 'saml' AND issuer IS NULL THEN num_nonnulls(authorization_url, token_url, userinfo_url) = 3
             ELSE num_nonnulls(authorization_url, token_url, userinfo_url) = 0 END) NOT VALID`);
    await queryRunner.query(`
      ALTER TABLE identity_providers ADD CONSTRAINT ck_identity_providers_saml CHECK (
        CASE WHEN kind = 'saml' THEN saml IS NOT NULL AND num_nonnulls(issuer, sealed_client_secret) = 0
             ELSE saml IS NULL AND sealed_client_secret IS NOT NULL END) NOT VALID`);
    await queryRunner.query(`
      CREATE TABLE saml_assertions (
        provider_id text NOT NULL
          CONSTRAINT fk_saml_assertions_provider REFERENCES identity_providers (id) ON DELETE CASCADE,
        id_hash bytea NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_saml_assertions PRIMARY KEY (provider_id, id_hash)
      )`);
    await queryRunner.query(`CREATE INDEX ix_saml_assertions_expires ON saml_assertions (expires_at)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE saml_assertions`);
    await queryRunner.query(`DELETE FROM identity_providers WHERE kind = 'saml'`);
    await queryRunner.query(`
      ALTER TABLE identity_providers DROP CONSTRAINT ck_identity_providers_kind,
        DROP CONSTRAINT ck_identity_providers_endpoints, DROP CONSTRAINT ck_identity_providers_saml`);
    await queryRunner.query(`
      ALTER TABLE identity_providers ADD CONSTRAINT ck_identity_providers_kind
        CHECK (kind IN ('entra_id', 'okta', 'google_workspace', 'custom')) NOT VALID`);
    await queryRunner.query(`
      ALTER TABLE identity_providers ADD CONSTRAINT ck_identity_providers_endpoints CHECK (
        CASE WHEN issuer IS NULL THEN num_nonnulls(authorization_url, token_url, userinfo_url) = 3
             ELSE num_nonnulls(authorization_url, token_url, userinfo_url) = 0 END) NOT VALID`);
    await queryRunner.query(`ALTER TABLE identity_providers ALTER COLUMN sealed_client_secret SET NOT NULL`);
    await queryRunner.query(`ALTER TABLE identity_providers DROP COLUMN saml`);
  }
}

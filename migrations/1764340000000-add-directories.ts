import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users and groups that an identity provider provisions by SCIM, and the grant of the service accounts that do so. */
export class AddDirectories1764340000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE users DROP CONSTRAINT ck_users_grants`);
    await queryRunner.query(`
      ALTER TABLE users ADD CONSTRAINT ck_users_grants
        CHECK (grants <@ '{document.manage,directory.manage}' AND (role = 'api_user' OR grants = '{}')) NOT VALID`);
    await queryRunner.query(`
      CREATE TABLE directories (
        identity_provider_id text CONSTRAINT pk_directories PRIMARY KEY
          CONSTRAINT fk_directories_provider REFERENCES identity_providers (id) ON DELETE CASCADE,
        service_account_id text NOT NULL CONSTRAINT uq_directories_service_account UNIQUE
          CONSTRAINT fk_directories_service_account REFERENCES users (id) ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await queryRunner.query(`
      CREATE TABLE directory_users (
        user_id text CONSTRAINT pk_directory_users PRIMARY KEY
          CONSTRAINT fk_directory_users_user REFERENCES users (id) ON DELETE CASCADE,
        identity_provider_id text NOT NULL
          CONSTRAINT fk_directory_users_directory REFERENCES directories (identity_provider_id) ON DELETE CASCADE,
        user_name text NOT NULL,
        external_id text,
        given_name text,
        family_name text,
        suspended boolean NOT NULL DEFAULT false,
        row_version integer NOT NULL DEFAULT 1,
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT uq_directory_users_external UNIQUE (identity_provider_id, external_id)
      )`);
    await queryRunner.query(
      `CREATE UNIQUE INDEX uq_directory_users_name ON directory_users (identity_provider_id, lower(user_name))`,
    );
    await queryRunner.query(`
      CREATE TABLE directory_groups (
        id text CONSTRAINT pk_directory_groups PRIMARY KEY,
        identity_provider_id text NOT NULL
          CONSTRAINT fk_directory_groups_directory REFERENCES directories (identity_provider_id) ON DELETE CASCADE,
        display_name text NOT NULL,
        external_id text,
        row_version integer NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT uq_directory_groups_external UNIQUE (identity_provider_id, external_id)
      )`);
    await queryRunner.query(
      `CREATE UNIQUE INDEX uq_directory_groups_name ON directory_groups (identity_provider_id, lower(display_name))`,
    );
    await queryRunner.query(`
      CREATE TABLE directory_members (
        group_id text NOT NULL
          CONSTRAINT fk_directory_members_group REFERENCES directory_groups (id) ON DELETE CASCADE,
        user_id text NOT NULL
          CONSTRAINT fk_directory_members_user REFERENCES directory_users (user_id) ON DELETE CASCADE,
        CONSTRAINT pk_directory_members PRIMARY KEY (group_id, user_id)
      )`);
    await queryRunner.query(`CREATE INDEX ix_directory_members_user ON directory_members (user_id)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE directory_members, directory_groups, directory_users, directories`);
    await queryRunner.query(`ALTER TABLE users DROP CONSTRAINT ck_users_grants`);
    await queryRunner.query(
      `UPDATE users SET grants = array_remove(grants, 'directory.manage') WHERE 'directory.manage' = ANY (grants)`,
    );
    await queryRunner.query(`
      ALTER TABLE users ADD CONSTRAINT ck_users_grants
        CHECK (grants <@ '{document.manage}' AND (role = 'api_user' OR grants = '{}')) NOT VALID`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ValidateSamlProviders1764380000100 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE identity_providers VALIDATE CONSTRAINT ck_identity_providers_kind,
        VALIDATE CONSTRAINT ck_identity_providers_endpoints, VALIDATE CONSTRAINT ck_identity_providers_saml`);
  }

  /** A valid constraint stays valid. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}

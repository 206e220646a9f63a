import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Domains of identity providers are proven by a TXT record. Several organizations may name one, so that none learns of the
 * others. Domains of before count as proven: each had one provider in the installation, and people sign in by them.
 */
export class ProveEmailDomains1764001700100 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE identity_provider_domains
        ADD COLUMN challenge text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', ''),
        ADD COLUMN verified_at timestamptz(3)`);
    await queryRunner.query(`UPDATE identity_provider_domains SET verified_at = now()`);
    await queryRunner.query(`
      ALTER TABLE identity_provider_domains
        DROP CONSTRAINT pk_identity_provider_domains,
        ADD CONSTRAINT pk_identity_provider_domains PRIMARY KEY (domain, provider_id)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DELETE FROM identity_provider_domains d USING identity_provider_domains earlier
      WHERE earlier.domain = d.domain AND earlier.provider_id < d.provider_id`);
    await queryRunner.query(`
      ALTER TABLE identity_provider_domains
        DROP CONSTRAINT pk_identity_provider_domains,
        ADD CONSTRAINT pk_identity_provider_domains PRIMARY KEY (domain),
        DROP COLUMN challenge,
        DROP COLUMN verified_at`);
  }
}

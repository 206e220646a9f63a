import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Offline packages: chosen documents for chosen aircraft, as one signed file that a browser opens without a network. */
export class CreateOfflinePackages1764550000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE offline_packages (
         id text NOT NULL CONSTRAINT pk_offline_packages PRIMARY KEY,
         organization_id text NOT NULL
           CONSTRAINT fk_offline_packages_organization REFERENCES organizations (id) ON DELETE CASCADE,
         created_by text CONSTRAINT fk_offline_packages_creator REFERENCES users (id) ON DELETE SET NULL,
         title text,
         state text NOT NULL CONSTRAINT ck_offline_packages_state
           CHECK (state IN ('building', 'ready', 'failed', 'expired')),
         error text,
         attempts integer NOT NULL DEFAULT 0,
         livemode boolean NOT NULL,
         base_package_id text,
         base_files jsonb,
         aircraft jsonb NOT NULL,
         temporary_revisions_digest text NOT NULL,
         document_count integer NOT NULL,
         page_count integer NOT NULL,
         sources_size bigint NOT NULL,
         files jsonb,
         content_sha256 text CONSTRAINT fk_offline_packages_blob REFERENCES blobs (sha256),
         content_size bigint,
         made_at timestamptz(3),
         downloaded_at timestamptz(3),
         downloaded_with text,
         expires_at timestamptz(3) NOT NULL,
         created_at timestamptz(3) NOT NULL DEFAULT now(),
         CONSTRAINT ck_offline_packages_ready CHECK ((state = 'ready') = (content_sha256 IS NOT NULL)))`,
    );
    await queryRunner.query(`CREATE INDEX ix_offline_packages_organization ON offline_packages (organization_id, id)`);
    await queryRunner.query(`CREATE INDEX ix_offline_packages_creator ON offline_packages (created_by, id)`);
    await queryRunner.query(`CREATE INDEX ix_offline_packages_content ON offline_packages (content_sha256)`);
    await queryRunner.query(`CREATE INDEX ix_offline_packages_expiry ON offline_packages (expires_at)`);
    await queryRunner.query(
      `CREATE UNIQUE INDEX uq_offline_packages_building ON offline_packages (created_by) WHERE state = 'building'`,
    );
    await queryRunner.query(
      `CREATE TABLE offline_package_documents (
         offline_package_id text NOT NULL
           CONSTRAINT fk_offline_package_documents_package REFERENCES offline_packages (id) ON DELETE CASCADE,
         position integer NOT NULL,
         document_id text NOT NULL,
         revision_id text NOT NULL,
         title text NOT NULL,
         document_number text,
         document_type text NOT NULL,
         aircraft_type text NOT NULL,
         version text NOT NULL,
         revision_date date,
         effectivity text,
         file_sha256 text NOT NULL,
         file_size bigint NOT NULL,
         media_type text NOT NULL,
         page_count integer NOT NULL,
         included boolean NOT NULL,
         applicability jsonb NOT NULL,
         CONSTRAINT pk_offline_package_documents PRIMARY KEY (offline_package_id, position))`,
    );
    await queryRunner.query(
      `CREATE INDEX ix_offline_package_documents_document ON offline_package_documents (document_id)`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE offline_package_documents`);
    await queryRunner.query(`DROP TABLE offline_packages`);
  }
}

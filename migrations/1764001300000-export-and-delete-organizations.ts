import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Exports of organizations, and their deletion. A deletion names its organization without a foreign key, as it outlives it.
 * The audit trail of a deleted organization goes with it: what deletes there has to say so, for its own transaction.
 */
export class ExportAndDeleteOrganizations1764001300000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE organization_exports (
        id text CONSTRAINT pk_organization_exports PRIMARY KEY,
        organization_id text NOT NULL
          CONSTRAINT fk_organization_exports_organization REFERENCES organizations (id) ON DELETE CASCADE,
        requested_by text CONSTRAINT fk_organization_exports_requester REFERENCES users (id) ON DELETE SET NULL,
        state text NOT NULL CONSTRAINT ck_organization_exports_state
          CHECK (state IN ('queued', 'running', 'ready', 'failed')),
        attempts integer NOT NULL DEFAULT 0,
        content_sha256 text CONSTRAINT fk_organization_exports_blob REFERENCES blobs (sha256),
        content_size bigint,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3),
        CONSTRAINT ck_organization_exports_ready
          CHECK ((state = 'ready') = (content_sha256 IS NOT NULL AND content_size IS NOT NULL))
      )`);
    await queryRunner.query(`
      CREATE INDEX ix_organization_exports_organization ON organization_exports (organization_id, id)`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX uq_organization_exports_open ON organization_exports (organization_id)
        WHERE state IN ('queued', 'running')`);
    await queryRunner.query(`
      CREATE INDEX ix_organization_exports_requester ON organization_exports (requested_by)`);
    await queryRunner.query(`
      CREATE INDEX ix_organization_exports_content ON organization_exports (content_sha256)`);
    await queryRunner.query(`
      CREATE TABLE organization_deletions (
        organization_id text CONSTRAINT pk_organization_deletions PRIMARY KEY,
        requested_by text,
        requested_at timestamptz(3) NOT NULL DEFAULT now(),
        due_at timestamptz(3) NOT NULL,
        closed_at timestamptz(3),
        finished_at timestamptz(3),
        removed jsonb NOT NULL DEFAULT '{}'
      )`);
    await queryRunner.query(`
      CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'DELETE' AND current_setting('amks.audit_removal', true) = 'organization' THEN
          RETURN NULL;
        END IF;
        RAISE EXCEPTION '% of % is refused: the audit trail is append-only', TG_OP, TG_TABLE_NAME
          USING ERRCODE = 'insufficient_privilege';
      END $$`);
    await queryRunner.query(
      removalRefusedUnless(`OR EXISTS (
          SELECT FROM organization_deletions d
          WHERE d.organization_id = OLD.organization_id AND d.closed_at IS NOT NULL)`),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(removalRefusedUnless(''));
    await queryRunner.query(`
      CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION '% of % is refused: the audit trail is append-only', TG_OP, TG_TABLE_NAME
          USING ERRCODE = 'insufficient_privilege';
      END $$`);
    await queryRunner.query(`DROP TABLE organization_deletions`);
    await queryRunner.query(`DROP TABLE organization_exports`);
  }
}

/** Events go for their age, behind the anchor of their chain, or for the reason given. */
function removalRefusedUnless(orReason: string): string {
  return `
      CREATE OR REPLACE FUNCTION refuse_audit_removal() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF OLD.occurred_at < now() - interval '365 days' AND EXISTS (
          SELECT FROM audit_anchors a
          WHERE a.chain = coalesce(OLD.organization_id, 'installation') AND a.last_sequence >= OLD.sequence
        ) ${orReason} THEN
          RETURN OLD;
        END IF;
        RAISE EXCEPTION 'DELETE of event % is refused: the audit trail is append-only', OLD.id
          USING ERRCODE = 'insufficient_privilege';
      END $$`;
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = ['mention', 'reply', 'share', 'resolve', 'revision'];
const NEW_KINDS = ['assignment', 'reminder', 'overdue'];
const listed = (kinds: readonly string[]): string => kinds.map((kind) => `'${kind}'`).join(', ');

/** Assignments of revisions to people, their signed acknowledgements, and the keys of the evidence. */
export class AddAssignments1764400000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE assignments (
        id text CONSTRAINT pk_assignments PRIMARY KEY,
        organization_id text NOT NULL CONSTRAINT fk_assignments_organization REFERENCES organizations (id) ON DELETE CASCADE,
        document_id text CONSTRAINT fk_assignments_document REFERENCES documents (id) ON DELETE SET NULL,
        revision_id text CONSTRAINT fk_assignments_revision REFERENCES document_revisions (id) ON DELETE SET NULL,
        document_title text NOT NULL,
        document_number text,
        version text NOT NULL,
        content_sha256 text NOT NULL,
        scope text NOT NULL CONSTRAINT ck_assignments_scope CHECK (scope IN ('revision', 'changes')),
        statement text NOT NULL,
        due_at timestamptz(3) NOT NULL,
        status text NOT NULL CONSTRAINT ck_assignments_status CHECK (status IN ('open', 'superseded', 'canceled')),
        cancel_reason text CONSTRAINT ck_assignments_reason
          CHECK (cancel_reason IN ('manual', 'revision_withdrawn', 'document_deleted')),
        predecessor_id text CONSTRAINT fk_assignments_predecessor REFERENCES assignments (id) ON DELETE SET NULL,
        filled boolean NOT NULL DEFAULT true,
        overdue_noticed_at timestamptz(3),
        created_by text CONSTRAINT fk_assignments_creator REFERENCES users (id) ON DELETE SET NULL,
        ended_at timestamptz(3),
        row_version integer NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT ck_assignments_end CHECK ((status = 'open') = (ended_at IS NULL)),
        CONSTRAINT ck_assignments_cancel CHECK ((status = 'canceled') = (cancel_reason IS NOT NULL))
      )`);
    await queryRunner.query(`CREATE INDEX ix_assignments_organization ON assignments (organization_id, id)`);
    await queryRunner.query(`CREATE INDEX ix_assignments_document ON assignments (document_id, id)`);
    await queryRunner.query(`CREATE INDEX ix_assignments_revision ON assignments (revision_id)`);
    await queryRunner.query(`CREATE UNIQUE INDEX uq_assignments_predecessor ON assignments (predecessor_id)`);
    await queryRunner.query(`CREATE INDEX ix_assignments_creator ON assignments (created_by)`);
    await queryRunner.query(`CREATE INDEX ix_assignments_unfilled ON assignments (id) WHERE NOT filled`);
    await queryRunner.query(`
      CREATE TABLE assignment_teams (
        assignment_id text NOT NULL CONSTRAINT fk_assignment_teams_assignment REFERENCES assignments (id) ON DELETE CASCADE,
        team_id text NOT NULL CONSTRAINT fk_assignment_teams_team REFERENCES teams (id) ON DELETE CASCADE,
        CONSTRAINT pk_assignment_teams PRIMARY KEY (assignment_id, team_id)
      )`);
    await queryRunner.query(`CREATE INDEX ix_assignment_teams_team ON assignment_teams (team_id)`);
    await queryRunner.query(`
      CREATE TABLE acknowledgements (
        id text CONSTRAINT pk_acknowledgements PRIMARY KEY,
        organization_id text NOT NULL
          CONSTRAINT fk_acknowledgements_organization REFERENCES organizations (id) ON DELETE CASCADE,
        assignment_id text NOT NULL CONSTRAINT fk_acknowledgements_assignment REFERENCES assignments (id) ON DELETE CASCADE,
        user_id text CONSTRAINT fk_acknowledgements_user REFERENCES users (id) ON DELETE SET NULL,
        status text NOT NULL CONSTRAINT ck_acknowledgements_status CHECK (status IN ('pending', 'signed', 'withdrawn')),
        from_revision_id text,
        due_at timestamptz(3) NOT NULL,
        notified_at timestamptz(3),
        remind_at timestamptz(3),
        escalate_at timestamptz(3),
        signed_at timestamptz(3),
        evidence text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT uq_acknowledgements_person UNIQUE (assignment_id, user_id),
        CONSTRAINT ck_acknowledgements_signature
          CHECK (num_nonnulls(signed_at, evidence) = CASE status WHEN 'signed' THEN 2 ELSE 0 END)
      )`);
    await queryRunner.query(`CREATE INDEX ix_acknowledgements_organization ON acknowledgements (organization_id)`);
    await queryRunner.query(`CREATE INDEX ix_acknowledgements_list ON acknowledgements (assignment_id, id)`);
    await queryRunner.query(
      `CREATE INDEX ix_acknowledgements_state ON acknowledgements (assignment_id, status, due_at)`,
    );
    await queryRunner.query(`CREATE INDEX ix_acknowledgements_user ON acknowledgements (user_id, id)`);
    await queryRunner.query(
      `CREATE INDEX ix_acknowledgements_unnotified ON acknowledgements (assignment_id, id) WHERE notified_at IS NULL`,
    );
    await queryRunner.query(
      `CREATE INDEX ix_acknowledgements_remind ON acknowledgements (remind_at) WHERE remind_at IS NOT NULL`,
    );
    await queryRunner.query(
      `CREATE INDEX ix_acknowledgements_escalate ON acknowledgements (escalate_at) WHERE escalate_at IS NOT NULL`,
    );
    await queryRunner.query(`
      CREATE TABLE evidence_keys (
        id text CONSTRAINT pk_evidence_keys PRIMARY KEY,
        public_key text NOT NULL,
        sealed_private_key bytea,
        retired_at timestamptz(3),
        compromised_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    for (const kind of NEW_KINDS) {
      await queryRunner.query(`ALTER TABLE notification_preferences ADD COLUMN ${kind} text NOT NULL DEFAULT 'email'`);
      await queryRunner.query(`
        ALTER TABLE notification_preferences ADD CONSTRAINT ck_notification_preferences_${kind}
          CHECK (${kind} IN ('off', 'in_app', 'email')) NOT VALID`);
    }
    await queryRunner.query(`ALTER TABLE notifications DROP CONSTRAINT ck_notifications_kind`);
    await queryRunner.query(`
      ALTER TABLE notifications ADD CONSTRAINT ck_notifications_kind
        CHECK (kind IN (${listed([...KINDS, ...NEW_KINDS])})) NOT VALID`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM notifications WHERE kind IN (${listed(NEW_KINDS)})`);
    await queryRunner.query(`ALTER TABLE notifications DROP CONSTRAINT ck_notifications_kind`);
    await queryRunner.query(
      `ALTER TABLE notifications ADD CONSTRAINT ck_notifications_kind CHECK (kind IN (${listed(KINDS)})) NOT VALID`,
    );
    for (const kind of NEW_KINDS) await queryRunner.query(`ALTER TABLE notification_preferences DROP COLUMN ${kind}`);
    for (const table of ['evidence_keys', 'acknowledgements', 'assignment_teams', 'assignments'])
      await queryRunner.query(`DROP TABLE ${table}`);
  }
}

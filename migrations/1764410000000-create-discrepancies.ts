import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reports of inaccurate, incomplete or ambiguous pages, where their quotes stand, their pictures, and the mails to authors. */
export class CreateDiscrepancies1764410000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE discrepancies (
        id text CONSTRAINT pk_discrepancies PRIMARY KEY,
        organization_id text NOT NULL CONSTRAINT fk_discrepancies_organization REFERENCES organizations (id) ON DELETE CASCADE,
        document_id text NOT NULL CONSTRAINT fk_discrepancies_document REFERENCES documents (id) ON DELETE CASCADE,
        revision_id text NOT NULL CONSTRAINT fk_discrepancies_revision REFERENCES document_revisions (id) ON DELETE CASCADE,
        page_number integer NOT NULL CONSTRAINT ck_discrepancies_page CHECK (page_number > 0),
        quote text NOT NULL,
        kind text NOT NULL CONSTRAINT ck_discrepancies_kind CHECK (kind IN ('inaccurate', 'incomplete', 'ambiguous')),
        severity text NOT NULL CONSTRAINT ck_discrepancies_severity CHECK (severity IN ('critical', 'major', 'minor')),
        description text NOT NULL,
        status text NOT NULL CONSTRAINT ck_discrepancies_status
          CHECK (status IN ('reported', 'sent', 'answered', 'closed', 'rejected', 'withdrawn')),
        reported_by text CONSTRAINT fk_discrepancies_reporter REFERENCES users (id) ON DELETE SET NULL,
        due_on date NOT NULL,
        contact text,
        author_reference text,
        sent_at timestamptz(3),
        channel text CONSTRAINT ck_discrepancies_channel CHECK (channel IN ('mail', 'form', 'webhook')),
        answer text,
        answered_at timestamptz(3),
        ended_at timestamptz(3),
        ended_by text,
        closed_by_revision_id text,
        rejection_reason text,
        instruction text,
        instruction_proposed_by text,
        instruction_proposed_at timestamptz(3),
        instruction_approved_by text,
        instruction_approved_at timestamptz(3),
        proposal text,
        proposal_by text,
        proposal_at timestamptz(3),
        proposal_version integer NOT NULL DEFAULT 0,
        sought_revision_id text,
        row_version integer NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT ck_discrepancies_sent CHECK (num_nulls(sent_at, channel) IN (0, 2)),
        CONSTRAINT ck_discrepancies_answered CHECK (num_nulls(answer, answered_at) IN (0, 2)),
        CONSTRAINT ck_discrepancies_ended
          CHECK ((status IN ('closed', 'rejected', 'withdrawn')) = (ended_at IS NOT NULL)),
        CONSTRAINT ck_discrepancies_closing CHECK (status <> 'closed' OR closed_by_revision_id IS NOT NULL),
        CONSTRAINT ck_discrepancies_rejection CHECK ((status = 'rejected') = (rejection_reason IS NOT NULL)),
        CONSTRAINT ck_discrepancies_instruction CHECK (num_nulls(instruction, instruction_proposed_by,
          instruction_proposed_at, instruction_approved_by, instruction_approved_at) IN (0, 5)),
        CONSTRAINT ck_discrepancies_two_people CHECK (instruction_approved_by <> instruction_proposed_by),
        CONSTRAINT ck_discrepancies_proposal CHECK (num_nulls(proposal_by, proposal_at) IN (0, 2)
          AND (proposal_at IS NOT NULL OR proposal IS NULL) AND (proposal_at IS NULL OR num_nonnulls(proposal, instruction) > 0))
      )`);
    await queryRunner.query(`CREATE INDEX ix_discrepancies_organization ON discrepancies (organization_id, id)`);
    await queryRunner.query(`CREATE INDEX ix_discrepancies_document ON discrepancies (document_id, id)`);
    await queryRunner.query(
      `CREATE INDEX ix_discrepancies_open ON discrepancies (document_id, page_number) WHERE status IN ('reported', 'sent', 'answered')`,
    );
    await queryRunner.query(`CREATE INDEX ix_discrepancies_revision ON discrepancies (revision_id)`);
    await queryRunner.query(`CREATE INDEX ix_discrepancies_reporter ON discrepancies (reported_by)`);
    await queryRunner.query(`
      CREATE TABLE discrepancy_places (
        discrepancy_id text NOT NULL
          CONSTRAINT fk_discrepancy_places_discrepancy REFERENCES discrepancies (id) ON DELETE CASCADE,
        revision_id text NOT NULL
          CONSTRAINT fk_discrepancy_places_revision REFERENCES document_revisions (id) ON DELETE CASCADE,
        page_number integer NOT NULL CONSTRAINT ck_discrepancy_places_page CHECK (page_number > 0),
        start_offset integer,
        end_offset integer,
        CONSTRAINT pk_discrepancy_places PRIMARY KEY (discrepancy_id, revision_id),
        CONSTRAINT ck_discrepancy_places_offsets
          CHECK (num_nulls(start_offset, end_offset) IN (0, 2) AND start_offset < end_offset)
      )`);
    await queryRunner.query(`CREATE INDEX ix_discrepancy_places_page ON discrepancy_places (revision_id, page_number)`);
    await queryRunner.query(`
      CREATE TABLE discrepancy_pictures (
        id text CONSTRAINT pk_discrepancy_pictures PRIMARY KEY,
        discrepancy_id text NOT NULL
          CONSTRAINT fk_discrepancy_pictures_discrepancy REFERENCES discrepancies (id) ON DELETE CASCADE,
        content_sha256 text NOT NULL CONSTRAINT fk_discrepancy_pictures_blob REFERENCES blobs (sha256),
        size integer NOT NULL,
        media_type text NOT NULL
          CONSTRAINT ck_discrepancy_pictures_type CHECK (media_type IN ('image/png', 'image/jpeg')),
        file_name text NOT NULL,
        created_by text CONSTRAINT fk_discrepancy_pictures_creator REFERENCES users (id) ON DELETE SET NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await queryRunner.query(`CREATE INDEX ix_discrepancy_pictures_report ON discrepancy_pictures (discrepancy_id, id)`);
    await queryRunner.query(`CREATE INDEX ix_discrepancy_pictures_content ON discrepancy_pictures (content_sha256)`);
    await queryRunner.query(`CREATE INDEX ix_discrepancy_pictures_creator ON discrepancy_pictures (created_by)`);
    await queryRunner.query(`
      CREATE TABLE discrepancy_mails (
        id text CONSTRAINT pk_discrepancy_mails PRIMARY KEY,
        organization_id text NOT NULL
          CONSTRAINT fk_discrepancy_mails_organization REFERENCES organizations (id) ON DELETE CASCADE,
        discrepancy_id text NOT NULL
          CONSTRAINT fk_discrepancy_mails_discrepancy REFERENCES discrepancies (id) ON DELETE CASCADE,
        recipient text NOT NULL,
        sent_by text CONSTRAINT fk_discrepancy_mails_sender REFERENCES users (id) ON DELETE SET NULL,
        state text NOT NULL CONSTRAINT ck_discrepancy_mails_state CHECK (state IN ('queued', 'delivered', 'failed')),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        finished_at timestamptz(3),
        claimed_until timestamptz(3),
        CONSTRAINT ck_discrepancy_mails_finished CHECK ((state = 'queued') = (finished_at IS NULL))
      )`);
    await queryRunner.query(`CREATE INDEX ix_discrepancy_mails_report ON discrepancy_mails (discrepancy_id, id)`);
    await queryRunner.query(
      `CREATE INDEX ix_discrepancy_mails_organization ON discrepancy_mails (organization_id, created_at)`,
    );
    await queryRunner.query(`CREATE INDEX ix_discrepancy_mails_sender ON discrepancy_mails (sent_by)`);
    await queryRunner.query(
      `CREATE INDEX ix_discrepancy_mails_queued ON discrepancy_mails (created_at) WHERE state = 'queued'`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE discrepancy_mails`);
    await queryRunner.query(`DROP TABLE discrepancy_pictures`);
    await queryRunner.query(`DROP TABLE discrepancy_places`);
    await queryRunner.query(`DROP TABLE discrepancies`);
  }
}

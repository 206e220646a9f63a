import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Documents that people and teams see because somebody shared them. */
export class ShareDocuments1764000800000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE document_shares (
        id text CONSTRAINT pk_document_shares PRIMARY KEY,
        organization_id text NOT NULL CONSTRAINT fk_document_shares_organization REFERENCES organizations (id) ON DELETE CASCADE,
        document_id text NOT NULL CONSTRAINT fk_document_shares_document REFERENCES documents (id) ON DELETE CASCADE,
        user_id text CONSTRAINT fk_document_shares_user REFERENCES users (id) ON DELETE CASCADE,
        team_id text CONSTRAINT fk_document_shares_team REFERENCES teams (id) ON DELETE CASCADE,
        permission text NOT NULL CONSTRAINT ck_document_shares_permission CHECK (permission IN ('view', 'comment')),
        message text,
        page_number integer CONSTRAINT ck_document_shares_page CHECK (page_number > 0),
        expires_at timestamptz(3),
        shared_by text CONSTRAINT fk_document_shares_sharer REFERENCES users (id) ON DELETE SET NULL,
        granted_by_share_id text CONSTRAINT fk_document_shares_grant REFERENCES document_shares (id) ON DELETE CASCADE,
        row_version integer NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT ck_document_shares_recipient CHECK (num_nonnulls(user_id, team_id) = 1)
      )`);
    await queryRunner.query(`CREATE INDEX ix_document_shares_document ON document_shares (document_id, id DESC)`);
    // What every look at documents asks: what is shared with this person, or with their team.
    await queryRunner.query(
      `CREATE INDEX ix_document_shares_user ON document_shares (user_id, id DESC) WHERE user_id IS NOT NULL`,
    );
    await queryRunner.query(
      `CREATE INDEX ix_document_shares_team ON document_shares (team_id, id DESC) WHERE team_id IS NOT NULL`,
    );
    // For the foreign keys.
    await queryRunner.query(`CREATE INDEX ix_document_shares_organization ON document_shares (organization_id)`);
    await queryRunner.query(`CREATE INDEX ix_document_shares_sharer ON document_shares (shared_by)`);
    await queryRunner.query(`CREATE INDEX ix_document_shares_grant ON document_shares (granted_by_share_id)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE document_shares`);
  }
}

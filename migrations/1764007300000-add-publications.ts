import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Publication modules with their issues. A file of an import names its publication without a foreign key, because it outlives it. */
export class AddPublications1764007300000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE publications (
        id text CONSTRAINT pk_publications PRIMARY KEY,
        organization_id text NOT NULL CONSTRAINT fk_publications_organization REFERENCES organizations (id) ON DELETE CASCADE,
        number text NOT NULL,
        language text,
        access text NOT NULL CONSTRAINT ck_publications_access CHECK (access IN ('organization', 'team')),
        team_id text CONSTRAINT fk_publications_team REFERENCES teams (id),
        created_by text CONSTRAINT fk_publications_creator REFERENCES users (id) ON DELETE SET NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT ck_publications_team CHECK (access <> 'team' OR team_id IS NOT NULL)
      )`);
    await queryRunner.query(`CREATE INDEX ix_publications_organization ON publications (organization_id, id)`);
    await queryRunner.query(
      `CREATE INDEX ix_publications_number ON publications (organization_id, lower(number) COLLATE "C")`,
    );
    await queryRunner.query(`CREATE INDEX ix_publications_team ON publications (team_id)`);
    await queryRunner.query(`CREATE INDEX ix_publications_creator ON publications (created_by)`);
    await queryRunner.query(`
      CREATE TABLE publication_issues (
        id text CONSTRAINT pk_publication_issues PRIMARY KEY,
        publication_id text NOT NULL
          CONSTRAINT fk_publication_issues_publication REFERENCES publications (id) ON DELETE CASCADE,
        issue text NOT NULL,
        in_work text NOT NULL,
        issue_date date,
        title text NOT NULL,
        is_current boolean NOT NULL,
        members jsonb NOT NULL,
        member_count integer NOT NULL,
        content_sha256 text NOT NULL CONSTRAINT fk_publication_issues_blob REFERENCES blobs (sha256),
        file_name text NOT NULL,
        created_by text CONSTRAINT fk_publication_issues_creator REFERENCES users (id) ON DELETE SET NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT uq_publication_issues_issue UNIQUE (publication_id, issue, in_work)
      )`);
    await queryRunner.query(
      `CREATE UNIQUE INDEX uq_publication_issues_current ON publication_issues (publication_id) WHERE is_current`,
    );
    await queryRunner.query(`CREATE INDEX ix_publication_issues_content ON publication_issues (content_sha256)`);
    await queryRunner.query(`CREATE INDEX ix_publication_issues_creator ON publication_issues (created_by)`);
    await queryRunner.query(`ALTER TABLE import_items ADD COLUMN publication_id text`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE import_items DROP COLUMN publication_id`);
    await queryRunner.query(`DROP TABLE publication_issues`);
    await queryRunner.query(`DROP TABLE publications`);
  }
}

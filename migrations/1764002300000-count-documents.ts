import type { MigrationInterface, QueryRunner } from 'typeorm';

const DIMENSIONS = 'document_type, aircraft_type, inactive_status';
const KEY = `organization_id, access, team_id, ${DIMENSIONS}`;
const events = {
  insert: 'INSERT ON documents REFERENCING NEW TABLE AS new_rows',
  update: 'UPDATE ON documents REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows',
  delete: 'DELETE ON documents REFERENCING OLD TABLE AS old_rows',
};

/** SQL that adds `change` of the rows of `changed` to the counts of each group, and to those over all types and states. */
const addChanges = (changed: string): string => `
  PERFORM add_document_count(${KEY}, sum(change)::bigint) FROM (${changed}) AS changed
  GROUP BY organization_id, access, team_id, GROUPING SETS ((${DIMENSIONS}), ()) HAVING sum(change) <> 0;`;
const rows = (table: string, change: number): string =>
  `SELECT ${KEY}, ${change} AS change FROM ${table} WHERE deleted_at IS NULL`;

/**
 * Counts of documents by what decides about their visibility, for lists. PostgreSQL keeps them, because nodes of the release before do not.
 * Several rows can have the same key: a writer takes one that nobody else has locked, so uploads of an organization do not wait for each other.
 */
export class CountDocuments1764002300000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // The status of the current revision unless it is active, so that only few rows of large libraries have to be written.
    await queryRunner.query(`ALTER TABLE documents ADD COLUMN inactive_status text`);
    await queryRunner.query(`
      CREATE FUNCTION set_inactive_status() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.inactive_status := (SELECT nullif(status, 'active') FROM document_revisions WHERE id = NEW.current_revision_id);
        RETURN NEW;
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER tr_documents_status BEFORE INSERT OR UPDATE OF current_revision_id ON documents
        FOR EACH ROW EXECUTE FUNCTION set_inactive_status()`);
    await queryRunner.query(`
      CREATE FUNCTION copy_revision_status() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE documents SET inactive_status = nullif(NEW.status, 'active')
        WHERE id = NEW.document_id AND current_revision_id = NEW.id AND inactive_status IS DISTINCT FROM nullif(NEW.status, 'active');
        RETURN NULL;
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER tr_document_revisions_status AFTER INSERT OR UPDATE OF status ON document_revisions
        FOR EACH ROW EXECUTE FUNCTION copy_revision_status()`);
    // Without foreign keys: rows of a deleted organization add up to 0 and are removed.
    await queryRunner.query(`
      CREATE TABLE document_counts (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_document_counts PRIMARY KEY,
        organization_id text NOT NULL,
        access text NOT NULL,
        team_id text,
        document_type text,
        aircraft_type text,
        inactive_status text,
        documents bigint NOT NULL
      ) WITH (fillfactor = 50)`);
    await queryRunner.query(
      `CREATE INDEX ix_document_counts_organization ON document_counts (organization_id, document_type, aircraft_type, access)`,
    );
    await queryRunner.query(`
      CREATE FUNCTION add_document_count(
        for_organization text, for_access text, for_team text, for_type text, for_aircraft text, for_status text, change bigint)
      RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE document_counts SET documents = documents + change WHERE id = (
          SELECT id FROM document_counts
          WHERE organization_id = for_organization AND access = for_access AND team_id IS NOT DISTINCT FROM for_team
            AND (document_type = for_type OR document_type IS NULL AND for_type IS NULL)
            AND (aircraft_type = for_aircraft OR aircraft_type IS NULL AND for_aircraft IS NULL)
            AND inactive_status IS NOT DISTINCT FROM for_status
          LIMIT 1 FOR UPDATE SKIP LOCKED);
        IF NOT FOUND THEN
          INSERT INTO document_counts (${KEY}, documents)
          VALUES (for_organization, for_access, for_team, for_type, for_aircraft, for_status, change);
        END IF;
      END $$`);
    await queryRunner.query(`
      CREATE FUNCTION count_documents() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN ${addChanges(rows('new_rows', 1))}
        ELSIF TG_OP = 'DELETE' THEN ${addChanges(rows('old_rows', -1))}
        ELSE ${addChanges(`${rows('new_rows', 1)} UNION ALL ${rows('old_rows', -1)}`)}
        END IF;
        RETURN NULL;
      END $$`);
    for (const [name, event] of Object.entries(events)) {
      await queryRunner.query(
        `CREATE TRIGGER tr_documents_count_${name} AFTER ${event} FOR EACH STATEMENT EXECUTE FUNCTION count_documents()`,
      );
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of Object.keys(events))
      await queryRunner.query(`DROP TRIGGER tr_documents_count_${name} ON documents`);
    await queryRunner.query(`DROP FUNCTION count_documents()`);
    await queryRunner.query(`DROP FUNCTION add_document_count(text, text, text, text, text, text, bigint)`);
    await queryRunner.query(`DROP TABLE document_counts`);
    await queryRunner.query(`DROP TRIGGER tr_document_revisions_status ON document_revisions`);
    await queryRunner.query(`DROP FUNCTION copy_revision_status()`);
    await queryRunner.query(`DROP TRIGGER tr_documents_status ON documents`);
    await queryRunner.query(`DROP FUNCTION set_inactive_status()`);
    await queryRunner.query(`ALTER TABLE documents DROP COLUMN inactive_status`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The organization of a revision, by which readers take turns. PostgreSQL sets it, because nodes of the release before do not. Its name
 * leaves `organization_id` unambiguous in their joins with documents.
 */
export class QueueByOrganization1764005000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE document_revisions ADD COLUMN queue_organization_id text`);
    await queryRunner.query(`
      CREATE FUNCTION set_revision_organization() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.queue_organization_id := (SELECT d.organization_id FROM documents d WHERE d.id = NEW.document_id);
        RETURN NEW;
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER tr_document_revisions_organization BEFORE INSERT OR UPDATE OF ingestion_state ON document_revisions
        FOR EACH ROW WHEN (NEW.queue_organization_id IS NULL) EXECUTE FUNCTION set_revision_organization()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TRIGGER tr_document_revisions_organization ON document_revisions`);
    await queryRunner.query(`DROP FUNCTION set_revision_organization`);
    await queryRunner.query(`ALTER TABLE document_revisions DROP COLUMN queue_organization_id`);
  }
}

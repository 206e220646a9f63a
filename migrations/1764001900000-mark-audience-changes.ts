import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A document that is opened or closed to others is marked for search indexes by PostgreSQL itself, because nodes of the
 * release before, which may run beside new ones during an upgrade, do not mark it. Deferred: the organization's head is
 * locked at the end of the transaction, in the same order as by the application.
 */
export class MarkAudienceChanges1764001900000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // An organization without a head has nothing that could be found yet.
    await queryRunner.query(`
      CREATE FUNCTION mark_audience_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        WITH head AS (
          UPDATE index_heads
          SET position = greatest(position + 1, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
          WHERE organization_id = NEW.organization_id RETURNING organization_id, position)
        INSERT INTO index_changes (organization_id, revision_id, position, text_position)
        SELECT head.organization_id, r.id, head.position, head.position
        FROM head, document_revisions r WHERE r.document_id = NEW.id
        ON CONFLICT ON CONSTRAINT pk_index_changes DO UPDATE SET position = EXCLUDED.position;
        RETURN NULL;
      END $$`);
    await queryRunner.query(`
      CREATE CONSTRAINT TRIGGER tr_documents_audience AFTER UPDATE OF access, team_id ON documents
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
        WHEN ((OLD.access, OLD.team_id) IS DISTINCT FROM (NEW.access, NEW.team_id))
        EXECUTE FUNCTION mark_audience_change()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TRIGGER tr_documents_audience ON documents`);
    await queryRunner.query(`DROP FUNCTION mark_audience_change()`);
  }
}

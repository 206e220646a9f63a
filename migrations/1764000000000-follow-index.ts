import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How far each organization's library has come, and where in that each of its revisions last changed for a search:
 * every process makes its search index of this by itself.
 */
export class FollowIndex1764000000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE index_heads (
        organization_id text CONSTRAINT pk_index_heads PRIMARY KEY
          CONSTRAINT fk_index_heads_organization REFERENCES organizations (id) ON DELETE CASCADE,
        position bigint NOT NULL,
        model text
      )`);
    // Of deleted revisions too, so that they are taken out: no foreign key leads to the revision.
    await queryRunner.query(`
      CREATE TABLE index_changes (
        organization_id text NOT NULL
          CONSTRAINT fk_index_changes_organization REFERENCES organizations (id) ON DELETE CASCADE,
        revision_id text NOT NULL,
        position bigint NOT NULL,
        text_position bigint NOT NULL,
        CONSTRAINT pk_index_changes PRIMARY KEY (organization_id, revision_id)
      )`);
    await queryRunner.query(`CREATE INDEX ix_index_changes_position ON index_changes (organization_id, position)`);
    await queryRunner.query(`
      INSERT INTO index_heads (organization_id, position)
      SELECT DISTINCT organization_id, (extract(epoch FROM now()) * 1000000)::bigint FROM documents`);
    await queryRunner.query(`
      INSERT INTO index_changes (organization_id, revision_id, position, text_position)
      SELECT h.organization_id, r.id, h.position, h.position
      FROM document_revisions r JOIN documents d ON d.id = r.document_id
      JOIN index_heads h ON h.organization_id = d.organization_id`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE index_changes`);
    await queryRunner.query(`DROP TABLE index_heads`);
  }
}

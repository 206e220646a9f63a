import type { MigrationInterface, QueryRunner } from 'typeorm';

const NAME = 'ix_document_revisions_waiting';

/** For revisions that were queued before the trigger, and an index of the queue, built without blocking writers. */
export class IndexQueueByOrganization1764005000100 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`SET lock_timeout = 0`);
    await queryRunner.query(`
      UPDATE document_revisions r SET queue_organization_id = d.organization_id FROM documents d
      WHERE d.id = r.document_id AND r.ingestion_state = 'queued' AND r.queue_organization_id IS NULL`);
    await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${NAME}`);
    await queryRunner.query(
      `CREATE INDEX CONCURRENTLY ${NAME} ON document_revisions (queue_organization_id, reprocessed_at NULLS FIRST, id)
       WHERE ingestion_state = 'queued'`,
    );
    await queryRunner.query(`RESET lock_timeout`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX ${NAME}`);
  }
}

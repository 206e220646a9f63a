import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Completions are walked key by key, and of a key that many manuals have the first is taken that the reader may see. */
export class IndexSearchTermsByRevision1764001800000 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`SET lock_timeout = 0`);
    await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ix_search_terms_walk`);
    await queryRunner.query(
      `CREATE INDEX CONCURRENTLY ix_search_terms_walk ON search_terms (organization_id, kind, key, revision_id)`,
    );
    // The new one begins with the same columns.
    await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ix_search_terms_key`);
    await queryRunner.query(`RESET lock_timeout`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX IF NOT EXISTS ix_search_terms_key ON search_terms (organization_id, kind, key)`,
    );
    await queryRunner.query(`DROP INDEX IF EXISTS ix_search_terms_walk`);
  }
}

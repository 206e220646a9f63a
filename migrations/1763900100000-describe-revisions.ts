import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a file says of itself beyond the fields of every document: codes and issues of S1000D modules. */
export class DescribeRevisions1763900100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE document_revisions ADD COLUMN metadata jsonb`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE document_revisions DROP COLUMN metadata`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sandboxes: organizations with the people of another one, and the template of their documents. */
export class CreateSandboxes1764370000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE sandboxes (
         organization_id text NOT NULL CONSTRAINT pk_sandboxes PRIMARY KEY
           CONSTRAINT fk_sandboxes_organization REFERENCES organizations (id) ON DELETE CASCADE,
         live_organization_id text CONSTRAINT uq_sandboxes_live UNIQUE
           CONSTRAINT fk_sandboxes_live_organization REFERENCES organizations (id),
         library_state text NOT NULL DEFAULT 'filling',
         library_version text,
         advanced_seconds bigint NOT NULL DEFAULT 0,
         reset_at timestamptz(3) NOT NULL DEFAULT now(),
         created_at timestamptz(3) NOT NULL DEFAULT now(),
         CONSTRAINT ck_sandboxes_library_state CHECK (library_state IN ('filling', 'ready', 'failed')))`,
    );
    // Documents of a sandbox can hold a mirrored team; the live one is deleted nevertheless.
    for (const [table, onDelete] of [
      ['users', 'CASCADE'],
      ['teams', 'SET NULL'],
    ]) {
      await queryRunner.query(`ALTER TABLE ${table} ADD COLUMN mirror_of text`);
      await queryRunner.query(
        `ALTER TABLE ${table} ADD CONSTRAINT fk_${table}_mirror FOREIGN KEY (mirror_of) REFERENCES ${table} (id)
           ON DELETE ${onDelete} NOT VALID`,
      );
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `DELETE FROM organizations WHERE id IN (SELECT organization_id FROM sandboxes WHERE live_organization_id IS NOT NULL)`,
    );
    for (const table of ['users', 'teams']) await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN mirror_of`);
    await queryRunner.query(`DROP TABLE sandboxes`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tasks of manuals, as they were read from the pages of a revision. */
export class CreateTasks1764520000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE task_readings (
         revision_id text NOT NULL CONSTRAINT pk_task_readings PRIMARY KEY
           CONSTRAINT fk_task_readings_revision REFERENCES document_revisions (id) ON DELETE CASCADE,
         reprocessed_at timestamptz(3),
         task_count integer NOT NULL,
         failures integer NOT NULL DEFAULT 0,
         created_at timestamptz(3) NOT NULL DEFAULT now())`,
    );
    await queryRunner.query(
      `CREATE TABLE revision_tasks (
         revision_id text NOT NULL
           CONSTRAINT fk_revision_tasks_revision REFERENCES document_revisions (id) ON DELETE CASCADE,
         position integer NOT NULL,
         number text NOT NULL,
         title text NOT NULL,
         ata_chapter text,
         first_page integer NOT NULL,
         last_page integer NOT NULL,
         start_offset integer NOT NULL,
         end_offset integer NOT NULL,
         effectivity jsonb NOT NULL,
         parts jsonb NOT NULL,
         inherited jsonb NOT NULL,
         content_sha256 text NOT NULL,
         CONSTRAINT pk_revision_tasks PRIMARY KEY (revision_id, position),
         CONSTRAINT uq_revision_tasks_number UNIQUE (revision_id, number),
         CONSTRAINT ck_revision_tasks_pages CHECK (first_page > 0 AND last_page >= first_page))`,
    );
    await queryRunner.query(`CREATE INDEX ix_revision_tasks_number ON revision_tasks (number)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE revision_tasks`);
    await queryRunner.query(`DROP TABLE task_readings`);
  }
}

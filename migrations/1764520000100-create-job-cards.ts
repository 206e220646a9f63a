import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Job cards: chosen tasks for an aircraft, to print. */
export class CreateJobCards1764520000100 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE job_cards (
         id text NOT NULL CONSTRAINT pk_job_cards PRIMARY KEY,
         organization_id text NOT NULL
           CONSTRAINT fk_job_cards_organization REFERENCES organizations (id) ON DELETE CASCADE,
         title text,
         work_order text,
         aircraft jsonb NOT NULL,
         task_count integer NOT NULL,
         created_by text CONSTRAINT fk_job_cards_creator REFERENCES users (id) ON DELETE SET NULL,
         created_at timestamptz(3) NOT NULL DEFAULT now())`,
    );
    await queryRunner.query(`CREATE INDEX ix_job_cards_organization ON job_cards (organization_id, id)`);
    await queryRunner.query(`CREATE INDEX ix_job_cards_creator ON job_cards (created_by, id)`);
    await queryRunner.query(
      `CREATE TABLE job_card_tasks (
         job_card_id text NOT NULL
           CONSTRAINT fk_job_card_tasks_card REFERENCES job_cards (id) ON DELETE CASCADE,
         position integer NOT NULL,
         document_id text NOT NULL,
         revision_id text NOT NULL,
         number text NOT NULL,
         title text NOT NULL,
         document_title text NOT NULL,
         document_number text,
         version text NOT NULL,
         file_sha256 text NOT NULL,
         content_sha256 text NOT NULL,
         first_page integer NOT NULL,
         last_page integer NOT NULL,
         applicability jsonb NOT NULL,
         exceptions jsonb NOT NULL,
         CONSTRAINT pk_job_card_tasks PRIMARY KEY (job_card_id, position))`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE job_card_tasks`);
    await queryRunner.query(`DROP TABLE job_cards`);
  }
}

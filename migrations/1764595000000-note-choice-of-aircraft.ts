import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An aircraft that is chosen for a conversation counts more than those named before. */
export class NoteChoiceOfAircraft1764595000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE chat_sessions ADD COLUMN aircraft_chosen_at timestamptz(3)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE chat_sessions DROP COLUMN aircraft_chosen_at`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The aircraft that a conversation and its answers are about. */
export class AircraftOfConversations1764490000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE chat_sessions ADD COLUMN aircraft_id text`);
    await runner.query(`ALTER TABLE chat_messages ADD COLUMN aircraft json`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE chat_messages DROP COLUMN aircraft`);
    await runner.query(`ALTER TABLE chat_sessions DROP COLUMN aircraft_id`);
  }
}

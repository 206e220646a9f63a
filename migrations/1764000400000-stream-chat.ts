import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Answers that can be followed while they are made, stopped, and rated. */
export class StreamChat1764000400000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE chat_messages
        ADD COLUMN lease_until timestamptz(3),
        ADD COLUMN followed_until timestamptz(3),
        ADD COLUMN failure json,
        ADD COLUMN remarks json NOT NULL DEFAULT '[]'`);
    // None is being made while this runs: until now, messages were stored when they were complete.
    await queryRunner.query(`
      ALTER TABLE chat_messages ADD CONSTRAINT ck_chat_messages_lease CHECK (status <> 'streaming' OR lease_until IS NOT NULL) NOT VALID`);
    await queryRunner.query(`ALTER TABLE chat_messages VALIDATE CONSTRAINT ck_chat_messages_lease`);
    await queryRunner.query(
      `CREATE INDEX ix_chat_messages_streaming ON chat_messages (session_id, id) WHERE status = 'streaming'`,
    );
    await queryRunner.query(`
      CREATE TABLE chat_message_events (
        message_id text NOT NULL CONSTRAINT fk_chat_message_events_message REFERENCES chat_messages (id) ON DELETE CASCADE,
        id integer NOT NULL,
        event text NOT NULL CONSTRAINT ck_chat_message_events_event CHECK (event IN ('message.delta', 'citation', 'warning')),
        data json NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_chat_message_events PRIMARY KEY (message_id, id)
      )`);
    await queryRunner.query(`CREATE INDEX ix_chat_message_events_created ON chat_message_events (created_at)`);
    await queryRunner.query(`
      CREATE TABLE message_feedback (
        message_id text CONSTRAINT pk_message_feedback PRIMARY KEY
          CONSTRAINT fk_message_feedback_message REFERENCES chat_messages (id) ON DELETE CASCADE,
        rating text NOT NULL CONSTRAINT ck_message_feedback_rating CHECK (rating IN ('up', 'down')),
        reason text,
        comment text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE message_feedback, chat_message_events`);
    await queryRunner.query(`DROP INDEX ix_chat_messages_streaming`);
    // The service before this one knows only messages that are over.
    await queryRunner.query(`UPDATE chat_messages SET status = 'failed' WHERE status = 'streaming'`);
    await queryRunner.query(`
      ALTER TABLE chat_messages
        DROP CONSTRAINT ck_chat_messages_lease,
        DROP COLUMN remarks,
        DROP COLUMN failure,
        DROP COLUMN followed_until,
        DROP COLUMN lease_until`);
  }
}

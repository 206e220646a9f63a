import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Conversations with a copilot; each belongs to one user alone. */
export class CreateChat1763600200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE chat_sessions (
        id text CONSTRAINT pk_chat_sessions PRIMARY KEY,
        organization_id text NOT NULL CONSTRAINT fk_chat_sessions_organization REFERENCES organizations (id) ON DELETE CASCADE,
        user_id text NOT NULL CONSTRAINT fk_chat_sessions_user REFERENCES users (id) ON DELETE CASCADE,
        copilot_type text NOT NULL,
        title text NOT NULL,
        filters jsonb NOT NULL DEFAULT '{}',
        row_version integer NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await queryRunner.query(`CREATE INDEX ix_chat_sessions_user ON chat_sessions (user_id, id DESC)`);
    await queryRunner.query(`
      CREATE TABLE chat_messages (
        id text CONSTRAINT pk_chat_messages PRIMARY KEY,
        session_id text NOT NULL CONSTRAINT fk_chat_messages_session REFERENCES chat_sessions (id) ON DELETE CASCADE,
        role text NOT NULL CONSTRAINT ck_chat_messages_role CHECK (role IN ('user', 'assistant')),
        content text NOT NULL,
        status text NOT NULL CONSTRAINT ck_chat_messages_status CHECK (status IN ('complete', 'streaming', 'stopped', 'failed')),
        answer_status text CONSTRAINT ck_chat_messages_answer CHECK (answer_status IN ('grounded', 'refused', 'needs_clarification')),
        citations json NOT NULL DEFAULT '[]',
        warnings json NOT NULL DEFAULT '[]',
        suggestions json NOT NULL DEFAULT '[]',
        model text,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await queryRunner.query(`CREATE INDEX ix_chat_messages_session ON chat_messages (session_id, id)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE chat_messages`);
    await queryRunner.query(`DROP TABLE chat_sessions`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Invitations, password resets and logins between password and second factor: secrets that work once, kept as hashes. */
export class CreateOneTimeTokens1763700200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE one_time_tokens (
        id text CONSTRAINT pk_one_time_tokens PRIMARY KEY,
        user_id text NOT NULL CONSTRAINT fk_one_time_tokens_user REFERENCES users (id) ON DELETE CASCADE,
        kind text NOT NULL
          CONSTRAINT ck_one_time_tokens_kind CHECK (kind IN ('invitation', 'password_reset', 'mfa')),
        token_hash bytea NOT NULL CONSTRAINT uq_one_time_tokens_hash UNIQUE,
        expires_at timestamptz(3) NOT NULL,
        used_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await queryRunner.query(`CREATE INDEX ix_one_time_tokens_user ON one_time_tokens (user_id, kind)`);
    await queryRunner.query(`CREATE INDEX ix_one_time_tokens_expires ON one_time_tokens (expires_at)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE one_time_tokens`);
  }
}

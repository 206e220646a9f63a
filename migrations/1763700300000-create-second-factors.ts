import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Second factors of accounts, what is under way with them, and the codes for the day when none of them is at hand. */
export class CreateSecondFactors1763700300000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE mfa_methods (
        id text CONSTRAINT pk_mfa_methods PRIMARY KEY,
        user_id text NOT NULL CONSTRAINT fk_mfa_methods_user REFERENCES users (id) ON DELETE CASCADE,
        type text NOT NULL CONSTRAINT ck_mfa_methods_type CHECK (type IN ('totp', 'sms', 'email', 'webauthn')),
        label text NOT NULL,
        hint text,
        sealed_secret bytea,
        last_used_step bigint,
        sealed_phone bytea,
        credential_id text CONSTRAINT uq_mfa_methods_credential UNIQUE,
        public_key bytea,
        sign_count bigint,
        transports text[],
        aaguid text,
        backup_eligible boolean,
        backed_up boolean,
        activated_at timestamptz(3),
        last_used_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await queryRunner.query(`CREATE INDEX ix_mfa_methods_user ON mfa_methods (user_id, id)`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX uq_mfa_methods_email ON mfa_methods (user_id) WHERE type = 'email' AND activated_at IS NOT NULL`);
    await queryRunner.query(`
      CREATE TABLE mfa_challenges (
        id text CONSTRAINT pk_mfa_challenges PRIMARY KEY,
        user_id text NOT NULL CONSTRAINT fk_mfa_challenges_user REFERENCES users (id) ON DELETE CASCADE,
        method_id text CONSTRAINT fk_mfa_challenges_method REFERENCES mfa_methods (id) ON DELETE SET NULL,
        purpose text NOT NULL CONSTRAINT ck_mfa_challenges_purpose CHECK (purpose IN ('login', 'activate', 'step_up')),
        bound_to text NOT NULL,
        code_hash bytea,
        webauthn_challenge text,
        attempts integer NOT NULL DEFAULT 0,
        expires_at timestamptz(3) NOT NULL,
        used_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await queryRunner.query(`CREATE INDEX ix_mfa_challenges_method ON mfa_challenges (method_id, bound_to, id)`);
    await queryRunner.query(`CREATE INDEX ix_mfa_challenges_user ON mfa_challenges (user_id, created_at)`);
    await queryRunner.query(`
      CREATE TABLE mfa_recovery_codes (
        user_id text NOT NULL CONSTRAINT fk_mfa_recovery_codes_user REFERENCES users (id) ON DELETE CASCADE,
        code_hash bytea NOT NULL,
        used_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_mfa_recovery_codes PRIMARY KEY (user_id, code_hash)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['mfa_recovery_codes', 'mfa_challenges', 'mfa_methods']) {
      await queryRunner.query(`DROP TABLE ${table}`);
    }
    // Nobody can prove a factor that is not kept any more: the password is enough again.
    await queryRunner.query(`UPDATE users SET mfa_enabled = false WHERE mfa_enabled`);
  }
}

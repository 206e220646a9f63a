import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The audit trail, hash-chained by organization. No foreign keys: the trail outlives what it names. What is written stays:
 * triggers refuse every change. Whoever owns the tables can switch triggers off, and that is what the chain is for.
 */
export class CreateAuditTrail1763700000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE audit_events (
        id text CONSTRAINT pk_audit_events PRIMARY KEY,
        organization_id text,
        sequence bigint NOT NULL,
        action text NOT NULL,
        result text NOT NULL CONSTRAINT ck_audit_events_result CHECK (result IN ('success', 'failure')),
        reason text,
        actor_type text NOT NULL CONSTRAINT ck_audit_events_actor_type CHECK (actor_type IN ('user', 'api_key', 'system', 'anonymous')),
        actor_id text,
        session_id text,
        api_key_id text,
        target_type text,
        target_id text,
        ip text,
        user_agent text,
        request_id text,
        details jsonb NOT NULL,
        occurred_at timestamptz(3) NOT NULL,
        previous_hash bytea NOT NULL,
        hash bytea NOT NULL
      )`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX uq_audit_events_sequence ON audit_events (organization_id, sequence) NULLS NOT DISTINCT`);
    await queryRunner.query(
      `CREATE INDEX ix_audit_events_action ON audit_events (organization_id, action COLLATE "C", sequence)`,
    );
    await queryRunner.query(`CREATE INDEX ix_audit_events_actor ON audit_events (organization_id, actor_id, sequence)`);
    await queryRunner.query(
      `CREATE INDEX ix_audit_events_target ON audit_events (organization_id, target_id, sequence)`,
    );
    await queryRunner.query(
      `CREATE INDEX ix_audit_events_target_type ON audit_events (organization_id, target_type, sequence)`,
    );
    await queryRunner.query(
      `CREATE INDEX ix_audit_events_failed ON audit_events (organization_id, sequence) WHERE result = 'failure'`,
    );
    await queryRunner.query(`CREATE INDEX ix_audit_events_occurred ON audit_events (organization_id, occurred_at)`);
    await queryRunner.query(`
      CREATE TABLE audit_chains (
        chain text CONSTRAINT pk_audit_chains PRIMARY KEY,
        last_sequence bigint NOT NULL,
        last_hash bytea NOT NULL,
        seal bytea NOT NULL
      )`);
    await queryRunner.query(`
      CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION '% of % is refused: the audit trail is append-only', TG_OP, TG_TABLE_NAME
          USING ERRCODE = 'insufficient_privilege';
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER tr_audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`);
    await queryRunner.query(`
      CREATE TRIGGER tr_audit_chains_kept BEFORE DELETE OR TRUNCATE ON audit_chains
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE audit_chains`);
    await queryRunner.query(`DROP TABLE audit_events`);
    await queryRunner.query(`DROP FUNCTION refuse_audit_change`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns of an event as it is recorded; the same in both tables. */
const RECORDED = [
  ...['action', 'result', 'reason', 'actor_type', 'actor_id', 'session_id', 'api_key_id', 'target_type', 'target_id'],
  ...['ip', 'user_agent', 'request_id', 'details', 'occurred_at'],
];
const NAMES = RECORDED.join(', ');
const of = (row: string): string => RECORDED.map((column) => `${row}.${column}`).join(', ');

/**
 * Events are inserted into `audit_unsealed_events` without a lock, and moved to the chains in batches. `audit_events` and its
 * triggers stay as they are: nodes of the release before append to the same chains. An unsealed event can only be removed after
 * its copy is in `audit_events`. `audit_tiles` has the Merkle tree of each chain, and `audit_chains` its sealed root.
 */
export class SealAuditEvents1764002000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // The order of arrival is that of the database, because clocks of nodes differ.
    await queryRunner.query(`
      CREATE TABLE audit_unsealed_events (
        chain text NOT NULL,
        arrival bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
        id text NOT NULL,
        action text NOT NULL,
        result text NOT NULL CONSTRAINT ck_audit_unsealed_events_result CHECK (result IN ('success', 'failure')),
        reason text,
        actor_type text NOT NULL CONSTRAINT ck_audit_unsealed_events_actor_type
          CHECK (actor_type IN ('user', 'api_key', 'system', 'anonymous')),
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
        mac bytea NOT NULL,
        CONSTRAINT pk_audit_unsealed_events PRIMARY KEY (chain, arrival)
      ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)`);
    await queryRunner.query(`
      CREATE TABLE audit_tiles (
        chain text NOT NULL,
        level integer NOT NULL,
        position bigint NOT NULL,
        hashes bytea NOT NULL,
        CONSTRAINT pk_audit_tiles PRIMARY KEY (chain, level, position)
      )`);
    await queryRunner.query(`
      ALTER TABLE audit_chains ADD COLUMN tree_start bigint, ADD COLUMN tree_size bigint, ADD COLUMN tree_root bytea,
        ADD COLUMN tree_seal bytea, ADD COLUMN sealed_at timestamptz(3)`);
    await queryRunner.query(`
      CREATE VIEW audit_records AS
        SELECT id, organization_id, sequence, NULL::bigint AS arrival, ${NAMES}, previous_hash, hash FROM audit_events
        UNION ALL
        SELECT id, nullif(chain, 'installation'), NULL, arrival, ${NAMES}, NULL, NULL FROM audit_unsealed_events`);
    await queryRunner.query(`
      CREATE FUNCTION refuse_unsealed_removal() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM audit_events e WHERE e.id = OLD.id
          AND e.organization_id IS NOT DISTINCT FROM nullif(OLD.chain, 'installation')
          AND (${of('e')}) IS NOT DISTINCT FROM (${of('OLD')})) THEN
          RETURN OLD;
        END IF;
        RAISE EXCEPTION 'DELETE of event % is refused: it is not sealed', OLD.id USING ERRCODE = 'insufficient_privilege';
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER tr_audit_unsealed_events_append_only BEFORE UPDATE OR TRUNCATE ON audit_unsealed_events
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`);
    await queryRunner.query(`
      CREATE TRIGGER tr_audit_unsealed_events_kept BEFORE DELETE ON audit_unsealed_events FOR EACH ROW
        WHEN (NOT is_organization_closed(OLD.chain)) EXECUTE FUNCTION refuse_unsealed_removal()`);
    await queryRunner.query(`
      CREATE TRIGGER tr_audit_tiles_whole BEFORE TRUNCATE ON audit_tiles
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`);
    await queryRunner.query(`
      CREATE TRIGGER tr_audit_tiles_kept BEFORE DELETE ON audit_tiles FOR EACH ROW
        WHEN (NOT is_organization_closed(OLD.chain)) EXECUTE FUNCTION refuse_audit_change()`);
    await queryRunner.query(`
      CREATE TRIGGER tr_audit_tiles_grow BEFORE UPDATE ON audit_tiles FOR EACH ROW
        WHEN ((NEW.chain, NEW.level, NEW.position) <> (OLD.chain, OLD.level, OLD.position)
          OR substring(NEW.hashes FROM 1 FOR length(OLD.hashes)) <> OLD.hashes)
        EXECUTE FUNCTION refuse_audit_change()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('LOCK TABLE audit_unsealed_events');
    const [found] = (await queryRunner.query('SELECT 1 FROM audit_unsealed_events LIMIT 1')) as unknown[];
    if (found) throw new Error('there are audit events that are not sealed: start the service, stop it, and repeat');
    await queryRunner.query('DROP VIEW audit_records');
    await queryRunner.query(`
      ALTER TABLE audit_chains DROP COLUMN tree_start, DROP COLUMN tree_size, DROP COLUMN tree_root,
        DROP COLUMN tree_seal, DROP COLUMN sealed_at`);
    await queryRunner.query('DROP TABLE audit_tiles');
    await queryRunner.query('DROP TABLE audit_unsealed_events');
    await queryRunner.query('DROP FUNCTION refuse_unsealed_removal');
  }
}

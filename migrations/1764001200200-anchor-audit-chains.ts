import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Where a chain begins once its oldest events were removed for their age. Of `audit_events` nothing else can be deleted than
 * what the anchor of its chain says, moved before in the same transaction, and nothing younger than a year. An anchor only
 * moves on.
 */
export class AnchorAuditChains1764001200200 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE audit_anchors (
        chain text CONSTRAINT pk_audit_anchors PRIMARY KEY,
        last_sequence bigint NOT NULL,
        last_hash bytea NOT NULL,
        seal bytea NOT NULL
      )`);
    await queryRunner.query(`
      CREATE TRIGGER tr_audit_anchors_kept BEFORE DELETE OR TRUNCATE ON audit_anchors
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`);
    await queryRunner.query(`
      CREATE TRIGGER tr_audit_anchors_move_on BEFORE UPDATE ON audit_anchors FOR EACH ROW
        WHEN (NEW.chain <> OLD.chain OR NEW.last_sequence < OLD.last_sequence) EXECUTE FUNCTION refuse_audit_change()`);
    await queryRunner.query(`
      CREATE FUNCTION refuse_audit_removal() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF OLD.occurred_at < now() - interval '365 days' AND EXISTS (
          SELECT FROM audit_anchors a
          WHERE a.chain = coalesce(OLD.organization_id, 'installation') AND a.last_sequence >= OLD.sequence
        ) THEN
          RETURN OLD;
        END IF;
        RAISE EXCEPTION 'DELETE of event % is refused: the audit trail is append-only', OLD.id
          USING ERRCODE = 'insufficient_privilege';
      END $$`);
    await queryRunner.query(`DROP TRIGGER tr_audit_events_append_only ON audit_events`);
    await queryRunner.query(`
      CREATE TRIGGER tr_audit_events_append_only BEFORE UPDATE OR TRUNCATE ON audit_events
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`);
    await queryRunner.query(`
      CREATE TRIGGER tr_audit_events_kept BEFORE DELETE ON audit_events
        FOR EACH ROW EXECUTE FUNCTION refuse_audit_removal()`);
  }

  /** Chains whose beginning was removed are found broken by the release before. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TRIGGER tr_audit_events_kept ON audit_events`);
    await queryRunner.query(`DROP TRIGGER tr_audit_events_append_only ON audit_events`);
    await queryRunner.query(`
      CREATE TRIGGER tr_audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`);
    await queryRunner.query(`DROP FUNCTION refuse_audit_removal`);
    await queryRunner.query(`DROP TABLE audit_anchors`);
  }
}

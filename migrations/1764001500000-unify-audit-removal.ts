import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The trail of an organization: its events, and the ends of its chain. */
const ENDS = ['audit_chains', 'audit_anchors'];

/**
 * One rule for the end of a trail: what belongs to an organization that was closed for its deletion can be removed, event, head
 * or anchor, row by row. All else is refused, but for events that go for their age.
 */
export class UnifyAuditRemoval1764001500000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE FUNCTION is_organization_closed(text) RETURNS boolean LANGUAGE sql STABLE AS $$
        SELECT EXISTS (SELECT FROM organization_deletions d WHERE d.organization_id = $1 AND d.closed_at IS NOT NULL)
      $$`);
    await queryRunner.query(`
      CREATE OR REPLACE TRIGGER tr_audit_events_kept BEFORE DELETE ON audit_events FOR EACH ROW
        WHEN (NOT is_organization_closed(OLD.organization_id)) EXECUTE FUNCTION refuse_audit_removal()`);
    for (const table of ENDS) {
      await queryRunner.query(`
        CREATE TRIGGER tr_${table}_whole BEFORE TRUNCATE ON ${table}
          FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`);
      await queryRunner.query(`
        CREATE OR REPLACE TRIGGER tr_${table}_kept BEFORE DELETE ON ${table} FOR EACH ROW
          WHEN (NOT is_organization_closed(OLD.chain)) EXECUTE FUNCTION refuse_audit_change()`);
    }
    await queryRunner.query(removalRefusedUnless(''));
    await queryRunner.query(changeRefused(''));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      changeRefused(`
        IF TG_OP = 'DELETE' AND current_setting('amks.audit_removal', true) = 'organization' THEN
          RETURN NULL;
        END IF;`),
    );
    await queryRunner.query(
      removalRefusedUnless(`OR EXISTS (
          SELECT FROM organization_deletions d
          WHERE d.organization_id = OLD.organization_id AND d.closed_at IS NOT NULL)`),
    );
    for (const table of ENDS) {
      await queryRunner.query(`
        CREATE OR REPLACE TRIGGER tr_${table}_kept BEFORE DELETE OR TRUNCATE ON ${table}
          FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`);
      await queryRunner.query(`DROP TRIGGER tr_${table}_whole ON ${table}`);
    }
    await queryRunner.query(`
      CREATE OR REPLACE TRIGGER tr_audit_events_kept BEFORE DELETE ON audit_events
        FOR EACH ROW EXECUTE FUNCTION refuse_audit_removal()`);
    await queryRunner.query(`DROP FUNCTION is_organization_closed`);
  }
}

function changeRefused(exception: string): string {
  return `
      CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN${exception}
        RAISE EXCEPTION '% of % is refused: the audit trail is append-only', TG_OP, TG_TABLE_NAME
          USING ERRCODE = 'insufficient_privilege';
      END $$`;
}

/** Events go for their age, behind the anchor of their chain, or for the reason given. */
function removalRefusedUnless(orReason: string): string {
  return `
      CREATE OR REPLACE FUNCTION refuse_audit_removal() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF OLD.occurred_at < now() - interval '365 days' AND EXISTS (
          SELECT FROM audit_anchors a
          WHERE a.chain = coalesce(OLD.organization_id, 'installation') AND a.last_sequence >= OLD.sequence
        ) ${orReason} THEN
          RETURN OLD;
        END IF;
        RAISE EXCEPTION 'DELETE of event % is refused: the audit trail is append-only', OLD.id
          USING ERRCODE = 'insufficient_privilege';
      END $$`;
}

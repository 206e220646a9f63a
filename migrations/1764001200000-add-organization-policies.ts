import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How long an organization keeps its audit trail and conversations, and which copilots and document types it uses. */
export class AddOrganizationPolicies1764001200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE organizations
        ADD COLUMN audit_retention_days integer NOT NULL DEFAULT 2555,
        ADD COLUMN chat_retention_days integer,
        ADD COLUMN copilots_enabled text[] NOT NULL DEFAULT '{mro,troubleshooting,parts,compliance,flight_ops}',
        ADD COLUMN document_types text[] NOT NULL
          DEFAULT '{AMM,CMM,EMM,SRM,IPC,WDM,FIM,TSM,MEL,MPD,NDT,SPM,SB,SL,AD,EO,TASK_CARD,FCOM,QRH,OTHER}',
        ADD CONSTRAINT ck_organizations_audit_retention CHECK (audit_retention_days >= 365),
        ADD CONSTRAINT ck_organizations_chat_retention CHECK (chat_retention_days >= 1)`);
    await queryRunner.query(`CREATE INDEX ix_chat_sessions_used ON chat_sessions (organization_id, updated_at)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX ix_chat_sessions_used`);
    await queryRunner.query(`
      ALTER TABLE organizations
        DROP COLUMN document_types,
        DROP COLUMN copilots_enabled,
        DROP COLUMN chat_retention_days,
        DROP COLUMN audit_retention_days`);
  }
}

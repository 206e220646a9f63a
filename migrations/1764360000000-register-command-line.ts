import type { MigrationInterface, QueryRunner } from 'typeorm';

const SCOPES = [
  ...['openid', 'profile', 'email', 'offline_access'],
  ...['document.view', 'document.search', 'document.manage', 'chat.use'],
  ...['api.access', 'webhook.manage', 'system.settings'],
];

/** The client of `amk login`, which belongs to no organization. It has the scopes that its commands need. */
export class RegisterCommandLine1764360000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE oauth_clients ALTER COLUMN organization_id DROP NOT NULL`);
    await queryRunner.query(
      `INSERT INTO oauth_clients (id, organization_id, name, type, redirect_uris, scopes, first_party)
       VALUES ('amk', NULL, 'Command line (amk)', 'public', '{http://127.0.0.1/callback}', $1, false)`,
      [SCOPES],
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM oauth_clients WHERE organization_id IS NULL`);
    await queryRunner.query(`ALTER TABLE oauth_clients ALTER COLUMN organization_id SET NOT NULL`);
  }
}

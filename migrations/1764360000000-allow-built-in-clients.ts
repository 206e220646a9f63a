import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Clients that belong to no organization, such as that of `amk login`. Nodes register them at start: a restored backup has their rows. */
export class AllowBuiltInClients1764360000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE oauth_clients ALTER COLUMN organization_id DROP NOT NULL`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM oauth_clients WHERE organization_id IS NULL`);
    await queryRunner.query(`ALTER TABLE oauth_clients ALTER COLUMN organization_id SET NOT NULL`);
  }
}

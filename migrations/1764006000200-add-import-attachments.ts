import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Attachments of e-mails are files of an import. */
export class AddImportAttachments1764006000200 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE import_items ADD COLUMN attached_to text, ADD COLUMN attachment_index integer`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE import_items DROP COLUMN attached_to, DROP COLUMN attachment_index`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the text of a page stands on it, for highlights and for whoever lays it over the page's image. */
export class PlaceText1763900500000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE pages ADD COLUMN width real, ADD COLUMN height real, ADD COLUMN boxes jsonb`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE pages DROP COLUMN width, DROP COLUMN height, DROP COLUMN boxes`);
  }
}

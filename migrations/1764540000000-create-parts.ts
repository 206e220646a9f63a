import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows of parts lists, as they were read from the pages of a revision. */
export class CreateParts1764540000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const revision = (table: string): string =>
      `revision_id text NOT NULL CONSTRAINT fk_${table}_revision REFERENCES document_revisions (id) ON DELETE CASCADE`;
    await queryRunner.query(
      `CREATE TABLE part_readings (
         ${revision('part_readings')},
         reprocessed_at timestamptz(3),
         reader_version integer NOT NULL,
         part_count integer NOT NULL,
         vendors jsonb NOT NULL DEFAULT '{}',
         failures integer NOT NULL DEFAULT 0,
         created_at timestamptz(3) NOT NULL DEFAULT now(),
         CONSTRAINT pk_part_readings PRIMARY KEY (revision_id))`,
    );
    await queryRunner.query(
      `CREATE TABLE revision_parts (
         id text NOT NULL CONSTRAINT pk_revision_parts PRIMARY KEY,
         organization_id text NOT NULL
           CONSTRAINT fk_revision_parts_organization REFERENCES organizations (id) ON DELETE CASCADE,
         ${revision('revision_parts')},
         position integer NOT NULL,
         ata_chapter text,
         figure text,
         figure_title text,
         figure_page integer,
         item text,
         not_illustrated boolean NOT NULL,
         number text,
         number_code text,
         number_key text,
         nomenclature text,
         indenture integer,
         quantity text,
         vendor text,
         stock_number text,
         effectivity text,
         usage_code text,
         attaching boolean NOT NULL,
         assemblies integer[] NOT NULL,
         condition integer NOT NULL,
         page_number integer NOT NULL,
         start_offset integer NOT NULL,
         end_offset integer NOT NULL,
         text text NOT NULL,
         CONSTRAINT uq_revision_parts_position UNIQUE (revision_id, position),
         CONSTRAINT ck_revision_parts_place CHECK (page_number > 0 AND end_offset > start_offset))`,
    );
    await queryRunner.query(`CREATE INDEX ix_revision_parts_key ON revision_parts (organization_id, number_key, id)`);
    await queryRunner.query(`CREATE INDEX ix_revision_parts_organization ON revision_parts (organization_id, id)`);
    await queryRunner.query(`CREATE INDEX ix_revision_parts_revision ON revision_parts (revision_id, id)`);
    await queryRunner.query(
      `CREATE INDEX ix_revision_parts_words ON revision_parts USING gin (to_tsvector('simple', coalesce(nomenclature, '')))`,
    );
    await queryRunner.query(
      `CREATE TABLE part_conditions (
         ${revision('part_conditions')},
         position integer NOT NULL,
         statements jsonb NOT NULL,
         CONSTRAINT pk_part_conditions PRIMARY KEY (revision_id, position))`,
    );
    await queryRunner.query(
      `CREATE TABLE part_relations (
         ${revision('part_relations')},
         position integer NOT NULL,
         organization_id text NOT NULL
           CONSTRAINT fk_part_relations_organization REFERENCES organizations (id) ON DELETE CASCADE,
         part_position integer NOT NULL,
         kind text NOT NULL CONSTRAINT ck_part_relations_kind
           CHECK (kind IN ('supersession', 'interchangeable', 'one_way', 'not_interchangeable', 'alternate', 'unclear')),
         one text NOT NULL,
         other text NOT NULL,
         condition text,
         page_number integer NOT NULL,
         start_offset integer NOT NULL,
         end_offset integer NOT NULL,
         text text NOT NULL,
         CONSTRAINT pk_part_relations PRIMARY KEY (revision_id, position))`,
    );
    await queryRunner.query(`CREATE INDEX ix_part_relations_part ON part_relations (revision_id, part_position)`);
    await queryRunner.query(`CREATE INDEX ix_part_relations_one ON part_relations (organization_id, one)`);
    await queryRunner.query(`CREATE INDEX ix_part_relations_other ON part_relations (organization_id, other)`);
    for (const column of ['one', 'other'])
      await queryRunner.query(
        `CREATE INDEX ix_part_relations_${column}_key ON part_relations (organization_id, replace(${column}, '-', ''))`,
      );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['part_relations', 'part_conditions', 'revision_parts', 'part_readings'])
      await queryRunner.query(`DROP TABLE ${table}`);
  }
}

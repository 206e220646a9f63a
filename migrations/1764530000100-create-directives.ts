import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Directives and bulletins, and what was recorded of them on each aircraft. */
export class CreateDirectives1764530000100 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE directives (
         id text NOT NULL CONSTRAINT pk_directives PRIMARY KEY,
         organization_id text NOT NULL
           CONSTRAINT fk_directives_organization REFERENCES organizations (id) ON DELETE CASCADE,
         kind text NOT NULL,
         number text NOT NULL,
         number_key text NOT NULL,
         issuer text,
         title text NOT NULL,
         mandatory boolean NOT NULL,
         canceled boolean NOT NULL DEFAULT false,
         effective_date date,
         effectivity text,
         aircraft_types text[] NOT NULL DEFAULT '{}',
         initial_compliance jsonb,
         repetitive_interval jsonb,
         terminating_action text,
         document_id text CONSTRAINT fk_directives_document REFERENCES documents (id) ON DELETE SET NULL,
         created_by text CONSTRAINT fk_directives_creator REFERENCES users (id) ON DELETE SET NULL,
         row_version integer NOT NULL DEFAULT 1,
         created_at timestamptz(3) NOT NULL DEFAULT now(),
         updated_at timestamptz(3) NOT NULL DEFAULT now(),
         CONSTRAINT uq_directives_number UNIQUE (organization_id, number_key, kind),
         CONSTRAINT ck_directives_kind CHECK (kind IN ('airworthiness_directive', 'service_bulletin')))`,
    );
    await queryRunner.query(`CREATE INDEX ix_directives_organization ON directives (organization_id, id)`);
    await queryRunner.query(`CREATE INDEX ix_directives_document ON directives (document_id)`);
    await queryRunner.query(`CREATE INDEX ix_directives_creator ON directives (created_by)`);
    await queryRunner.query(
      `CREATE TABLE directive_relations (
         directive_id text NOT NULL
           CONSTRAINT fk_directive_relations_directive REFERENCES directives (id) ON DELETE CASCADE,
         kind text NOT NULL,
         other_id text NOT NULL CONSTRAINT fk_directive_relations_other REFERENCES directives (id) ON DELETE CASCADE,
         CONSTRAINT pk_directive_relations PRIMARY KEY (directive_id, kind, other_id),
         CONSTRAINT ck_directive_relations_kind CHECK (kind IN ('supersedes', 'terminated_by')),
         CONSTRAINT ck_directive_relations_other CHECK (other_id <> directive_id))`,
    );
    await queryRunner.query(`CREATE INDEX ix_directive_relations_other ON directive_relations (other_id, kind)`);
    await queryRunner.query(
      `CREATE TABLE directive_records (
         id text NOT NULL CONSTRAINT pk_directive_records PRIMARY KEY,
         position bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
         aircraft_id text NOT NULL
           CONSTRAINT fk_directive_records_aircraft REFERENCES aircraft (id) ON DELETE CASCADE,
         directive_id text NOT NULL
           CONSTRAINT fk_directive_records_directive REFERENCES directives (id) ON DELETE CASCADE,
         status text NOT NULL,
         date date,
         flight_hours numeric(8,2),
         flight_cycles integer,
         terminates boolean NOT NULL DEFAULT false,
         evidence text,
         reason text,
         document_id text CONSTRAINT fk_directive_records_document REFERENCES documents (id) ON DELETE SET NULL,
         recorded_by text CONSTRAINT fk_directive_records_user REFERENCES users (id) ON DELETE SET NULL,
         created_at timestamptz(3) NOT NULL DEFAULT now(),
         CONSTRAINT ck_directive_records_status CHECK (status IN ('embodied', 'deferred', 'not_applicable', 'open')),
         CONSTRAINT ck_directive_records_embodied CHECK (status <> 'embodied' OR date IS NOT NULL))`,
    );
    await queryRunner.query(
      `CREATE INDEX ix_directive_records_aircraft ON directive_records (aircraft_id, directive_id, position)`,
    );
    await queryRunner.query(`CREATE INDEX ix_directive_records_directive ON directive_records (directive_id)`);
    await queryRunner.query(`CREATE INDEX ix_directive_records_document ON directive_records (document_id)`);
    await queryRunner.query(`CREATE INDEX ix_directive_records_user ON directive_records (recorded_by)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE directive_records`);
    await queryRunner.query(`DROP TABLE directive_relations`);
    await queryRunner.query(`DROP TABLE directives`);
  }
}

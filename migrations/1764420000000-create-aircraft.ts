import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The register of aircraft, with the history of each. */
export class CreateAircraft1764420000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE aircraft (
         id text NOT NULL CONSTRAINT pk_aircraft PRIMARY KEY,
         organization_id text NOT NULL
           CONSTRAINT fk_aircraft_organization REFERENCES organizations (id) ON DELETE CASCADE,
         registration text NOT NULL,
         aircraft_type text NOT NULL,
         model text,
         serial_number text,
         line_number integer,
         fleet_number text,
         status text NOT NULL DEFAULT 'active',
         configuration_codes text[] NOT NULL DEFAULT '{}',
         components jsonb NOT NULL DEFAULT '[]',
         modifications jsonb NOT NULL DEFAULT '[]',
         row_version integer NOT NULL DEFAULT 1,
         created_at timestamptz(3) NOT NULL DEFAULT now(),
         updated_at timestamptz(3) NOT NULL DEFAULT now(),
         CONSTRAINT uq_aircraft_serial_number UNIQUE (organization_id, aircraft_type, serial_number)
           DEFERRABLE INITIALLY IMMEDIATE,
         CONSTRAINT ck_aircraft_status CHECK (status IN ('active', 'stored', 'retired')),
         CONSTRAINT ck_aircraft_line_number CHECK (line_number > 0))`,
    );
    // The mark of a retired aircraft can be given to another one.
    await queryRunner.query(
      `CREATE UNIQUE INDEX uq_aircraft_registration ON aircraft (organization_id, registration) WHERE status <> 'retired'`,
    );
    await queryRunner.query(`CREATE INDEX ix_aircraft_organization ON aircraft (organization_id, id)`);
    await queryRunner.query(
      `CREATE TABLE aircraft_changes (
         id text NOT NULL CONSTRAINT pk_aircraft_changes PRIMARY KEY,
         aircraft_id text NOT NULL
           CONSTRAINT fk_aircraft_changes_aircraft REFERENCES aircraft (id) ON DELETE CASCADE,
         changes jsonb NOT NULL,
         source text NOT NULL,
         changed_by text CONSTRAINT fk_aircraft_changes_user REFERENCES users (id) ON DELETE SET NULL,
         created_at timestamptz(3) NOT NULL DEFAULT now(),
         CONSTRAINT ck_aircraft_changes_source CHECK (source IN ('api', 'import')))`,
    );
    await queryRunner.query(`CREATE INDEX ix_aircraft_changes_aircraft ON aircraft_changes (aircraft_id, id)`);
    await queryRunner.query(`CREATE INDEX ix_aircraft_changes_user ON aircraft_changes (changed_by)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE aircraft_changes`);
    await queryRunner.query(`DROP TABLE aircraft`);
  }
}

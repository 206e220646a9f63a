import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Hours and cycles of aircraft since new, by date. */
export class CreateUtilisation1764530000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE aircraft_utilisation (
         id text NOT NULL CONSTRAINT pk_aircraft_utilisation PRIMARY KEY,
         aircraft_id text NOT NULL
           CONSTRAINT fk_aircraft_utilisation_aircraft REFERENCES aircraft (id) ON DELETE CASCADE,
         date date NOT NULL,
         flight_hours numeric(8,2) NOT NULL,
         flight_cycles integer,
         source text NOT NULL,
         recorded_by text CONSTRAINT fk_aircraft_utilisation_user REFERENCES users (id) ON DELETE SET NULL,
         created_at timestamptz(3) NOT NULL DEFAULT now(),
         CONSTRAINT uq_aircraft_utilisation_date UNIQUE (aircraft_id, date),
         CONSTRAINT ck_aircraft_utilisation_totals CHECK (flight_hours >= 0 AND flight_cycles >= 0),
         CONSTRAINT ck_aircraft_utilisation_source CHECK (source IN ('api', 'import')))`,
    );
    await queryRunner.query(
      `CREATE INDEX ix_aircraft_utilisation_cycles ON aircraft_utilisation (aircraft_id, date) WHERE flight_cycles IS NOT NULL`,
    );
    await queryRunner.query(`CREATE INDEX ix_aircraft_utilisation_user ON aircraft_utilisation (recorded_by)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE aircraft_utilisation`);
  }
}

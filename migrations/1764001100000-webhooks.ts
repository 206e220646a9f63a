import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Addresses of other systems that are told what happens, what they are told, and how that went. */
export class Webhooks1764001100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE webhook_endpoints (
        id text CONSTRAINT pk_webhook_endpoints PRIMARY KEY,
        organization_id text NOT NULL CONSTRAINT fk_webhook_endpoints_organization REFERENCES organizations (id) ON DELETE CASCADE,
        url text NOT NULL,
        description text,
        events text[] NOT NULL,
        enabled boolean NOT NULL DEFAULT true,
        disabled_reason text CONSTRAINT ck_webhook_endpoints_reason CHECK (disabled_reason IN ('manual', 'gone', 'failing')),
        disabled_at timestamptz(3),
        sealed_secret bytea,
        sealed_previous_secret bytea,
        previous_secret_until timestamptz(3),
        created_by text CONSTRAINT fk_webhook_endpoints_creator REFERENCES users (id) ON DELETE SET NULL,
        row_version integer NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        deleted_at timestamptz(3),
        CONSTRAINT ck_webhook_endpoints_deleted
          CHECK ((sealed_secret IS NULL) = (deleted_at IS NOT NULL) AND NOT (enabled AND deleted_at IS NOT NULL)),
        CONSTRAINT ck_webhook_endpoints_disabled
          CHECK (enabled = (disabled_reason IS NULL) AND enabled = (disabled_at IS NULL)),
        CONSTRAINT ck_webhook_endpoints_previous CHECK ((sealed_previous_secret IS NULL) = (previous_secret_until IS NULL))
      )`);
    await queryRunner.query(
      `CREATE INDEX ix_webhook_endpoints_organization ON webhook_endpoints (organization_id, id DESC)`,
    );
    await queryRunner.query(`CREATE INDEX ix_webhook_endpoints_creator ON webhook_endpoints (created_by)`);

    await queryRunner.query(
      `CREATE INDEX ix_webhook_endpoints_deleted ON webhook_endpoints (deleted_at) WHERE deleted_at IS NOT NULL`,
    );

    // Apart from the endpoints, which no delivery changes or locks.
    await queryRunner.query(`
      CREATE TABLE webhook_queues (
        endpoint_id text CONSTRAINT pk_webhook_queues PRIMARY KEY
          CONSTRAINT fk_webhook_queues_endpoint REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
        due_at timestamptz(3),
        failing_since timestamptz(3),
        version integer NOT NULL DEFAULT 1,
        leased_by text,
        leased_until timestamptz(3),
        CONSTRAINT ck_webhook_queues_lease CHECK ((leased_by IS NULL) = (leased_until IS NULL))
      )`);
    // One for each of the ways in which a process looks for work: no look reads more than it takes.
    for (const [name, columns, condition] of [
      ['healthy', 'due_at', 'leased_until IS NULL AND failing_since IS NULL AND due_at IS NOT NULL'],
      ['failing', 'due_at', 'leased_until IS NULL AND failing_since IS NOT NULL AND due_at IS NOT NULL'],
      ['leased', 'leased_until', 'leased_until IS NOT NULL'],
    ] as const) {
      await queryRunner.query(
        `CREATE INDEX ix_webhook_queues_${name} ON webhook_queues (${columns}) WHERE ${condition}`,
      );
    }

    await queryRunner.query(`
      CREATE TABLE webhook_events (
        id text CONSTRAINT pk_webhook_events PRIMARY KEY,
        organization_id text NOT NULL CONSTRAINT fk_webhook_events_organization REFERENCES organizations (id) ON DELETE CASCADE,
        position bigint GENERATED ALWAYS AS IDENTITY,
        type text NOT NULL,
        data json NOT NULL,
        occurred_at timestamptz(3) NOT NULL,
        comment_id text,
        withdrawn_at timestamptz(3)
      )`);
    await queryRunner.query(
      `CREATE INDEX ix_webhook_events_organization ON webhook_events (organization_id, occurred_at)`,
    );
    await queryRunner.query(`CREATE INDEX ix_webhook_events_occurred ON webhook_events (occurred_at)`);
    await queryRunner.query(
      `CREATE INDEX ix_webhook_events_comment ON webhook_events (comment_id) WHERE comment_id IS NOT NULL`,
    );

    await queryRunner.query(`
      CREATE TABLE webhook_deliveries (
        id text CONSTRAINT pk_webhook_deliveries PRIMARY KEY,
        endpoint_id text NOT NULL CONSTRAINT fk_webhook_deliveries_endpoint REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
        event_id text NOT NULL CONSTRAINT fk_webhook_deliveries_event REFERENCES webhook_events (id) ON DELETE CASCADE,
        position bigint GENERATED ALWAYS AS IDENTITY,
        state text NOT NULL DEFAULT 'pending'
          CONSTRAINT ck_webhook_deliveries_state CHECK (state IN ('pending', 'delivered', 'failed', 'cancelled')),
        attempts integer NOT NULL DEFAULT 0 CONSTRAINT ck_webhook_deliveries_attempts CHECK (attempts >= 0),
        next_attempt_at timestamptz(3) DEFAULT now(),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        finished_at timestamptz(3),
        CONSTRAINT ck_webhook_deliveries_pending
          CHECK ((state = 'pending') = (next_attempt_at IS NOT NULL) AND (state = 'pending') = (finished_at IS NULL))
      )`);
    await queryRunner.query(
      `CREATE INDEX ix_webhook_deliveries_pending ON webhook_deliveries (endpoint_id, position) WHERE state = 'pending'`,
    );
    await queryRunner.query(
      `CREATE INDEX ix_webhook_deliveries_waiting ON webhook_deliveries (created_at) WHERE state = 'pending'`,
    );
    await queryRunner.query(`CREATE INDEX ix_webhook_deliveries_endpoint ON webhook_deliveries (endpoint_id, id DESC)`);
    await queryRunner.query(`CREATE INDEX ix_webhook_deliveries_event ON webhook_deliveries (event_id)`);
    await queryRunner.query(
      `CREATE INDEX ix_webhook_deliveries_finished ON webhook_deliveries (finished_at) WHERE finished_at IS NOT NULL`,
    );

    await queryRunner.query(`
      CREATE TABLE webhook_attempts (
        delivery_id text NOT NULL CONSTRAINT fk_webhook_attempts_delivery REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
        number integer NOT NULL CONSTRAINT ck_webhook_attempts_number CHECK (number > 0),
        started_at timestamptz(3) NOT NULL,
        duration_ms integer NOT NULL,
        status integer,
        error text,
        request_headers jsonb NOT NULL,
        request_body text NOT NULL,
        response_headers jsonb,
        response_body text,
        CONSTRAINT pk_webhook_attempts PRIMARY KEY (delivery_id, number)
      )`);
    await queryRunner.query(`CREATE INDEX ix_webhook_attempts_started ON webhook_attempts (started_at)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `DROP TABLE webhook_attempts, webhook_deliveries, webhook_events, webhook_queues, webhook_endpoints`,
    );
  }
}

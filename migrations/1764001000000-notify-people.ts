import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people are told of, which documents they watch, and how they want to be told. */
export class NotifyPeople1764001000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE notifications (
        id text CONSTRAINT pk_notifications PRIMARY KEY,
        position bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
        user_id text NOT NULL CONSTRAINT fk_notifications_user REFERENCES users (id) ON DELETE CASCADE,
        kind text NOT NULL
          CONSTRAINT ck_notifications_kind CHECK (kind IN ('mention', 'reply', 'share', 'resolve', 'revision')),
        document_id text NOT NULL CONSTRAINT fk_notifications_document REFERENCES documents (id) ON DELETE CASCADE,
        comment_id text CONSTRAINT fk_notifications_comment REFERENCES comments (id) ON DELETE CASCADE,
        share_id text CONSTRAINT fk_notifications_share REFERENCES document_shares (id) ON DELETE CASCADE,
        revision_id text CONSTRAINT fk_notifications_revision REFERENCES document_revisions (id) ON DELETE CASCADE,
        actor_id text CONSTRAINT fk_notifications_actor REFERENCES users (id) ON DELETE SET NULL,
        read_at timestamptz(3),
        awaits_digest boolean NOT NULL DEFAULT false,
        row_version integer NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT ck_notifications_object CHECK (num_nonnulls(comment_id, share_id, revision_id) = 1)
      )`);
    // Lists, and what a stream has not told yet.
    await queryRunner.query(`CREATE INDEX ix_notifications_user ON notifications (user_id, id DESC)`);
    await queryRunner.query(`CREATE INDEX ix_notifications_position ON notifications (user_id, position)`);
    await queryRunner.query(`CREATE INDEX ix_notifications_unread ON notifications (user_id) WHERE read_at IS NULL`);
    await queryRunner.query(
      `CREATE INDEX ix_notifications_digest ON notifications (user_id, created_at) WHERE awaits_digest`,
    );
    // A comment is told to nobody twice, whatever makes it theirs; how its thread ended is other news.
    await queryRunner.query(
      `CREATE UNIQUE INDEX uq_notifications_comment ON notifications (comment_id, user_id, (kind = 'resolve'))
       WHERE comment_id IS NOT NULL`,
    );
    // For the foreign key as well, as the one before.
    await queryRunner.query(
      `CREATE UNIQUE INDEX uq_notifications_share ON notifications (share_id, user_id) WHERE share_id IS NOT NULL`,
    );
    await queryRunner.query(`CREATE INDEX ix_notifications_created ON notifications (created_at)`);
    // For the foreign keys.
    await queryRunner.query(`CREATE INDEX ix_notifications_document ON notifications (document_id)`);
    await queryRunner.query(
      `CREATE INDEX ix_notifications_revision ON notifications (revision_id) WHERE revision_id IS NOT NULL`,
    );
    await queryRunner.query(`CREATE INDEX ix_notifications_actor ON notifications (actor_id)`);

    // Shares with teams whose members are still to be told.
    await queryRunner.query(`
      CREATE TABLE share_news (
        share_id text CONSTRAINT pk_share_news PRIMARY KEY
          CONSTRAINT fk_share_news_share REFERENCES document_shares (id) ON DELETE CASCADE,
        except_ids text[] NOT NULL,
        after_id text,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);

    await queryRunner.query(`
      CREATE TABLE document_watches (
        user_id text NOT NULL CONSTRAINT fk_document_watches_user REFERENCES users (id) ON DELETE CASCADE,
        document_id text NOT NULL CONSTRAINT fk_document_watches_document REFERENCES documents (id) ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_document_watches PRIMARY KEY (user_id, document_id)
      )`);
    await queryRunner.query(`CREATE INDEX ix_document_watches_document ON document_watches (document_id)`);

    const kinds = ['mention', 'reply', 'share', 'resolve', 'revision'].map(
      (kind) => `${kind} text NOT NULL DEFAULT 'email'
          CONSTRAINT ck_notification_preferences_${kind} CHECK (${kind} IN ('off', 'in_app', 'email'))`,
    );
    await queryRunner.query(`
      CREATE TABLE notification_preferences (
        user_id text CONSTRAINT pk_notification_preferences PRIMARY KEY
          CONSTRAINT fk_notification_preferences_user REFERENCES users (id) ON DELETE CASCADE,
        ${kinds.join(',\n        ')},
        digest text NOT NULL DEFAULT 'daily'
          CONSTRAINT ck_notification_preferences_digest CHECK (digest IN ('off', 'hourly', 'daily')),
        digest_hour integer NOT NULL DEFAULT 6
          CONSTRAINT ck_notification_preferences_hour CHECK (digest_hour BETWEEN 0 AND 23),
        digest_sent_at timestamptz(3),
        digest_not_before timestamptz(3),
        digest_due_at timestamptz(3),
        row_version integer NOT NULL DEFAULT 1
      )`);
    // Whose turn is next, however many others wait for theirs.
    await queryRunner.query(
      `CREATE INDEX ix_notification_preferences_due ON notification_preferences (digest_due_at)
       WHERE digest_due_at IS NOT NULL`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE notification_preferences, document_watches, share_news, notifications`);
  }
}

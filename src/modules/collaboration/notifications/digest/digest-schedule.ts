import type { NotificationKind } from '../dto/notification-kinds.js';

/** SQL expressions that the time of a digest depends on. */
interface Terms {
  digest: string;
  hour: string;
  sentAt: string;
  notBefore: string;
}

/** The preferences, as `p`; by the columns' defaults without a row. */
const CHOSEN: Terms = {
  ...{ digest: 'p.digest', hour: 'make_interval(hours => p.digest_hour)' },
  ...{ sentAt: 'p.digest_sent_at', notBefore: 'p.digest_not_before' },
};
const BY_DEFAULT: Terms = {
  ...{ digest: `'daily'`, hour: `interval '6 hours'` },
  ...{ sentAt: 'NULL::timestamptz', notBefore: 'NULL::timestamptz' },
};

/**
 * SQL of the next digest: full hour or chosen hour, an hour after the last at least; or NULL. @param since SQL of the oldest unread's time
 */
export function dueAt(since: string, { digest, hour, sentAt, notBefore }: Terms = CHOSEN): string {
  const from = `greatest(${since}, ${sentAt})`;
  return `CASE WHEN ${since} IS NOT NULL AND ${digest} <> 'off' THEN greatest(
    CASE ${digest}
      WHEN 'hourly' THEN date_trunc('hour', ${from}, 'UTC') + interval '1 hour'
      ELSE date_trunc('day', ${from} - ${hour}, 'UTC') + ${hour} + interval '24 hours'
    END,
    ${sentAt} + interval '1 hour', ${notBefore}) END`;
}

/**
 * Locks the preferences of users $1 except $2 and schedules their digest. Locks before reading, so that a finished digest or a changed
 * choice comes completely before or after.
 */
export function takeAndSchedule(kind: NotificationKind): string {
  return `
    INSERT INTO notification_preferences AS p (user_id, digest_due_at)
    SELECT u.id, CASE WHEN u.role <> 'api_user' THEN ${dueAt('now()', BY_DEFAULT)} END
    FROM users u WHERE u.id = ANY ($1) AND u.id IS DISTINCT FROM $2 AND u.removed_at IS NULL
    ORDER BY u.id
    ON CONFLICT (user_id) DO UPDATE SET digest_due_at = ${dueAt('now()')}
    WHERE p.digest_due_at IS NULL AND EXCLUDED.digest_due_at IS NOT NULL AND p.${kind} = 'email'`;
}

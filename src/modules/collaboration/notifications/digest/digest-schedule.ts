import type { NotificationKind } from '../dto/notification-kinds.js';

/** SQL of what the time of a digest hangs on. */
interface Terms {
  digest: string;
  hour: string;
  sentAt: string;
  notBefore: string;
}

/** The row of the preferences, as `p`; and who has none yet, by the columns' defaults. */
const CHOSEN: Terms = {
  ...{ digest: 'p.digest', hour: 'make_interval(hours => p.digest_hour)' },
  ...{ sentAt: 'p.digest_sent_at', notBefore: 'p.digest_not_before' },
};
const BY_DEFAULT: Terms = {
  ...{ digest: `'daily'`, hour: `interval '6 hours'` },
  ...{ sentAt: 'NULL::timestamptz', notBefore: 'NULL::timestamptz' },
};

/**
 * SQL of when somebody is written to of what waits since then: at the next full hour or, of a daily digest, the next time
 * of the hour that they chose; an hour after the last digest at the earliest. NULL when nothing waits, or no mail is wanted.
 *
 * @param since SQL of when the oldest came that waits
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
 * Statement that takes the preferences of the users $1, but of $2, for the rest of the transaction, and sees to it that who
 * is written to of such news has a time for it. Rows are taken before it is looked how they are: a digest that is done, or a
 * choice that changes, at the same moment comes before all of it or after.
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

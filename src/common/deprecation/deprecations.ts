/** A published operation or field that will be removed. Dates are `YYYY-MM-DD`, UTC. */
export interface Deprecation {
  method: string;
  path: string;
  /** Of the body or the query; null for the operation. */
  field: string | null;
  since: string;
  /** The first day without it: at least twelve months later (spec 9.3). */
  sunset: string;
  /** What to use instead. */
  successor: string;
  /** Name of the guide in docs/migrations, without `.md`. */
  guide: string;
}

/** Everything that is deprecated. {@link Deprecated} marks it in the code. */
export const DEPRECATIONS = {
  webhook_secret_expire_previous_in: {
    method: 'POST',
    path: '/webhooks/{id}/rotate-secret',
    field: 'expire_previous_in',
    since: '2026-11-23',
    sunset: '2027-12-01',
    successor: 'grace_period_seconds',
    guide: 'webhook-grace-period',
  },
} as const satisfies Record<string, Deprecation>;

export type DeprecationId = keyof typeof DEPRECATIONS;

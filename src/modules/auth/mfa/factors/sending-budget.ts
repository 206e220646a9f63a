export interface SendingBudget {
  limit: number;
  seconds: number;
}

/** Codes for one mfa_token or session within a code's lifetime. */
export const BUDGET_OF_BINDING: SendingBudget = { limit: 5, seconds: 600 };
/** Codes for one account. Text messages cost money and floods are a nuisance. */
export const BUDGET_OF_ACCOUNT: SendingBudget = { limit: 20, seconds: 3600 };
/** The part of {@link BUDGET_OF_ACCOUNT} for logins: a stolen password cannot use up the rest. */
export const BUDGET_OF_LOGINS: SendingBudget = { limit: 15, seconds: 3600 };

/** Seconds until the next code can be sent, or 0. @param sent send times, newest first */
export function secondsLeft(sent: readonly Date[], { limit, seconds }: SendingBudget, now: Date): number {
  const oldest = sent[limit - 1];
  return oldest ? Math.max(0, Math.ceil((oldest.getTime() - now.getTime()) / 1000 + seconds)) : 0;
}

/** True once per flood, at its first code over the limit. @param sent send times, newest first, of twice the budget's time */
export function exhausts(sent: readonly Date[], { limit, seconds }: SendingBudget, now: Date): boolean {
  const times = [now, ...sent].map((time) => time.getTime());
  const within = (later = 0, earlier = -Infinity): boolean => later - earlier < seconds * 1000;
  const wasLast = (index: number): boolean => within(times[index], times[index + limit - 1]);
  return wasLast(0) && !times.some((time, index) => index > 0 && within(times[0], time) && wasLast(index));
}

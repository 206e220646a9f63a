/** So many codes within so many seconds. */
export interface SendingBudget {
  limit: number;
  seconds: number;
}

/** Codes sent for one mfa_token, or in one session, within the life of a code. */
export const BUDGET_OF_BINDING: SendingBudget = { limit: 5, seconds: 600 };
/** Codes sent to one account: text messages cost money, and floods of them are a nuisance. */
export const BUDGET_OF_ACCOUNT: SendingBudget = { limit: 20, seconds: 3600 };
/** Of those, for logins. The rest is for whoever is signed in: somebody who only knows the password cannot use it up. */
export const BUDGET_OF_LOGINS: SendingBudget = { limit: 15, seconds: 3600 };

/** Seconds until the next code may be sent; 0 when it may be now. @param sent when codes were, newest first */
export function secondsLeft(sent: readonly Date[], { limit, seconds }: SendingBudget, now: Date): number {
  const oldest = sent[limit - 1];
  return oldest ? Math.max(0, Math.ceil((oldest.getTime() - now.getTime()) / 1000 + seconds)) : 0;
}

/**
 * Whether a code sent now is the last for a while, and none of the `seconds` before was: true once in a flood, however
 * long that goes on.
 *
 * @param sent when codes were, newest first, for twice the budget's time
 */
export function exhausts(sent: readonly Date[], { limit, seconds }: SendingBudget, now: Date): boolean {
  const times = [now, ...sent].map((time) => time.getTime());
  const within = (later = 0, earlier = -Infinity): boolean => later - earlier < seconds * 1000;
  const wasLast = (index: number): boolean => within(times[index], times[index + limit - 1]);
  return wasLast(0) && !times.some((time, index) => index > 0 && within(times[0], time) && wasLast(index));
}

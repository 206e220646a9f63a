import type { OutboundHttp } from '../../../integrations/outbound-http/outbound-http.js';

/** Checks a URL without resolving its name, which happens at each attempt. Returns the problem, or null. */
export function webhookUrlIssue(address: string, outbound: Pick<OutboundHttp, 'issueOf'>): string | null {
  // The client would strip them, and call another URL than the one shown.
  if (/[\s\p{Cc}\p{Cf}]/u.test(address)) return 'must not hold white space';
  // `hash` does not report an empty fragment.
  if (address.includes('#')) return 'must not have a fragment';
  return outbound.issueOf(address);
}

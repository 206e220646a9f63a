import type { OutboundHttp } from '../../../integrations/outbound-http/outbound-http.js';

/**
 * Why an address cannot be an endpoint's, as far as that can be seen without resolving its name, which happens at every
 * attempt; null when it can.
 */
export function webhookUrlIssue(address: string, outbound: Pick<OutboundHttp, 'issueOf'>): string | null {
  // It would be taken out, and the address that is called would not be the one that is shown.
  if (/[\s\p{Cc}\p{Cf}]/u.test(address)) return 'must not hold white space';
  // Also an empty one, which `hash` does not tell.
  if (address.includes('#')) return 'must not have a fragment';
  return outbound.issueOf(address);
}

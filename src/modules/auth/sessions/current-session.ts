import type { Principal } from '../../../common/principal/principal.js';

/** For routes that reject API keys. */
export function sessionOf({ credential }: Principal): string {
  if (credential.type !== 'session') throw new Error('the caller has no session');
  return credential.sessionId;
}

import type { Principal } from '../../../common/auth/principal.js';

/** Id of the caller's session: the routes that ask for it are closed to API keys. */
export function sessionOf({ credential }: Principal): string {
  if (credential.type !== 'session') throw new Error('a caller without a session');
  return credential.sessionId;
}

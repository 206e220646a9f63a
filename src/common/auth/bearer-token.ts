import type { IncomingHttpHeaders } from 'node:http';

/** The scheme and one token68 (RFC 9110, 11.2; RFC 6750, 2.1). Linear time: no two neighbors match the same character. */
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/** The token of `Authorization: Bearer`; null for anything else, including text after the token. */
export function bearerTokenOf({ headers }: { headers: IncomingHttpHeaders }): string | null {
  return BEARER.exec(headers.authorization ?? '')?.[1] ?? null;
}

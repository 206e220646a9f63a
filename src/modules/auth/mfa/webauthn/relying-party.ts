import { isIP } from 'node:net';

export const RELYING_PARTY = Symbol('WebAuthn relying party');

/** The party that security keys are registered with (WebAuthn §5.4.2). A key works only for the id it was created for. */
export interface RelyingParty {
  /** A domain name. Its pages and those of its subdomains can use the keys. */
  id: string;
  /** Pages that can ask for a key, as `https://host[:port]`; others are refused (§13.4.9). */
  origins: string[];
}

/**
 * The configured relying party; by default host and origin of the web frontend. Browsers do not accept IP addresses (§5.1.3), so a frontend
 * on one, as in development, becomes `localhost` with the same port. The service's own sign-in pages can ask for keys if their host is the
 * relying party's or a subdomain.
 * @param appUrl URL of the web frontend
 * @param publicUrl URL of the service
 * @param id from the configuration, or null
 * @param origins from the configuration, or empty
 */
export function relyingParty(appUrl: string, publicUrl: string, id: string | null, origins: string[]): RelyingParty {
  const frontend = named(appUrl);
  const service = named(publicUrl);
  const party = id ?? frontend.hostname;
  const isBelow = service.hostname === party || service.hostname.endsWith(`.${party}`);
  const allowed = origins.length > 0 ? origins : [frontend.origin];
  return { id: party, origins: [...new Set([...allowed, ...(isBelow ? [service.origin] : [])])] };
}

function named(address: string): URL {
  const url = new URL(address);
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) url.hostname = 'localhost';
  return url;
}

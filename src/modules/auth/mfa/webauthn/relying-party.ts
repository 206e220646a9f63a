import { isIP } from 'node:net';

/** Injection token of the {@link RelyingParty} that this service is. */
export const RELYING_PARTY = Symbol('WebAuthn relying party');

/** Who security keys are registered with (WebAuthn §5.4.2). A key works for the id it was made for and for no other. */
export interface RelyingParty {
  /** A domain name; pages of it and of its subdomains may use the keys. */
  id: string;
  /** The pages that may ask for a key, each as `https://host[:port]`: whatever else asked is refused (§13.4.9). */
  origins: string[];
}

/**
 * The relying party: as set, else host and origin of the web frontend. Browsers take no IP address for a relying party
 * (§5.1.3 wants a domain), so for a frontend on one, as in development, it is `localhost` at the same port. The service's
 * own pages, on which OAuth users sign in, may ask as well where their host is the relying party's or below it.
 *
 * @param appUrl address of the web frontend
 * @param publicUrl address of the service
 * @param id set by the operator, or null
 * @param origins set by the operator, or empty
 */
export function relyingParty(appUrl: string, publicUrl: string, id: string | null, origins: string[]): RelyingParty {
  const frontend = named(appUrl);
  const service = named(publicUrl);
  const party = id ?? frontend.hostname;
  const isBelow = service.hostname === party || service.hostname.endsWith(`.${party}`);
  const allowed = origins.length > 0 ? origins : [frontend.origin];
  return { id: party, origins: [...new Set([...allowed, ...(isBelow ? [service.origin] : [])])] };
}

/** The address, with a name for a host that is an IP address. */
function named(address: string): URL {
  const url = new URL(address);
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) url.hostname = 'localhost';
  return url;
}

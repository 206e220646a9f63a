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
 * (§5.1.3 wants a domain), so for a frontend on one, as in development, it is `localhost` at the same port.
 *
 * @param appUrl address of the web frontend
 * @param id set by the operator, or null
 * @param origins set by the operator, or empty
 */
export function relyingParty(appUrl: string, id: string | null, origins: string[]): RelyingParty {
  const page = new URL(appUrl);
  if (isIP(page.hostname.replace(/^\[|\]$/g, '')) !== 0) page.hostname = 'localhost';
  return { id: id ?? page.hostname, origins: origins.length > 0 ? origins : [page.origin] };
}

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

/** What {@link relyingParty} goes by; null or empty where nothing was set. */
export interface RelyingPartySettings {
  id: string | null;
  origins: string[];
  /** Address by which clients reach the service. */
  publicUrl: string;
  /** Port on which the service listens. */
  port: number;
}

/**
 * The relying party: as set, else the host and the origin of the service's public address. Browsers take no IP address
 * for a relying party (§5.1.3 wants a domain), so behind one, as in development, it is `localhost` at the same port.
 */
export function relyingParty({ id, origins, publicUrl, port }: RelyingPartySettings): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  const own = isAddress ? { id: 'localhost', origin: `http://localhost:${port}` } : { id: hostname, origin };
  return { id: id ?? own.id, origins: origins.length > 0 ? origins : [own.origin] };
}

/** Where the service is, as its page says. A proxy can serve it below a path. */
const said = (name: string): string => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

const originOfService = said('service-origin');

/** Without a trailing slash, such as `/app`. */
export const CONSOLE = said('console-base').replace(/\/$/, '');
const SERVICE = location.origin + CONSOLE.replace(/\/app$/, '');
export const API = `${SERVICE}/api/v1`;
/** The same API on the organization's test data. */
export const SANDBOX_API = `${SERVICE}/sandbox/api/v1`;

/** The address of this page at the service's public URL, where alone one can sign in; null if it is this one. */
export function publicAddress(): string | null {
  if (location.origin === originOfService) return null;
  return originOfService + location.pathname + location.search + location.hash;
}

/** Where the service is, as its page says. A proxy can serve it below a path. */
const root = new URL('..', document.baseURI);

const originOfService = document.querySelector<HTMLMetaElement>('meta[name="service-origin"]')?.content ?? '';

/** Without a trailing slash. */
export const ROOT = root.pathname.replace(/\/$/, '');
export const CONSOLE = `${ROOT}/app`;
export const API = `${root.href.replace(/\/$/, '')}/api/v1`;

/** The address of this page at the service's public URL, where alone one can sign in; null if it is this one. */
export function publicAddress(): string | null {
  if (location.origin === originOfService) return null;
  return originOfService + location.pathname + location.search;
}

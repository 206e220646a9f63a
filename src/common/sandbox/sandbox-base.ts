import type { IncomingMessage } from 'node:http';

/** Path of the sandbox on the service's own host: `/sandbox/api/v1`, `/sandbox/v1` and `/sandbox/mcp`. */
export const SANDBOX_PATH = '/sandbox';

const BASES = /^\/sandbox(?=\/(api\/v1|v1)\/|\/mcp(\?|$))/;
const MARK = Symbol('sandbox');

/**
 * The URL without the sandbox's prefix, and whether the request is one to the sandbox: by the prefix, or by its host.
 * @param sandboxUrl SANDBOX_URL
 */
export function leaveSandbox(
  url: string,
  host: string | undefined,
  sandboxUrl: URL | null,
): { url: string; isSandbox: boolean } {
  const inside = url.replace(BASES, '');
  const isItsHost =
    sandboxUrl !== null && hostOf(host, sandboxUrl.protocol) === hostOf(sandboxUrl.host, sandboxUrl.protocol);
  return { url: inside, isSandbox: isItsHost || inside !== url };
}

/** In lower case, without the default port of the scheme and the root's dot, which clients and proxies may add. */
function hostOf(host: string | undefined, protocol: string): string | null {
  const url = `${protocol}//${host}`;
  return host !== undefined && URL.canParse(url) ? new URL(url).host.replace(/\.(?=$|:)/, '') : null;
}

export function markSandbox(request: IncomingMessage): void {
  Object.assign(request, { [MARK]: true });
}

export function isSandbox(request: IncomingMessage): boolean {
  return (request as { [MARK]?: true })[MARK] === true;
}

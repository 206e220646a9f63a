import type { IncomingMessage } from 'node:http';

/** Path of the sandbox on the service's own host: `/sandbox/api/v1`, `/sandbox/v1` and `/sandbox/mcp`. */
export const SANDBOX_PATH = '/sandbox';

const BASES = /^\/sandbox(?=\/(api\/v1|v1)\/|\/mcp(\?|$))/;
const MARK = Symbol('sandbox');

/** `path` without the sandbox's prefix, and whether the request is one to the sandbox: by prefix, or by the host of SANDBOX_URL. */
export function leaveSandbox(
  url: string,
  host: string | undefined,
  sandboxHost: string | null,
): { url: string; isSandbox: boolean } {
  const inside = url.replace(BASES, '');
  const isOwnHost = sandboxHost !== null && host?.toLowerCase() === sandboxHost;
  return { url: inside, isSandbox: isOwnHost || inside !== url };
}

export function markSandbox(request: IncomingMessage): void {
  Object.assign(request, { [MARK]: true });
}

export function isSandbox(request: IncomingMessage): boolean {
  return (request as { [MARK]?: true })[MARK] === true;
}

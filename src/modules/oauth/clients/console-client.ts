import { CONSOLE_PATH } from '../../../common/console-path.js';

/** The built-in client of the web console. Only the service itself redeems its codes and refresh tokens: see ConsoleSessions. */
export const CONSOLE_CLIENT_ID = 'console';

/** As browsers write it: in lower case, without the default port. */
export function consoleRedirectUri(issuer: string): string {
  const { origin, pathname } = new URL(issuer);
  return `${origin}${pathname.replace(/\/+$/, '')}${CONSOLE_PATH}/signed-in`;
}

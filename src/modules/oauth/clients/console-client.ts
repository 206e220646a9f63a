import { CONSOLE_PATH } from '../../../common/console-path.js';

/** The built-in client of the web console. Only the service itself redeems its codes and refresh tokens: see ConsoleSessions. */
export const CONSOLE_CLIENT_ID = 'console';

export const consoleRedirectUri = (issuer: string): string => `${issuer.replace(/\/+$/, '')}${CONSOLE_PATH}/signed-in`;

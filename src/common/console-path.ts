/** Path of the web console, at the root. */
export const CONSOLE_PATH = '/app';

/** Injection token: whether the service has the web console. */
export const HAS_CONSOLE = Symbol('has the web console');

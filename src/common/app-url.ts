/** Injection token: URL of the web frontend for links in mail, without a trailing slash. */
export const APP_URL = Symbol('address of the web frontend');

/** Injection token: address of the web frontend that links in mails lead to, a string without a slash at its end. */
export const APP_URL = Symbol('address of the web frontend');

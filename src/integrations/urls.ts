/** Whether the host of a URL is this machine. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** User or password of a URL, decoded. @throws Error without the value */
export function decodeUserInfo(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error('must have its user and password percent-encoded');
  }
}

/** What every path of the service begins with, where PUBLIC_URL has a folder of a host: `/knowledge`; else empty. */
export function rootOf(issuer: string): string {
  return new URL(issuer).pathname.replace(/\/+$/, '');
}

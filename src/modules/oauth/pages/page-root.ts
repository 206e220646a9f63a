/** Path prefix of PUBLIC_URL, such as `/knowledge`; empty at the root. */
export function rootOf(issuer: string): string {
  return new URL(issuer).pathname.replace(/\/+$/, '');
}

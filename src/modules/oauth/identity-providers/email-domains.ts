import { domainToASCII } from 'node:url';
import { isEmail, isFQDN } from 'class-validator';

/** Where anybody gets an address: no organization speaks for these. */
const PUBLIC_MAIL = new Set(
  `aol.com fastmail.com gmail.com gmx.com gmx.de gmx.net googlemail.com hotmail.com icloud.com live.com mac.com mail.com
  mail.ru me.com msn.com outlook.com pm.me proton.me protonmail.com qq.com 163.com 126.com rocketmail.com t-online.de
  tutanota.com web.de yahoo.com yandex.com yandex.ru ymail.com zoho.com`.split(/\s+/),
);

/** The domain in the one form in which domains are compared: lower case, in ASCII (`xn--…`). Null for what is none. */
export function canonicalDomain(text: string): string | null {
  const name = text.trim().replace(/\.$/, '');
  // A URL's host parser is behind the conversion: it would cut a path off and read what is percent-encoded.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(name)) return null;
  const domain = domainToASCII(name).toLowerCase();
  return isFQDN(domain) ? domain : null;
}

export function isPublicMailDomain(domain: string): boolean {
  return PUBLIC_MAIL.has(domain);
}

/** Domain of an e-mail address, {@link canonicalDomain}; null for what is no plain address. */
export function domainOf(email: string): string | null {
  // Quoted local parts may hold an @ of their own; nobody has such an address.
  const isPlain = isEmail(email, { allow_utf8_local_part: false }) && email.split('@').length === 2;
  return isPlain ? canonicalDomain(email.slice(email.indexOf('@') + 1)) : null;
}

/** The TXT record that proves whose a domain is: `_amks-challenge.example.com` with `amks-domain-verification=…`. */
export function challengeRecord({ domain, challenge }: { domain: string; challenge: string }): ChallengeRecord {
  return { name: `_amks-challenge.${domain}`, value: `amks-domain-verification=${challenge}` };
}

export interface ChallengeRecord {
  name: string;
  value: string;
}

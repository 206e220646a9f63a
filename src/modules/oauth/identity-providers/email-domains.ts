import { domainToASCII } from 'node:url';
import { isEmail, isFQDN } from 'class-validator';

/** Public mail providers, which no organization can claim. */
const PUBLIC_MAIL = new Set(
  `aol.com fastmail.com gmail.com gmx.com gmx.de gmx.net googlemail.com hotmail.com icloud.com live.com mac.com mail.com
  mail.ru me.com msn.com outlook.com pm.me proton.me protonmail.com qq.com 163.com 126.com rocketmail.com t-online.de
  tutanota.com web.de yahoo.com yandex.com yandex.ru ymail.com zoho.com`.split(/\s+/),
);

/** Lower case, in ASCII (`xn--…`). Null for anything that is not a domain. */
export function canonicalDomain(text: string): string | null {
  const name = text.trim().replace(/\.$/, '');
  // The URL parser used for the conversion would drop a path and decode percent-encoding.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(name)) return null;
  const domain = domainToASCII(name).toLowerCase();
  return isFQDN(domain) ? domain : null;
}

export function isPublicMailDomain(domain: string): boolean {
  return PUBLIC_MAIL.has(domain);
}

/** {@link canonicalDomain} of an email address; null if it is not a plain address. */
export function domainOf(email: string): string | null {
  // Quoted local parts could contain an @; such addresses are not supported.
  const isPlain = isEmail(email, { allow_utf8_local_part: false }) && email.split('@').length === 2;
  return isPlain ? canonicalDomain(email.slice(email.indexOf('@') + 1)) : null;
}

/** Ownership record of a domain: `_amks-challenge.example.com` with `amks-domain-verification=…`. */
export function challengeRecord({ domain, challenge }: { domain: string; challenge: string }): ChallengeRecord {
  return { name: `_amks-challenge.${domain}`, value: `amks-domain-verification=${challenge}` };
}

export interface ChallengeRecord {
  name: string;
  value: string;
}

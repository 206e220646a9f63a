import { ValidateBy, type ValidationOptions } from 'class-validator';

const MAX_CHARS = 2000;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether the text is a valid redirect URI: absolute, https or, for native applications and development, http to a loopback address;
 * without fragment (RFC 6749, 3.1.2), user name and wildcards; in the normal form of browsers, since it is compared exactly (RFC 9700,
 * 2.1).
 */
export function isRedirectUri(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > MAX_CHARS || value.includes('*') || value.includes('#')) return false;
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
  const canonical = url.href === value || url.href === `${value}/`;
  return secure && canonical && url.username === '' && url.password === '';
}

export const IsRedirectUri = (options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isRedirectUri',
      validator: {
        validate: isRedirectUri,
        defaultMessage: () =>
          'must be normalized https URLs (http only on localhost, 127.0.0.1 or [::1]) without fragment, user name or wildcard',
      },
    },
    options,
  );

import { isIP } from 'node:net';

/** An environment variable: description, default and parser, which throws with the reason. */
export interface Variable<T> {
  doc: string;
  fallback: string;
  parse(value: string): T;
}

export const text = (fallback: string, doc: string): Variable<string> => ({ doc, fallback, parse: (value) => value });

export const integer = (fallback: number, minimum: number, maximum: number, doc: string): Variable<number> => ({
  doc,
  fallback: String(fallback),
  parse: (value) => {
    const number = Number(value);
    if (!Number.isInteger(number) || number < minimum || number > maximum) {
      throw new Error(`must be a whole number from ${minimum} to ${maximum}`);
    }
    return number;
  },
});

/** Seconds, with fractions. */
export const seconds = (fallback: number, minimum: number, maximum: number, doc: string): Variable<number> => ({
  doc,
  fallback: String(fallback),
  parse: (value) => {
    const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : NaN;
    if (!(number >= minimum && number <= maximum)) throw new Error(`must be a number from ${minimum} to ${maximum}`);
    return number;
  },
});

export const choice = <T extends string>(fallback: T, values: readonly T[], doc: string): Variable<T> => ({
  doc: `${doc} One of ${values.join(', ')}.`,
  fallback,
  parse: (value) => {
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`);
    return found;
  },
});

/** true, false, or null when the variable is unset. */
export const optionalFlag = (doc: string): Variable<boolean | null> => ({
  doc,
  fallback: '',
  parse: (value) => {
    if (value === '') return null;
    if (value !== 'true' && value !== 'false') throw new Error('must be true or false');
    return value === 'true';
  },
});

export const flag = (doc: string): Variable<boolean> => ({
  ...optionalFlag(doc),
  fallback: 'false',
  parse: (value) => optionalFlag(doc).parse(value) ?? false,
});

export const listOf = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** IP addresses and CIDR blocks. A block of all addresses would trust everyone and is refused. */
export const addresses = (doc: string): Variable<string[]> => ({
  doc,
  fallback: '',
  parse: (value) => {
    const list = listOf(value);
    if (!list.every(isNetwork))
      throw new Error('must be addresses or CIDR blocks such as 10.0.0.0/8, not of all addresses');
    return list;
  },
});

function isNetwork(value: string): boolean {
  const [address = '', prefix, ...rest] = value.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits);
}

/** Origins, `https://host` or `https://host:port`, as browsers send them; never `*`. */
export const origins = (doc: string): Variable<string[]> => ({
  doc,
  fallback: '',
  parse: (value) => {
    const list = listOf(value);
    if (!list.every((origin) => isWebAddress(origin) && new URL(origin).origin === origin)) {
      throw new Error('must be origins such as https://maintenance.example.com, without a path');
    }
    return list;
  },
});

export const isWebAddress = (value: string): boolean => URL.canParse(value) && /^https?:\/\//.test(value);

export const webAddress = (doc: string): Variable<string | null> => ({
  doc,
  fallback: '',
  parse: (value) => {
    if (value === '') return null;
    if (!isWebAddress(value)) throw new Error('must start with https:// or http://');
    return value;
  },
});

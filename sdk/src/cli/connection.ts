import { readFileSync } from 'node:fs';
import { createClient, type Client } from '../index.js';
import { UsageError } from './exit.js';
import { PACKAGE } from './package.js';

/** Options of every command that calls the service. */
export const CONNECTION_OPTIONS = {
  url: { type: 'string' },
  key: { type: 'string' },
  'key-file': { type: 'string' },
} as const;

export const CONNECTION_HELP = `
  --url URL            of the service, such as https://manuals.example.com (AMK_URL)
  --key-file FILE      file with the API key; - reads the standard input
  --key KEY            the API key. Other users of the machine can see it in the list of
                       processes: prefer the variable AMK_API_KEY or --key-file`;

export interface ConnectionArguments {
  url?: string | undefined;
  key?: string | undefined;
  'key-file'?: string | undefined;
}

/** Survives a restart of the service, and waits out an hourly limit. */
const RETRIES = 8;
const MAX_DELAY_MS = 3_600_000;

export interface Connection {
  client: Client;
  baseUrl: string;
}

/** Where the service is, and the credential for it. */
export interface Target {
  baseUrl: string;
  apiKey: string;
}

/** @throws UsageError */
export function targetOf(given: ConnectionArguments): Target {
  return { baseUrl: baseUrlOf(given.url ?? process.env.AMK_URL), apiKey: keyOf(given) };
}

/**
 * @param onWait seconds until a call is repeated that the service asked to wait
 * @throws UsageError
 */
export function connect(given: ConnectionArguments, onWait: (seconds: number) => void): Connection {
  const { baseUrl, apiKey } = targetOf(given);
  const client = createClient({
    baseUrl,
    apiKey,
    retries: RETRIES,
    maxDelayMs: MAX_DELAY_MS,
    clientName: 'amk',
    clientVersion: PACKAGE.version,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      const seconds = Number(response.headers.get('retry-after'));
      if (!response.ok && seconds > 1) onWait(seconds);
      return response;
    },
  });
  return { client, baseUrl };
}

function baseUrlOf(given: string | undefined): string {
  if (given === undefined || given === '') throw new UsageError('Give the URL of the service with --url or AMK_URL');
  const url = parsed(given);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new UsageError('--url must be an http or https URL without a user, such as https://manuals.example.com');
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${/\/v\d+$/.test(path) ? path : `${path}/api/v1`}`;
}

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function keyOf({ key, 'key-file': file }: ConnectionArguments): string {
  if (key !== undefined && file !== undefined) throw new UsageError('Give either --key or --key-file');
  const found = (file === undefined ? (key ?? process.env.AMK_API_KEY ?? '') : readKey(file)).trim();
  if (found === '') throw new UsageError('Give the API key with AMK_API_KEY, --key-file or --key');
  // A header with another character would be refused with a message that contains the key.
  if (!/^[\x21-\x7e]+$/.test(found)) throw new UsageError('The API key contains characters that no key has');
  return found;
}

function readKey(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new UsageError(`--key-file cannot be read: ${(error as Error).message}`);
  }
}

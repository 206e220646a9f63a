import { readFileSync } from 'node:fs';
import { createClient, type Client } from '../index.js';
import { EXIT, StopError, UsageError } from './exit.js';
import { PACKAGE } from './package.js';
import { Profile } from './sign-in/profile.js';
import { accessTokenOf } from './sign-in/tokens.js';

export interface ConnectionArguments {
  url?: string | undefined;
  profile?: string | undefined;
  key?: string | undefined;
  'key-file'?: string | undefined;
}

export interface Patience {
  /** Survives a restart of the service, and waits out an hourly limit. */
  isPatient?: boolean;
  /** Seconds until a call is repeated that the service asked to wait. */
  onWait?: (seconds: number) => void;
  /** Replaces the global one. */
  fetch?: typeof fetch;
}

const PATIENT = { retries: 8, maxDelayMs: 3_600_000 };
/** A person waits. */
const IMPATIENT = { retries: 2, maxDelayMs: 3_000 };

export interface Connection {
  client: Client;
  baseUrl: string;
  /** Name of the profile that is signed in; null with an API key. */
  profile: string | null;
}

/** The API key of the arguments, else the sign-in of `--profile`, else AMK_API_KEY, else the sign-in. @throws UsageError, StopError */
export function connect(given: ConnectionArguments, patience: Patience = {}): Connection {
  const { isPatient = false, onWait, fetch: send = fetch } = patience;
  const { baseUrl, credential, profile } = credentialFor(given);
  const client = createClient({
    ...(isPatient ? PATIENT : IMPATIENT),
    ...credential,
    ...{ baseUrl, clientName: 'amk', clientVersion: PACKAGE.version },
    fetch: async (url, init) => {
      const response = await send(url, init);
      const seconds = Number(response.headers.get('retry-after'));
      if (!response.ok && seconds > 1) onWait?.(seconds);
      return response;
    },
  });
  return { client, baseUrl, profile };
}

/** As {@link connect}, without a client. */
export function credentialFor(given: ConnectionArguments): Chosen & Pick<Connection, 'profile'> {
  const key = keyOf(given);
  const profile = Profile.of(given.profile);
  if (key !== null) return { ...keyed(key, profile, given), profile: null };
  return { ...signInOf(profile, given), profile: profile.name };
}

interface Chosen {
  baseUrl: string;
  credential: { apiKey?: string; accessToken?: () => Promise<string> };
}

function keyed(apiKey: string, profile: Profile, { url }: ConnectionArguments): Chosen {
  const baseUrl = statedUrl(url) ?? profile.read()?.url;
  if (baseUrl === undefined) throw new UsageError('Give the URL of the service with --url or AMK_URL');
  return { baseUrl, credential: { apiKey } };
}

/** A token goes only to the service that issued it. */
function signInOf(profile: Profile, { url }: ConnectionArguments): Chosen {
  const stated = statedUrl(url);
  const signIn = profile.read();
  if (!signIn)
    throw new StopError(
      `Not signed in. Run amk login, or give an API key with AMK_API_KEY, --key-file or --key`,
      EXIT.notSignedIn,
    );
  if (stated !== undefined && stated !== signIn.url)
    throw new UsageError(
      `The profile ${profile.name} is signed in to ${signIn.url}, not to ${stated}. Name another with --profile`,
    );
  return { baseUrl: signIn.url, credential: { accessToken: () => accessTokenOf(profile) } };
}

/** With the version of the API. Undefined if neither `--url` nor AMK_URL says it. @throws UsageError */
export function statedUrl(given: string | undefined): string | undefined {
  const text = given ?? process.env.AMK_URL ?? '';
  if (text === '') return undefined;
  const url = parsed(text);
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

/** Null for a sign-in. */
function keyOf({ key, profile, 'key-file': file }: ConnectionArguments): string | null {
  if (key !== undefined && file !== undefined) throw new UsageError('Give either --key or --key-file');
  const isStated = key !== undefined || file !== undefined;
  const fromEnvironment = profile === undefined ? process.env.AMK_API_KEY : undefined;
  const found = (file === undefined ? (key ?? fromEnvironment ?? '') : readKey(file)).trim();
  if (found === '' && !isStated) return null;
  // A header with another character would be refused with a message that contains the key.
  if (!/^[\x21-\x7e]+$/.test(found))
    throw new UsageError('The API key is empty or contains characters that no key has');
  return found;
}

function readKey(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new UsageError(`--key-file cannot be read: ${(error as Error).message}`);
  }
}

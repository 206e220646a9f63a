import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../common/project-root.js';
import { parseClamdUrl, type ClamdAddress } from '../integrations/malware-scan/clamd-url.js';
import { parseMailbox, type Mailbox } from '../integrations/mailer/mail-address.js';
import { parseSmtpUrl, type SmtpServer } from '../integrations/mailer/smtp-url.js';
import { parseSmsUrl, type SmsGateway } from '../integrations/sms/sms-gateway.js';
import { parseStorageUrl, type S3Location } from '../integrations/storage/storage-url.js';

/** How one environment variable is read: its meaning, its default and its parser (which throws with what is wrong). */
interface Variable<T> {
  doc: string;
  fallback: string;
  parse(value: string): T;
}

const text = (fallback: string, doc: string): Variable<string> => ({ doc, fallback, parse: (value) => value });

const integer = (fallback: number, minimum: number, maximum: number, doc: string): Variable<number> => ({
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

/** Whole seconds, or parts of one. */
const seconds = (fallback: number, minimum: number, maximum: number, doc: string): Variable<number> => ({
  doc,
  fallback: String(fallback),
  parse: (value) => {
    const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : NaN;
    if (!(number >= minimum && number <= maximum)) throw new Error(`must be a number from ${minimum} to ${maximum}`);
    return number;
  },
});

const choice = <T extends string>(fallback: T, values: readonly T[], doc: string): Variable<T> => ({
  doc: `${doc} One of ${values.join(', ')}.`,
  fallback,
  parse: (value) => {
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`);
    return found;
  },
});

/** true, false, or null when the variable is unset. */
const optionalFlag = (doc: string): Variable<boolean | null> => ({
  doc,
  fallback: '',
  parse: (value) => {
    if (value === '') return null;
    if (value !== 'true' && value !== 'false') throw new Error('must be true or false');
    return value === 'true';
  },
});

const flag = (doc: string): Variable<boolean> => ({
  ...optionalFlag(doc),
  fallback: 'false',
  parse: (value) => optionalFlag(doc).parse(value) ?? false,
});

const listOf = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const addresses = (doc: string): Variable<string[]> => ({
  doc,
  fallback: '',
  parse: listOf,
});

function parseKey(value: string): Buffer {
  const key = /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64');
  if (key.length !== 32) throw new Error('must be 32 bytes, written as 64 hexadecimal digits or in base64');
  return key;
}

const secretKey: Variable<Buffer | null> = {
  doc: 'Master key, 32 bytes in base64 or hex: encrypts the signing keys at rest and signs cursors. Generated into DATA_DIR/secret-key when unset; the same on every node.',
  fallback: '',
  parse: (value) => (value === '' ? null : parseKey(value)),
};

const previousSecretKeys: Variable<Buffer[]> = {
  doc: 'Comma-separated master keys that only decrypt, while SECRET_KEY is being changed (docs/operations/secrets.md).',
  fallback: '',
  parse: (value) => listOf(value).map(parseKey),
};

const databaseUrl: Variable<string | null> = {
  doc: 'postgres://user:password@host:5432/name of PostgreSQL 15 or newer. Empty: an embedded PostgreSQL runs under DATA_DIR.',
  fallback: '',
  parse: (value) => {
    if (value === '') return null;
    if (!/^postgres(ql)?:\/\//.test(value)) throw new Error('must start with postgres:// or postgresql://');
    return value;
  },
};

const storageUrl: Variable<S3Location | null> = {
  doc: 'Object store for files, s3://bucket/prefix?region=…&endpoint=https://…&path_style=true. Empty: files are stored under DATA_DIR (docs/operations/storage.md).',
  fallback: '',
  parse: (value) => (value === '' ? null : parseStorageUrl(value)),
};

const clamavUrl: Variable<ClamdAddress | null> = {
  doc: "tcp://host:3310 of ClamAV's clamd. When set, no upload is accepted that it did not find clean.",
  fallback: '',
  parse: (value) => (value === '' ? null : parseClamdUrl(value)),
};

const mailUrl: Variable<SmtpServer | null> = {
  doc: 'Mail server, smtp://user:password@host:587 or smtps://…:465. STARTTLS is required unless the host is loopback; ?starttls=required, optional or never decides otherwise. Empty: mail is written to DATA_DIR/outbox.',
  fallback: '',
  parse: (value) => (value === '' ? null : parseSmtpUrl(value)),
};

const mailFrom: Variable<Mailbox> = {
  doc: 'Sender of mails.',
  fallback: 'Aviation Maintenance Knowledge Service <no-reply@localhost>',
  parse: parseMailbox,
};

const smsUrl: Variable<SmsGateway | null> = {
  doc: 'Provider of text messages with an API like Twilio, https://account:token@host/2010-04-01/Accounts/{sid}/Messages.json. Empty: text messages are written to DATA_DIR/outbox.',
  fallback: '',
  parse: (value) => (value === '' ? null : parseSmsUrl(value)),
};

const isWebAddress = (value: string): boolean => URL.canParse(value) && /^https?:\/\//.test(value);

const webAddress = (doc: string): Variable<string | null> => ({
  doc,
  fallback: '',
  parse: (value) => {
    if (value === '') return null;
    if (!isWebAddress(value)) throw new Error('must start with https:// or http://');
    return value;
  },
});

const relyingPartyId: Variable<string | null> = {
  doc: 'Domain that security keys are registered for; changing it makes all of them useless. Default: the host of APP_URL, or localhost where that is an IP address.',
  fallback: '',
  parse: (value) => {
    if (value === '') return null;
    if (isIP(value) !== 0 || !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(value)) {
      throw new Error('must be a domain name in lower case, without https:// and without a port');
    }
    return value;
  },
};

const relyingPartyOrigins: Variable<string[]> = {
  doc: 'Comma-separated origins of the pages that may ask for a security key, such as https://maintenance.example.com. Default: the origin of APP_URL. The sign-in pages of the service may as well, where PUBLIC_URL is at that domain or below it.',
  fallback: '',
  parse: (value) => {
    const origins = listOf(value);
    if (!origins.every((origin) => isWebAddress(origin) && new URL(origin).origin === origin)) {
      throw new Error('must be origins such as https://maintenance.example.com, without a path');
    }
    return origins;
  },
};

const readers: Variable<number> = {
  doc: 'Documents that one process reads at the same time, each in a child process of its own; 0 leaves reading to other nodes. Default: one less than the processor has cores, at least 1.',
  fallback: '',
  parse: (value) => (value === '' ? Math.max(1, availableParallelism() - 1) : integer(1, 0, 64, '').parse(value)),
};

/** Every setting of the service. `.env.example` is written from this table, and `npm run check` compares the two. */
export const VARIABLES = {
  HOST: text('127.0.0.1', 'Address to listen on.'),
  PORT: integer(3000, 0, 65535, 'Port to listen on; 0 takes a free one.'),
  PUBLIC_URL: webAddress(
    'The address by which clients reach the service; issuer of its tokens. Default: http://HOST:PORT.',
  ),
  DATA_DIR: text('.data', 'Folder of the embedded database, stored files, search index and generated keys.'),
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_SIZE: integer(10, 2, 200, 'Connections to PostgreSQL that one process keeps at most.'),
  STORAGE_URL: storageUrl,
  STORAGE_ACCESS_KEY_ID: text(
    '',
    'Account in the object store. Empty: found as by the AWS tools (AWS_ACCESS_KEY_ID, profile, role of the machine).',
  ),
  STORAGE_SECRET_ACCESS_KEY: text('', 'Secret of that account.'),
  STORAGE_VERIFIED_PER_DAY: integer(
    240,
    0,
    1_000_000,
    'Stored files read and compared with their hash each day, those looked at longest ago first; 0 for none.',
  ),
  STORAGE_RESERVE_BYTES: integer(
    1_073_741_824,
    0,
    1_099_511_627_776,
    'Free space under DATA_DIR below which no more files are accepted; 0 for no such limit.',
  ),
  CLAMAV_URL: clamavUrl,
  SECRET_KEY: secretKey,
  SECRET_KEY_PREVIOUS: previousSecretKeys,
  MAIL_URL: mailUrl,
  MAIL_FROM: mailFrom,
  SMS_URL: smsUrl,
  SMS_FROM: text('', 'Number (E.164) or name that text messages come from.'),
  APP_URL: webAddress(
    'Address of the web frontend: links in mails lead to it, and security keys are registered there. Default: PUBLIC_URL.',
  ),
  WEBAUTHN_RP_ID: relyingPartyId,
  WEBAUTHN_ORIGINS: relyingPartyOrigins,
  ARGON2_MEMORY_KIB: integer(
    65_536,
    256,
    4_194_304,
    'Memory of one password hash (argon2id). Hashes made with less are renewed when their owner signs in.',
  ),
  ARGON2_PASSES: integer(3, 1, 100, 'Passes over that memory.'),
  SIGNING_KEY_DAYS: integer(90, 1, 3650, 'Days after which the key that signs tokens gets a successor.'),
  LOG_LEVEL: choice(
    'info',
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'Least severe log line written.',
  ),
  TRUST_PROXY: addresses(
    'Comma-separated addresses or CIDR blocks of reverse proxies whose X-Forwarded-For is believed.',
  ),
  OUTBOUND_ALLOW_LOOPBACK: flag(
    'true lets identity providers and webhooks be on 127.0.0.1, over http too; for development and tests only.',
  ),
  UPLOAD_MAX_BYTES: integer(268_435_456, 1024, 4_294_967_296, 'Largest file accepted as a document.'),
  UPLOAD_MAX_NAME_LENGTH: integer(255, 16, 255, 'Characters that the name of an uploaded file may have.'),
  UPLOAD_INSPECTION_SECONDS: integer(15, 1, 600, 'Longest time for looking into an uploaded text or archive.'),
  UPLOAD_INSPECTION_MEMORY_MIB: integer(512, 128, 16_384, 'Memory at which the process that looks into it is ended.'),
  UPLOAD_INSPECTION_CONCURRENCY: integer(2, 1, 64, 'Uploaded files looked into at a time.'),
  ARCHIVE_MAX_ENTRIES: integer(10_000, 10, 1_000_000, 'Files that a ZIP package or Word file may hold.'),
  ARCHIVE_MAX_NAME_LENGTH: integer(512, 64, 65_535, 'Characters that the name of a file in it may have, with folders.'),
  ARCHIVE_MAX_BYTES: integer(2_147_483_648, 1024, 1_099_511_627_776, 'Bytes that it may unpack to.'),
  ARCHIVE_ENTRY_MAX_BYTES: integer(268_435_456, 1024, 4_294_967_296, 'Bytes that one file in it may unpack to.'),
  ARCHIVE_MAX_RATIO: integer(200, 10, 100_000, 'Times its own size that it may unpack to.'),
  HTML_MAX_NESTING: integer(512, 32, 1_000, 'Elements inside of each other that an HTML document may have.'),
  HTML_MAX_ELEMENTS: integer(1_000_000, 1_000, 100_000_000, 'Elements that an HTML document may have.'),
  XML_MAX_NESTING: integer(256, 32, 1_000, 'Elements inside of each other that an XML document may have.'),
  XML_MAX_ELEMENTS: integer(1_000_000, 1_000, 100_000_000, 'Elements that an XML document may have.'),
  XML_MAX_ENTITY_CHARACTERS: integer(
    4_194_304,
    0,
    1_073_741_824,
    'Characters that the entities which an XML document declares may make in it.',
  ),
  RATE_LIMIT_STANDARD: integer(
    1000,
    1,
    1_000_000_000,
    'Requests per hour on the standard plan, and per client address without credentials.',
  ),
  RATE_LIMIT_PROFESSIONAL: integer(10_000, 1, 1_000_000_000, 'Requests per hour on the professional plan.'),
  RATE_LIMIT_ENTERPRISE: integer(100_000, 1, 1_000_000_000, 'Requests per hour on the enterprise plan.'),
  INGESTION_CONCURRENCY: readers,
  INGESTION_TURN_SECONDS: integer(
    30,
    1,
    3600,
    "How long one document is read on while other organizations' documents wait.",
  ),
  INGESTION_MEMORY_MIB: integer(
    960,
    256,
    16_384,
    'Memory at which a child process that reads a document is ended, looked at ten times a second; what bounds the objects of a PDF, too.',
  ),
  INGESTION_MAX_PAGES: integer(20_000, 1, 1_000_000, 'Pages that one document may have.'),
  INGESTION_PAGE_TEXT_BYTES: integer(1_048_576, 1024, 67_108_864, 'Bytes of text (UTF-8) that one page may have.'),
  INGESTION_FILE_TEXT_BYTES: integer(268_435_456, 1024, 4_294_967_296, 'Bytes of text that one document may have.'),
  INGESTION_PAGE_SECONDS: integer(
    30,
    1,
    600,
    'Processor time without a finished page before it is given up; ten times as long where the processor is busy with others.',
  ),
  INGESTION_OCR_PAGE_SECONDS: integer(60, 5, 600, 'Processor time for reading the picture of one page; likewise.'),
  INGESTION_FILE_SECONDS: integer(3600, 10, 86_400, 'Longest time for one document, whatever its pages.'),
  INGESTION_FILE_SECONDS_PER_PAGE: integer(
    6,
    0,
    600,
    'Time for one document on top of that, for each of its pages: OCR takes 2 to 3 s a page where nothing else runs.',
  ),
  PAGE_IMAGE_CONCURRENCY: integer(
    0,
    0,
    64,
    'Pages that one process draws at the same time, each in a child process of its own; 0 for one less than there are cores.',
  ),
  PAGE_IMAGE_MEMORY_MIB: integer(1024, 128, 16_384, 'Memory at which a child process that draws a page is ended.'),
  PAGE_IMAGE_SECONDS: integer(10, 1, 600, 'Longest time to draw a page.'),
  CHAT_STREAMS_PER_USER: integer(20, 1, 1000, 'Chat streams that one user may have open on each node.'),
  CHAT_STREAM_SECONDS: integer(300, 1, 3600, 'A chat stream that lasts longer is closed; clients resume it.'),
  NOTIFICATION_STREAMS_PER_USER: integer(
    10,
    1,
    1000,
    'Streams of notifications that one user may have open on each node.',
  ),
  NOTIFICATION_STREAM_SECONDS: integer(
    300,
    1,
    3600,
    'A stream of notifications that lasts longer is closed; clients resume it.',
  ),
  DIGEST_INTERVAL_SECONDS: seconds(
    60,
    0.05,
    3600,
    'How often it is looked which mails of unread notifications are due.',
  ),
  CACHE_DIR: text('cache', 'Folder of what can be made anew, such as images of pages; relative to DATA_DIR.'),
  CACHE_MAX_BYTES: integer(
    1_073_741_824,
    0,
    1_099_511_627_776,
    'Bytes kept in it; what was not used for longest goes.',
  ),
  SEARCH_INDEX_MEMORY_BYTES: integer(
    1_073_741_824,
    16_777_216,
    1_099_511_627_776,
    'Memory for the search indexes of all organizations; those used longest ago are put away beyond it.',
  ),
  LLM_BASE_URL: webAddress(
    'OpenAI-compatible API of a language model that writes the answers of the chat, such as https://host/v1. Empty: answers quote the documents.',
  ),
  LLM_MODEL: text('', 'Name of the model there.'),
  LLM_API_KEY: text('', 'Key of the API; empty where it needs none.'),
  LLM_TIMEOUT_SECONDS: integer(60, 1, 600, 'Longest time for one answer of the model.'),
  LLM_CONCURRENCY: integer(8, 1, 1000, 'Answers that one process lets it write at a time.'),
  EMBEDDING_BASE_URL: webAddress(
    'OpenAI-compatible API of a model that turns texts into vectors, such as https://host/v1. Empty: the model that comes with the service.',
  ),
  EMBEDDING_MODEL: text(
    '',
    'Name of the model there. Another one is taken over in the background, while the one before serves.',
  ),
  EMBEDDING_API_KEY: text('', 'Key of the API; empty where it needs none.'),
  EMBEDDING_DIMENSIONS: integer(0, 0, 4096, 'Numbers of one vector; the model is asked to shorten longer ones.'),
  SEED_DEMO: optionalFlag(
    'true or false: two demonstration organizations and the sample library. Default: only when the embedded database is new.',
  ),
} as const;

/** The validated settings, one property per entry of {@link VARIABLES}. */
export type Env = { readonly [K in keyof typeof VARIABLES]: ReturnType<(typeof VARIABLES)[K]['parse']> };

/** Thrown at start when the environment cannot be used; the message names every wrong variable. */
export class InvalidEnvironmentError extends Error {}

/**
 * Reads and validates the environment once. A `.env` file in the working folder fills in what is not set.
 *
 * @throws InvalidEnvironmentError naming each variable that is wrong and why
 */
export function loadEnv(source: NodeJS.ProcessEnv = process.env): Env {
  if (source === process.env && existsSync('.env')) process.loadEnvFile('.env');
  const problems: string[] = [];
  const entries = Object.entries(VARIABLES).map(([name, variable]) => {
    const raw = source[name]?.trim();
    try {
      return [name, variable.parse(raw === undefined || raw === '' ? variable.fallback : raw)];
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}`);
      return [name, null];
    }
  });
  const set = (name: keyof Env): boolean => (source[name]?.trim() ?? '') !== '';
  if (set('SECRET_KEY_PREVIOUS') && !set('SECRET_KEY')) {
    problems.push('SECRET_KEY must be set where SECRET_KEY_PREVIOUS is');
  }
  if (set('STORAGE_ACCESS_KEY_ID') !== set('STORAGE_SECRET_ACCESS_KEY')) {
    problems.push('STORAGE_ACCESS_KEY_ID and STORAGE_SECRET_ACCESS_KEY must be set together');
  }
  if (set('LLM_BASE_URL') !== set('LLM_MODEL')) problems.push('LLM_BASE_URL and LLM_MODEL must be set together');
  if (
    new Set([set('EMBEDDING_BASE_URL'), set('EMBEDDING_MODEL'), Number(source.EMBEDDING_DIMENSIONS ?? 0) > 0]).size > 1
  ) {
    problems.push('EMBEDDING_BASE_URL, EMBEDDING_MODEL and EMBEDDING_DIMENSIONS must be set together');
  }
  if (set('SMS_URL') && !set('SMS_FROM')) problems.push('SMS_FROM must be set where SMS_URL is');
  if (problems.length > 0) throw new InvalidEnvironmentError(`Invalid environment: ${problems.join('; ')}`);
  const env = Object.fromEntries(entries) as { -readonly [K in keyof Env]: Env[K] };
  env.DATA_DIR = path.resolve(projectRoot(), env.DATA_DIR);
  env.CACHE_DIR = path.resolve(env.DATA_DIR, env.CACHE_DIR);
  return env;
}

/** Text of `.env.example`: one commented line per variable. */
export function envExample(): string {
  const lines = Object.entries(VARIABLES).map(([name, { doc, fallback }]) => `# ${doc}\n#${name}=${fallback}\n`);
  return `# Settings of the service, each with its default. Copy to .env and uncomment what you change.\n\n${lines.join('\n')}`;
}

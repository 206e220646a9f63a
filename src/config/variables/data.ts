import { parseStorageUrl, type S3Location } from '../../integrations/storage/storage-url.js';
import { integer, listOf, seconds, text, type Variable } from '../variable.js';

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

const replicaUrls: Variable<string[]> = {
  doc: 'Comma-separated addresses, as DATABASE_URL, of servers that follow it by streaming replication: they take lists off it (docs/operations/scaling.md).',
  fallback: '',
  parse: (value) => listOf(value).map((url) => databaseUrl.parse(url) ?? url),
};

const storageUrl: Variable<S3Location | null> = {
  doc: 'Object store for files, s3://bucket/prefix?region=…&endpoint=https://…&path_style=true. Empty: files are stored under DATA_DIR (docs/operations/storage.md).',
  fallback: '',
  parse: (value) => (value === '' ? null : parseStorageUrl(value)),
};

/** Where data are kept, and the keys that guard them. */
export const DATA = {
  DATA_DIR: text('.data', 'Folder of the embedded database, stored files, search index and generated keys.'),
  DATABASE_URL: databaseUrl,
  DATABASE_REPLICA_URLS: replicaUrls,
  DATABASE_POOL_SIZE: integer(10, 2, 200, 'Connections to PostgreSQL that one process keeps at most.'),
  DATABASE_WAIT_SECONDS: seconds(5, 0.1, 60, 'Longest wait for one of them; then the request is answered with 503.'),
  DATABASE_LOCK_SECONDS: seconds(10, 0.1, 600, 'Longest wait of a statement for a lock that another transaction has.'),
  DATABASE_STATEMENT_SECONDS: seconds(30, 0.1, 600, 'Longest time for one statement.'),
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
  CACHE_DIR: text('cache', 'Folder of what can be made anew, such as images of pages; relative to DATA_DIR.'),
  CACHE_MAX_BYTES: integer(
    1_073_741_824,
    0,
    1_099_511_627_776,
    'Bytes kept in it; what was not used for longest goes.',
  ),
  ORGANIZATION_DELETION_DAYS: integer(
    7,
    0,
    90,
    'Days between the request to delete an organization and its deletion, in which it can be cancelled.',
  ),
  SECRET_KEY: secretKey,
  SECRET_KEY_PREVIOUS: previousSecretKeys,
} as const;

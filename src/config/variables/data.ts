import { parseStorageUrl, type S3Location } from '../../integrations/storage/storage-url.js';
import { integer, listOf, seconds, text, type Variable } from './variable.js';

function parseKey(value: string): Buffer {
  const key = /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64');
  if (key.length !== 32) throw new Error('must be 32 bytes, written as 64 hexadecimal digits or in base64');
  return key;
}

const secretKey: Variable<Buffer | null> = {
  doc: 'Master key, 32 bytes in base64 or hex. Must be the same on every node. Empty: generated in DATA_DIR/secret-key.',
  fallback: '',
  parse: (value) => (value === '' ? null : parseKey(value)),
};

const previousSecretKeys: Variable<Buffer[]> = {
  doc: 'Comma-separated master keys for decryption only, during a rotation of SECRET_KEY (docs/operations/secrets.md).',
  fallback: '',
  parse: (value) => listOf(value).map(parseKey),
};

const databaseUrl: Variable<string | null> = {
  doc: 'URL of PostgreSQL 15 or newer, postgres://user:password@host:5432/name. Empty: an embedded PostgreSQL under DATA_DIR.',
  fallback: '',
  parse: (value) => {
    if (value === '') return null;
    if (!/^postgres(ql)?:\/\//.test(value)) throw new Error('must start with postgres:// or postgresql://');
    return value;
  },
};

const replicaUrls: Variable<string[]> = {
  doc: 'Comma-separated URLs of streaming replicas, which answer lists (docs/operations/scaling.md).',
  fallback: '',
  parse: (value) => listOf(value).map((url) => databaseUrl.parse(url) ?? url),
};

const storageUrl: Variable<S3Location | null> = {
  doc: 'Object store for files, s3://bucket/prefix?region=…&endpoint=https://…&path_style=true (docs/operations/storage.md). Empty: files are stored under DATA_DIR.',
  fallback: '',
  parse: (value) => (value === '' ? null : parseStorageUrl(value)),
};

/** Data, and the keys that protect it. */
export const DATA = {
  DATA_DIR: text('.data', 'Folder for the embedded database, stored files, search index and generated keys.'),
  DATABASE_URL: databaseUrl,
  DATABASE_REPLICA_URLS: replicaUrls,
  DATABASE_POOL_SIZE: integer(10, 2, 200, 'Maximum PostgreSQL connections per process.'),
  DATABASE_WAIT_SECONDS: seconds(5, 0.1, 60, 'Maximum wait for a connection. After that the response is 503.'),
  DATABASE_LOCK_SECONDS: seconds(10, 0.1, 600, 'Maximum wait of a statement for a lock.'),
  DATABASE_STATEMENT_SECONDS: seconds(30, 0.1, 600, 'Maximum duration of a statement.'),
  STORAGE_URL: storageUrl,
  STORAGE_ACCESS_KEY_ID: text('', 'Access key id of the object store. Empty: the default credential chain of AWS.'),
  STORAGE_SECRET_ACCESS_KEY: text('', 'Secret access key of the object store.'),
  STORAGE_VERIFIED_PER_DAY: integer(
    240,
    0,
    1_000_000,
    'Stored files verified against their hash each day, oldest verification first. 0: none.',
  ),
  STORAGE_RESERVE_BYTES: integer(
    1_073_741_824,
    0,
    1_099_511_627_776,
    'Minimum free space under DATA_DIR, in bytes. Below it uploads are rejected. 0: no minimum.',
  ),
  CACHE_DIR: text('cache', 'Folder for page images and other reproducible files, relative to DATA_DIR.'),
  CACHE_MAX_BYTES: integer(
    1_073_741_824,
    0,
    1_099_511_627_776,
    'Maximum size of CACHE_DIR, in bytes. The least recently used files are removed.',
  ),
  ORGANIZATION_DELETION_DAYS: integer(
    7,
    0,
    90,
    'Days between a request to delete an organization and its deletion. Until then it can be canceled.',
  ),
  SECRET_KEY: secretKey,
  SECRET_KEY_PREVIOUS: previousSecretKeys,
} as const;

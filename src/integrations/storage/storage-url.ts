/** An object store that speaks S3, as STORAGE_URL names it. */
export interface S3Location {
  bucket: string;
  /** Put before every key; empty or ending in a slash. */
  prefix: string;
  /** Null: as the AWS client finds it (AWS_REGION, profile). */
  region: string | null;
  /** Null: Amazon's own. */
  endpoint: string | null;
  /** The bucket as the first part of the path rather than of the host name: what stores of one's own usually need. */
  pathStyle: boolean;
}

/** Names of an account in the store. */
export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

const PARAMETERS = ['region', 'endpoint', 'path_style'];
/** Amazon's rules for bucket names, less those about what a name must not look like. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const KEY_PART = /^[A-Za-z0-9][A-Za-z0-9._=-]*$/;

/**
 * Reads `s3://bucket/prefix?region=eu-central-1&endpoint=https://minio.example:9000&path_style=true`. Credentials have
 * variables of their own: an address is logged and shown, a secret must not be.
 *
 * @throws Error saying what is wrong, never repeating the address
 */
export function parseStorageUrl(text: string): S3Location {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 's3:') throw new Error('must look like s3://bucket/prefix?region=…&endpoint=…&path_style=true');
  if (url.username !== '' || url.password !== '') {
    throw new Error('must not hold credentials; they belong into STORAGE_ACCESS_KEY_ID and STORAGE_SECRET_ACCESS_KEY');
  }
  if (url.port !== '' || !BUCKET.test(url.hostname)) throw new Error('must name a bucket, such as s3://manuals');
  const parts = url.pathname.split('/').filter((part) => part !== '');
  if (!parts.every((part) => KEY_PART.test(part))) {
    throw new Error('must have a prefix of letters, digits, dots, dashes and underscores');
  }
  for (const name of url.searchParams.keys()) {
    if (!PARAMETERS.includes(name)) throw new Error(`knows no parameter ${name}; there are ${PARAMETERS.join(', ')}`);
  }
  const endpoint = endpointOf(url.searchParams.get('endpoint'));
  const pathStyle = url.searchParams.get('path_style') ?? 'false';
  if (pathStyle !== 'true' && pathStyle !== 'false') throw new Error('must have path_style true or false');
  return {
    bucket: url.hostname,
    prefix: parts.map((part) => `${part}/`).join(''),
    // Stores of one's own have no regions, but every signature names one.
    region: url.searchParams.get('region') ?? (endpoint === null ? null : 'us-east-1'),
    endpoint,
    pathStyle: pathStyle === 'true',
  };
}

function endpointOf(value: string | null): string | null {
  if (value === null || value === '') return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!url || !/^https?:$/.test(url.protocol) || !isPlain) {
    throw new Error('must have an endpoint such as https://minio.example:9000, without credentials');
  }
  return url.href.replace(/\/$/, '');
}

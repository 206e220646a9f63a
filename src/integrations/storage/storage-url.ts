export interface S3Location {
  bucket: string;
  /** Prefix of every key; empty or ending in a slash. */
  prefix: string;
  /** Null: from AWS_REGION or the profile. */
  region: string | null;
  /** Null: Amazon's own. */
  endpoint: string | null;
  /** The bucket is in the path instead of the host name, as most self-hosted stores need. */
  pathStyle: boolean;
}

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

const PARAMETERS = ['region', 'endpoint', 'path_style'];
/** Amazon's rules for bucket names, without those about reserved names. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const KEY_PART = /^[A-Za-z0-9][A-Za-z0-9._=-]*$/;

/**
 * Parses `s3://bucket/prefix?region=eu-central-1&endpoint=https://minio.example:9000&path_style=true`. Credentials are separate
 * variables, because URLs are logged.
 * @throws Error without the URL
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
    // Self-hosted stores have no regions, but signatures need one.
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
